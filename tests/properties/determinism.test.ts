// The same inputs give the same log for any batch size and time zone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandResult } from '../../app/trading/domain/command';
import { createMemoryJournal } from '../support/desk-harness';
import { chooseSize } from '../support/run-size';
import { createEmptyDatabase, openTestJournal } from '../support/test-database';
import { assertEqual, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { type Step, anySteps } from './steps';
import { type Cuts, logHash, playTape, productConfig } from './tape';

const STALE_MS = 20 * 60_000;
/** Answers without record numbers where the command never reached the engine (reused key). */
const getAnswers = (results: readonly CommandResult[]): string =>
  JSON.stringify(
    results.map(({ commandId, envelope, outcome, seq, lastSeq }) =>
      commandId === '' ? [envelope, outcome] : [envelope, outcome, seq, lastSeq],
    ),
  );

async function recordSession(
  config = sessionConfig(true),
  steps: readonly Step[],
): Promise<Session> {
  const session = new Session(config, createMemoryJournal(), STALE_MS);
  await session.open();
  for (const step of steps) await session.playStep(step);
  return session;
}

const cuts: readonly Cuts[] = [
  { batchMax: 1, drainsAfter: () => false },
  { batchMax: 7, drainsAfter: () => false },
  { batchMax: 256, drainsAfter: () => false },
];

let [commands, records] = [0, 0];
property(
  'batch sizes and drains do not change records, answers or hash',
  fc.tuple(fc.boolean(), anySteps, fc.infiniteStream(fc.nat({ max: 4 }))),
  async ([fillsAtOnce, steps, dice]) => {
    const session = await recordSession(sessionConfig(fillsAtOnce), steps);
    const hash = logHash(session.journal.records);
    const drains = session.tape.map(() => dice.next().value === 0);
    let answers: string | null = null;
    for (const cut of [
      ...cuts,
      { batchMax: 7, drainsAfter: (index: number) => drains[index] ?? false },
    ]) {
      const journal = createMemoryJournal();
      const again = await playTape(session.tape, sessionConfig(fillsAtOnce), journal, cut);
      assertEqual(journal.records, session.journal.records, 'the records of the tape');
      assertEqual(logHash(journal.records), hash, 'the hash of the log');
      assertEqual(again.state, session.state, 'the desk at the end');
      answers ??= getAnswers(again.answers);
      assertEqual(getAnswers(again.answers), answers, 'the answers');
    }
    commands += session.tape.length;
    records += session.journal.records.length;
  },
  {
    after: () => {
      expectMet('commands', commands, 10_000);
      expectMet('records', records, 10_000);
    },
  },
);

/** Fixed steps: 2,000 over about 10 weeks, across a daylight saving change. */
function longSteps(): readonly Step[] {
  const sessions = fc.sample(anySteps, { seed: 2024, numRuns: 80 });
  return sessions.flatMap((steps) => [
    ...steps.filter((step) => step.do !== 'halt'),
    { do: 'time', ms: 22 * 3_600_000 } as const,
    { do: 'start', user: 'ann', commodity: null, isKeyed: false } as const,
  ]);
}

test('the stored journal has the same hash for any batch size', async () => {
  const session = await recordSession(productConfig(true), longSteps());
  for (const batchMax of [3, 256]) {
    const { db } = createEmptyDatabase();
    // The hash does not depend on syncs, which take most of the time.
    db.$client.pragma('synchronous = OFF');
    const journal = openTestJournal(db);
    await playTape(session.tape, productConfig(true), journal, {
      batchMax,
      drainsAfter: () => false,
    });
    expect(journal.head()).toEqual({
      seq: session.journal.records.length,
      hash: logHash(session.journal.records),
    });
  }
});

const ZONES = chooseSize(
  ['America/New_York', 'Australia/Lord_Howe'],
  ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'],
);
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-tape-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'tape-program.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'tape-program.mjs' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function playIn(
  zone: string,
  tape: string,
): { hash: string; records: number; zone: string; offset: number } {
  const run = spawnSync(process.execPath, [join(folder, 'tape-program.mjs')], {
    input: tape,
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  });
  if (run.status !== 0) throw new Error(`the tape could not be played in ${zone}: ${run.stderr}`);
  return JSON.parse(run.stdout) as ReturnType<typeof playIn>;
}

test('processes in several time zones write the same log', async () => {
  const session = await recordSession(productConfig(false), longSteps());
  const played = ZONES.map((zone) => playIn(zone, JSON.stringify(session.tape)));
  const expected = {
    hash: logHash(session.journal.records),
    records: session.journal.records.length,
  };
  expect(new Set(played.map(({ offset }) => offset)).size, 'the zones are really different').toBe(
    ZONES.length,
  );
  for (const { hash, records: count, zone } of played)
    expect({ hash, records: count }, zone).toEqual(expected);
  const days = new Set(
    session.journal.records.flatMap((record) =>
      record.type === 'PortfolioValued' ? [record.payload.day] : [],
    ),
  );
  expect(days.size).toBeGreaterThan(60);
  expect(session.journal.records.some((record) => record.type === 'DecisionTaken')).toBe(true);
});
