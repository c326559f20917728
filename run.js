// `npm run <program> -- ...`: builds if stale, then runs the program in this process.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, ensureBuilt, isProgram, isReadyToRun, loadEnvFile, nodeFault } from './build.js';

const [name = '', ...given] = process.argv.slice(2);
const args = given[0] === '--' ? given.slice(1) : given;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const fault = nodeFault();
if (fault) fail(fault);
if (!isReadyToRun())
  fail(
    'Frontmonth is not installed yet, or its packages are out of date. Run `npm ci` first; `npm start` does it by itself.',
  );

const sources = join(ROOT, 'app', 'programs');
const programs = readdirSync(sources)
  .filter(isProgram)
  .map((file) => file.slice(0, -3));
if (!programs.includes(name))
  fail(`There is no program '${name}'. There are: ${programs.sort().join(', ')}.`);

process.env.NODE_ENV ??= 'production';
loadEnvFile();
try {
  await ensureBuilt();
} catch (error) {
  fail(`The build failed: ${error.message}`);
}
const file = join(ROOT, 'build', 'programs', `${name}.js`);
if (!existsSync(file)) fail(`The build made no ${name}. Run \`npm run build\`.`);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
