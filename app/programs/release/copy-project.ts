// Copies what a terminal needs to run: sources, build, and packages without those of development.
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../cli';
import { InstalledLock, listPackageFolders, omitDevelopment } from './installed-packages';

/** The sources are in the digest that shows whether the build is theirs. */
const PROJECT_FILES = [
  'app',
  'build',
  'db',
  'deploy',
  'docs',
  'public',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'build.js',
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'run.js',
  'server.js',
  'start.js',
  'tsconfig.json',
  'vite.config.ts',
];
/** Secrets of an operator: files of these names in any folder, and one folder. */
const SECRET_FILES = new Set(['.env', 'master.key']);
const SECRETS_FOLDER = join('deploy', 'secrets');
const INSTALLED_LOCK = join('node_modules', '.package-lock.json');

/** Copies a project into an empty folder. Returns the number of packages. */
export async function copyProject(root: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const name of PROJECT_FILES)
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !SECRET_FILES.has(basename(path)) && path !== join(root, SECRETS_FOLDER),
    });
  const lock = omitDevelopment(readInstalledLock(root));
  const packages = listPackageFolders(lock).filter((path) => existsSync(join(root, path)));
  for (const path of packages) await copyPackage(join(root, path), join(folder, path));
  await writeFile(join(folder, INSTALLED_LOCK), JSON.stringify(lock, null, 2));
  return packages.length;
}

function readInstalledLock(root: string): InstalledLock {
  const file = join(root, INSTALLED_LOCK);
  if (!existsSync(file))
    throw new UsageError('The packages are not installed by npm here. Run `npm ci` first.');
  return InstalledLock.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Without the packages inside of it, which the lock file names too. */
async function copyPackage(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const inner = join(from, 'node_modules');
  await cp(from, to, { recursive: true, dereference: true, filter: (path) => path !== inner });
}
