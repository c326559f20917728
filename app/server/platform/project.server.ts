// Finds the project root from this file, in the source tree and in a build.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db', 'migrations')))
    return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error(
      'The project folder with package.json and db/migrations was not found around the program.',
    );
  return findRoot(parent);
}

export const PROJECT_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
export const MIGRATIONS_FOLDER = join(PROJECT_ROOT, 'db', 'migrations');

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const stamp = join(PROJECT_ROOT, 'build', 'stamp');
  return existsSync(stamp) ? `${version}+${readFileSync(stamp, 'utf8').slice(0, 12)}` : version;
}

/** Package version plus a digest of the built sources. */
export const CODE_VERSION = readVersion();
