// Two servers on one data directory: one trades, the other exits with a reason and changes nothing.
import { median } from 'd3-array';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toMills } from '../../app/trading/domain/units';
import { type BuiltProgram, type Ending, TradingRun, buildProgram } from '../support/killer';
import { PACED_MARKET, PACED_START_MS } from '../support/paced-feed';
import type { ProcessOutput } from '../support/trading-process';
import { chooseFullSize } from '../support/run-size';

const PAIRS = chooseFullSize(20, 100);
const RACES = chooseFullSize(60, 100);
const PATIENCE = { timeout: 60_000 };
const REFUSAL =
  /^Another Frontmonth is using DATA_DIR .+\. End it first, or start this one with another DATA_DIR\.\n$/;

let program: BuiltProgram;
let lockProgram: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('trading-process');
  lockProgram = await buildProgram('killer-lock');
});
afterAll(() => {
  program.remove();
  lockProgram.remove();
});

interface Start {
  readonly run: TradingRun;
  readonly loaded: Promise<void>;
  /** 'ready' or the exit, whichever is first. */
  readonly outcome: Promise<'ready' | Ending>;
  readonly outputs: ProcessOutput[];
}

function start(dataDir: string, { barsPerSecond = 20, waitsForMoment = false } = {}): Start {
  const outputs: ProcessOutput[] = [];
  let resolveReady: (word: 'ready') => void = () => undefined;
  let resolveLoaded: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (resolveLoaded = resolve));
  const ready = new Promise<'ready'>((resolve) => (resolveReady = resolve));
  const onOutput = (line: ProcessOutput): void => {
    outputs.push(line);
    if (line.type === 'loaded') resolveLoaded();
    if (line.type === 'ready') resolveReady('ready');
  };
  const run = new TradingRun(
    {
      program: program.file,
      dataDir,
      seed: 'pair',
      fromMs: PACED_START_MS,
      barsPerSecond,
      waitsForMoment,
      onOutput: onOutput,
    },
    null,
  );
  return { run, outputs, loaded, outcome: Promise.race([ready, run.ended]) };
}

const hashFile = (path: string): string =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'absent';
const hashBooks = (dataDir: string): string[] =>
  ['frontmonth.db', 'frontmonth.db-wal'].map((name) => hashFile(join(dataDir, name)));

function createScratchDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-pair-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test(`of ${PAIRS} pairs that start at once exactly one desk stands up each time`, async () => {
  const dataDir = createScratchDir();
  const rejectedAfterMs: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const both = [
      start(dataDir, { waitsForMoment: true }),
      start(dataDir, { waitsForMoment: true }),
    ];
    await Promise.all(both.map(({ loaded }) => loaded));
    const momentMs = Date.now() + 20;
    for (const { run } of both) run.openAt(momentMs);
    const outcomes = await Promise.all(
      both.map(async ({ outcome }) => {
        const first = await outcome;
        if (first !== 'ready') rejectedAfterMs.push(Date.now() - momentMs);
        return first;
      }),
    );
    const winners = both.filter((_, index) => outcomes[index] === 'ready');
    const losers = outcomes.filter((outcome): outcome is Ending => outcome !== 'ready');
    // Even pairs are stopped in order, odd ones killed; the next two start at once.
    for (const { run } of winners) {
      if (pair % 2 === 0) run.finish();
      else run.kill();
    }
    await Promise.all(both.map(({ run }) => run.ended));
    expect(
      losers.map(({ errors }) => errors),
      `pair ${pair}`,
    ).toEqual([expect.stringMatching(REFUSAL)]);
    expect(winners, `pair ${pair}`).toHaveLength(1);
    expect(losers[0], `pair ${pair}`).toMatchObject({ code: 1, signal: null });
  }
  console.info(
    `${PAIRS} pairs: the rejected process ended ${median(rejectedAfterMs)} ms (median), ${Math.max(...rejectedAfterMs)} ms (longest) after the start`,
  );
});

/** A process that answers each line with one word. */
function startRacer(): { ask: (line: string) => Promise<string>; end: () => void } {
  const child = spawn(process.execPath, [lockProgram.file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const words = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      return String((await words.next()).value);
    },
    end: () => void child.stdin.end(),
  };
}

test(`of two processes that reach for the lock in the same millisecond one wins, ${RACES} times`, async () => {
  const racers = [startRacer(), startRacer()];
  onTestFinished(() => racers.forEach(({ end }) => end()));
  for (let race = 0; race < RACES; race += 1) {
    const dataDir = createScratchDir();
    const momentMs = Date.now() + 10;
    const words = await Promise.all(racers.map(({ ask }) => ask(`${dataDir} ${momentMs}`)));
    expect(words.sort(), `race ${race}`).toEqual(['lost', 'won']);
    await Promise.all(racers.map(({ ask }) => ask('release')));
  }
});

test('a rejected second server writes nothing', async () => {
  const dataDir = createScratchDir();
  const first = start(dataDir, { barsPerSecond: 0.001 });
  expect(await first.outcome).toBe('ready');
  first.run.send({
    userId: 'ann',
    idempotencyKey: 'open',
    command: {
      type: 'OpenBook',
      mode: 'simulation',
      market: PACED_MARKET,
      capitalMills: toMills(25_000_000),
    },
  });
  await expect.poll(() => first.outputs.length, PATIENCE).toBe(2);
  const before = hashBooks(dataDir);
  const second = start(dataDir);
  expect(await second.outcome).toMatchObject({ code: 1, errors: expect.stringMatching(REFUSAL) });
  expect(hashBooks(dataDir)).toEqual(before);
  first.run.send({
    userId: 'ann',
    idempotencyKey: 'open',
    command: {
      type: 'OpenBook',
      mode: 'simulation',
      market: PACED_MARKET,
      capitalMills: toMills(25_000_000),
    },
  });
  await expect.poll(() => first.outputs.length, PATIENCE).toBe(3);
  expect(first.outputs[2]).toMatchObject({ result: { outcome: { ok: true } } });
  first.run.finish();
  expect(await first.run.ended).toMatchObject({ code: 0 });
});
