// `npm run test:repeat -- RUNS [--busy RUNS]`: runs `npm test` many times in a row to find tests that
// fail by chance. The last `--busy` runs compete with one spinning process for each core.
// Node built-ins alone. Exit code 1 when a run fails.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../build.js';

const USAGE = 'Usage: npm run test:repeat -- RUNS [--busy RUNS], for example 10 --busy 3';
const LOGS = join(ROOT, '.cache', 'repeat');

function parseCounts([runs, flag, busy, ...rest]) {
  const counts = { runs: Number(runs), busy: flag === '--busy' ? Number(busy) : 0 };
  const isValid =
    rest.length === 0 &&
    (flag === undefined || flag === '--busy') &&
    Number.isInteger(counts.runs) &&
    Number.isInteger(counts.busy) &&
    counts.runs > 0 &&
    counts.busy >= 0 &&
    counts.busy <= counts.runs;
  return isValid ? counts : null;
}

const spin = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

/** Runs the tests once; returns the exit code. */
function runTests(logFile) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join('tests', 'run.js')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logFile);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('close', (code) => log.end(() => resolve(code ?? 1)));
  });
}

async function repeatOnce(run, { runs, busy }) {
  const isBusy = run > runs - busy;
  const spinning = isBusy ? Array.from({ length: availableParallelism() }, spin) : [];
  const started = performance.now();
  const logFile = join(LOGS, `run-${run}.log`);
  const code = await runTests(logFile);
  for (const child of spinning) child.kill('SIGKILL');
  const output = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const seconds = Math.round((performance.now() - started) / 1000);
  const state = isBusy ? 'cores busy' : 'cores idle';
  process.stdout.write(
    `run ${run} of ${runs}, ${state}: ${output.at(-1)}, ${seconds} s, ${output.length} lines\n`,
  );
  for (const line of output.filter((text) => text.startsWith('FAILED')))
    process.stdout.write(`  ${line}\n`);
  return code === 0;
}

const counts = parseCounts(process.argv.slice(2));
if (!counts) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}
mkdirSync(LOGS, { recursive: true });
let green = 0;
for (let run = 1; run <= counts.runs; run += 1) if (await repeatOnce(run, counts)) green += 1;
process.stdout.write(
  `${green} of ${counts.runs} runs green, ${counts.busy} of them with all cores busy\n`,
);
process.exitCode = green === counts.runs ? 0 : 1;
