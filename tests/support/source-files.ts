// Reads the project's source for code rules.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const EXCLUDED = new Set([
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
  /** Root path without extension for project files, else the package name. */
  readonly to: string;
  readonly isOwn: boolean;
}

function walkFolder(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      if (EXCLUDED.has(name)) return [];
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walkFolder(path) : [path];
    });
}

const TEXT =
  /\.(ts|tsx|js|mjs|css|json|md|sql|yml|yaml|html|svg|txt)$|(^|\/)\.(env\.example|npmrc|gitignore)$|(^|\/)\.ci\/run$/;

/** Every text file that belongs to the project. */
export function listSourceFiles(): SourceFile[] {
  return walkFolder(ROOT)
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

/** Imports of a file, including types, with resolved paths. */
export function listImports({ path, text }: SourceFile): Import[] {
  const targets = IMPORTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return targets.map((target) => {
    if (!target.startsWith('.')) return { from: path, to: target, isOwn: false };
    const absolute = resolve(ROOT, dirname(path), target.replace(/\?.*$/, ''));
    return {
      from: path,
      to: removeExtension(relative(ROOT, absolute).replaceAll('\\', '/')),
      isOwn: true,
    };
  });
}

export const removeExtension = (path: string): string => path.replace(/\.(ts|tsx|js)$/, '');
