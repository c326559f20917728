// Reads the project's own source for the house rules: files, lines, imports.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const LEFT_OUT = new Set([
  'node_modules',
  'build',
  'data',
  '.git',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
]);

export interface SourceFile {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /**
   * A path from the root without extension for the project's own files, else the package's name as
   * written.
   */
  readonly to: string;
  readonly isOwn: boolean;
}

function walk(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      if (LEFT_OUT.has(name)) return [];
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walk(path) : [path];
    });
}

const TEXT =
  /\.(ts|tsx|js|mjs|css|json|md|sql|yml|yaml|html|svg|txt)$|(^|\/)\.(env\.example|npmrc|gitignore)$|(^|\/)\.ci\/run$/;

/** Every text file that belongs to the project. */
export function sourceFiles(): SourceFile[] {
  return walk(ROOT)
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => TEXT.test(path) && !path.endsWith('.tsbuildinfo'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

export const isCode = ({ path }: SourceFile): boolean => /\.(ts|tsx|js)$/.test(path);

const IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;]*?\sfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** What a file imports, types included, relative paths resolved. */
export function listImports({ path, text }: SourceFile): Import[] {
  const targets = IMPORTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return targets.map((target) => {
    if (!target.startsWith('.')) return { from: path, to: target, isOwn: false };
    const absolute = resolve(ROOT, dirname(path), target.replace(/\?.*$/, ''));
    return {
      from: path,
      to: withoutExtension(relative(ROOT, absolute).replaceAll('\\', '/')),
      isOwn: true,
    };
  });
}

export const withoutExtension = (path: string): string => path.replace(/\.(ts|tsx|js)$/, '');
