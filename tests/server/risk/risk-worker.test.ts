// The thread that reads risk, and the history that stands in for it: what they tell, and that a
// fall is said in words and tried again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { historyRisk } from '../../../app/server/risk/history-risk.server';
import type { MarketRisk } from '../../../app/models/risk/market-risk';
import { type OneRisk, readRisk } from '../../../app/server/risk/risk-worker.server';
import { contractInstrument } from '../../../app/trading/domain/contract';
import { toTicks } from '../../../app/trading/domain/units';
import { replayFeed } from '../../../app/trading/market/replay-feed';
import { DAY_MS } from '../../../app/trading/domain/time';

let folder = '';
let reader: OneRisk | null = null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'risk-worker-'));
});
afterEach(async () => {
  await reader?.stop();
  reader = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let nowMs = 10 * DAY_MS + 5;
function start(name: string, body: string, restMs = 60_000): OneRisk {
  nowMs = 10 * DAY_MS + 5;
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  reader = readRisk({
    market: 'simulated',
    seed: 's',
    nowMs: () => nowMs,
    restMs,
    program,
    firstMs: 1,
    lookMs: 5,
    patienceMs: 60_000,
  });
  return reader;
}

/** The latest that meets a condition; a test that waits for ever is ended by its limit. */
async function until(own: OneRisk, isMet: (known: MarketRisk) => boolean): Promise<MarketRisk> {
  while (!isMet(own.latest())) await new Promise((resolve) => setImmediate(resolve));
  return own.latest();
}

const MOVES =
  "const row = (chain) => ({ chain, kind: 'ratio', values: Float64Array.of(0.01, -0.02) });";

describe('the thread that reads risk', () => {
  it('is asked for the last midnight, tells fast chains before slow ones, and shocks by kind and date', async () => {
    const own = start(
      'good',
      `${MOVES} parentPort.on('message', ({ untilMs }) => { parentPort.postMessage({ type: 'moves', untilMs, isWhole: false, moves: [row('NG')] }); setTimeout(() => { parentPort.postMessage({ type: 'moves', untilMs, isWhole: true, moves: [row('ET-PJM')] }); for (const pairs of [2, 4]) parentPort.postMessage({ type: 'shock', untilMs, told: { shock: 'drought', date: 'now', pairs, days: 1, monthDay: '01-01', paths: [] } }); }, 50); });`,
    );
    expect(own.latest()).toMatchObject({
      untilMs: null,
      reason: expect.stringContaining('being read'),
      stressReason: expect.stringContaining('being walked'),
    });
    expect(await until(own, ({ moves }) => moves.size === 1)).toMatchObject({
      untilMs: 10 * DAY_MS,
      reason: expect.stringContaining('power'),
    });
    const whole = await until(own, ({ shocks }) => shocks[0]?.pairs === 4);
    expect([
      [...whole.moves.keys()],
      whole.shocks.length,
      whole.reason,
      whole.stressReason,
    ]).toEqual([['NG', 'ET-PJM'], 1, null, null]);
    expect(own.latest()).toBe(whole);
  });

  it('says how far it is, and walks other pairs when it is asked again, not while it is at it and not too soon', async () => {
    const own = start(
      'again',
      `${MOVES} parentPort.on('message', ({ untilMs, round }) => { parentPort.postMessage({ type: 'progress', done: 3, of: 9 }); parentPort.postMessage({ type: 'shifts', untilMs, told: [{ shift: 'degree', monthDay: '01-01', pairs: round, chains: [] }] }); setTimeout(() => parentPort.postMessage({ type: 'done', untilMs, seconds: 1, megabytes: 1 }), 50); });`,
      1000,
    );
    await until(own, () => own.work().progress?.done === 3);
    expect([own.again(), own.work()]).toEqual([
      'under way',
      { progress: { done: 3, of: 9 }, againFromMs: 10 * DAY_MS + 1005 },
    ]);
    expect((await until(own, () => own.work().progress === null)).shifts[0]?.pairs).toBe(0);
    expect(own.again()).toBe('too soon');
    nowMs += 1000;
    expect(own.again()).toBe('begun');
    expect((await until(own, ({ shifts }) => shifts[0]?.pairs === 1)).shifts).toHaveLength(1);
  });

  it('is given nothing of the environment', async () => {
    const own = start(
      'env',
      `if (Object.keys(process.env).length === 0) { ${MOVES} parentPort.on('message', ({ untilMs }) => parentPort.postMessage({ type: 'moves', untilMs, isWhole: true, moves: [row('NG')] })); }`,
    );
    await until(own, ({ moves }) => moves.size === 1);
  });

  it.each([
    ['throws', "throw new Error('broken');"],
    ['leaves', 'process.exit(0);'],
    ['cannot be read', 'this is no program'],
  ])('that %s is said, and the desk lives on', async (name, body) => {
    const own = start(name.replaceAll(' ', '-'), body);
    const known = await until(own, ({ reason }) => reason?.includes('computation failed') === true);
    expect(known.stressReason).toBe(known.reason);
    expect(known.reason).toContain('Retry in 1 min');
  });

  it('that is not built is said', async () => {
    reader = readRisk({
      market: 'simulated',
      seed: 's',
      nowMs: () => DAY_MS,
      program: join(folder, 'nowhere.js'),
      firstMs: 1,
    });
    await until(reader, ({ reason }) => reason?.includes('npm run build') === true);
    expect(reader.again()).toBe('impossible');
  });
});

describe('the risk of a history', () => {
  const gas = contractInstrument('natural-gas', 'NG');
  const power = contractInstrument('electricity', 'ET-PJM');
  const bars = (closes: readonly number[], hours = 24) =>
    closes.map((close, nth) => ({
      openTicks: toTicks(close),
      highTicks: toTicks(close),
      lowTicks: toTicks(close),
      closeTicks: toTicks(close),
      startsMs: nth * hours * 3_600_000,
      endsMs: (nth + 1) * hours * 3_600_000 - 1,
    }));
  const feed = () =>
    replayFeed(
      [
        { instrument: gas, bars: bars([2000, 2100, 2100, 2310]), intervalMs: DAY_MS },
        {
          instrument: power,
          bars: bars([0, 9000, -500, 100, 100, 100, 100, 200], 12),
          intervalMs: DAY_MS / 2,
        },
      ],
      { market: 'replay' },
    );

  it('is made of the last prices of its days, ratios or amounts, of no day that is not over', () => {
    let nowMs = 3 * DAY_MS - 1;
    const own = historyRisk(feed(), () => nowMs);
    expect(
      [...(own.latest().moves.get('NG')?.values ?? [])].map((move) => Math.round(1e6 * move)),
    ).toEqual([50_000]);
    nowMs = 4 * DAY_MS;
    const { moves, untilMs, reason, stressReason } = own.latest();
    expect([...(moves.get('NG')?.values ?? [])].map((move) => Math.round(1e6 * move))).toEqual([
      50_000, 0, 100_000,
    ]);
    expect(moves.get('ET-PJM')).toMatchObject({
      kind: 'amount',
      values: Float64Array.of(-89, 0, 1),
    });
    expect([untilMs, reason, stressReason]).toEqual([
      4 * DAY_MS,
      null,
      expect.stringContaining('no weather that could be changed'),
    ]);
    expect(own.latest()).toBe(own.latest());
  });
});
