// Reads the project's own source for the house rules: files, lines, imports.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
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
  /** A path from the root without extension for the project's own files, else the package's name as written. */
  readonly to: string;
  readonly isOwn: boolean;
  readonly isTypeOnly: boolean;
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

const FROM = /^\s*(?:import|export)\s+(type\s+)?[^'"`;]*?\sfrom\s*['"]([^'"]+)['"]/gm;
const BARE = /^\s*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports, relative paths resolved. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found: { target: string; isTypeOnly: boolean }[] = [];
  for (const match of text.matchAll(FROM))
    found.push({ target: match[2] ?? '', isTypeOnly: match[1] !== undefined });
  for (const match of text.matchAll(BARE))
    found.push({ target: match[1] ?? '', isTypeOnly: false });
  for (const match of text.matchAll(DYNAMIC))
    found.push({ target: match[1] ?? '', isTypeOnly: false });
  return found.map(({ target, isTypeOnly }) => {
    const isOwn = target.startsWith('.');
    const to = isOwn
      ? relative(ROOT, resolve(ROOT, dirname(path), target.replace(/\?.*$/, ''))).replaceAll(
          '\\',
          '/',
        )
      : target;
    return { from: path, to: isOwn ? to.replace(/\.(ts|tsx|js)$/, '') : to, isOwn, isTypeOnly };
  });
}

export const withoutExtension = (path: string): string => path.replace(/\.(ts|tsx|js)$/, '');

export const existsInProject = (path: string): boolean => existsSync(join(ROOT, path));
