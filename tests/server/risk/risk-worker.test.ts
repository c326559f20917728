// Risk worker, and risk of a replayed history: results, and failures that are reported and retried.
import { measureSilenceLimit } from '../../support/worker-start';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHistoryRisk } from '../../../app/server/risk/history-risk.server';
import type { MarketRisk } from '../../../app/models/risk/market-risk';
import {
  type MarketRiskReader,
  startRiskThread,
} from '../../../app/server/risk/risk-worker.server';
import { createContractInstrument } from '../../../app/trading/domain/contract';
import { toTicks } from '../../../app/trading/domain/units';
import { createReplayFeed } from '../../../app/trading/market/replay-feed';
import { DAY_MS } from '../../../app/trading/domain/time';

let folder = '';
let reader: MarketRiskReader | null = null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'risk-worker-'));
});
afterEach(async () => {
  await reader?.stop();
  reader = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let nowMs = 10 * DAY_MS + 5;
function start(name: string, body: string, minIntervalMs = 60_000): MarketRiskReader {
  nowMs = 10 * DAY_MS + 5;
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  reader = startRiskThread({
    market: 'simulated',
    seed: 's',
    nowMs: () => nowMs,
    minIntervalMs,
    program,
    firstDelayMs: 1,
    checkIntervalMs: 5,
    retryDelayMs: 60_000,
  });
  return reader;
}

/** The latest result that meets a condition; the test timeout bounds the wait. */
async function waitForRisk(
  own: MarketRiskReader,
  isMet: (known: MarketRisk) => boolean,
): Promise<MarketRisk> {
  while (!isMet(own.getLatest())) await new Promise((resolve) => setImmediate(resolve));
  return own.getLatest();
}

/** For a worker that must not go on before the test has seen its first results. */
const formatGate = (gate: string): string =>
  `import { existsSync } from 'node:fs'; const whenOpened = (action) => existsSync('${join(folder, gate)}') ? action() : setTimeout(whenOpened, 2, action);`;
const openGate = (gate: string): void => writeFileSync(join(folder, gate), '');

const MOVES =
  "const row = (chain) => ({ chain, kind: 'ratio', values: Float64Array.of(0.01, -0.02) });";

describe('the risk worker', () => {
  it('is requested for the last midnight, reports futures before power, and stress tests by shock and date', async () => {
    const own = start(
      'good',
      `${formatGate('power')} ${MOVES} parentPort.on('message', ({ untilMs }) => { parentPort.postMessage({ type: 'moves', untilMs, isWhole: false, moves: [row('NG')] }); whenOpened(() => { parentPort.postMessage({ type: 'moves', untilMs, isWhole: true, moves: [row('ET-PJM')] }); for (const pairs of [2, 4]) parentPort.postMessage({ type: 'shock', untilMs, result: { shock: 'drought', date: 'now', pairs, days: 1, monthDay: '01-01', paths: [] } }); }); });`,
    );
    expect(own.getLatest()).toMatchObject({
      untilMs: null,
      reason: expect.stringContaining('Loading market history'),
      stressReason: expect.stringContaining('Stress simulations'),
    });
    expect(await waitForRisk(own, ({ moves }) => moves.size === 1)).toMatchObject({
      untilMs: 10 * DAY_MS,
      reason: expect.stringContaining('power'),
    });
    openGate('power');
    const whole = await waitForRisk(own, ({ shocks }) => shocks[0]?.pairs === 4);
    expect([
      [...whole.moves.keys()],
      whole.shocks.length,
      whole.reason,
      whole.stressReason,
    ]).toEqual([['NG', 'ET-PJM'], 1, null, null]);
    expect(own.getLatest()).toBe(whole);
  });

  it('reports progress, and simulates other pairs on request, but not while running and not too soon', async () => {
    const own = start(
      'again',
      `${formatGate('done')} ${MOVES} parentPort.on('message', ({ untilMs, round }) => { parentPort.postMessage({ type: 'progress', done: 3, total: 9 }); parentPort.postMessage({ type: 'shifts', untilMs, results: [{ shift: 'degree', monthDay: '01-01', pairs: round, chains: [] }] }); whenOpened(() => parentPort.postMessage({ type: 'done', untilMs, seconds: 1, megabytes: 1 })); });`,
      1000,
    );
    await waitForRisk(own, () => own.getWork().progress?.done === 3);
    expect([own.requestRefresh(), own.getWork()]).toEqual([
      'under way',
      { progress: { done: 3, of: 9 }, againFromMs: 10 * DAY_MS + 1005 },
    ]);
    openGate('done');
    expect((await waitForRisk(own, () => own.getWork().progress === null)).shifts[0]?.pairs).toBe(
      0,
    );
    expect(own.requestRefresh()).toBe('too soon');
    nowMs += 1000;
    expect(own.requestRefresh()).toBe('begun');
    expect((await waitForRisk(own, ({ shifts }) => shifts[0]?.pairs === 1)).shifts).toHaveLength(1);
  });

  it('has an empty environment', async () => {
    const own = start(
      'env',
      `if (Object.keys(process.env).length === 0) { ${MOVES} parentPort.on('message', ({ untilMs }) => parentPort.postMessage({ type: 'moves', untilMs, isWhole: true, moves: [row('NG')] })); }`,
    );
    await waitForRisk(own, ({ moves }) => moves.size === 1);
  });

  it.each([
    ['throws', "throw new Error('broken');"],
    ['leaves', 'process.exit(0);'],
    ['cannot be read', 'this is no program'],
  ])('that %s is reported, and the desk continues', async (name, body) => {
    const own = start(name.replaceAll(' ', '-'), body);
    const known = await waitForRisk(
      own,
      ({ reason }) => reason?.includes('computation failed') === true,
    );
    expect(known.stressReason).toBe(known.reason);
    expect(known.reason).toContain('Retry in 1 min');
  });

  it('that hangs in a run is ended and started again, and is failed until its next result', async () => {
    const hung = join(folder, 'hung');
    const program = join(folder, 'hangs.mjs');
    writeFileSync(
      program,
      `import { parentPort } from 'node:worker_threads';
import { existsSync, writeFileSync } from 'node:fs';
const isSecond = existsSync('${hung}');
writeFileSync('${hung}', '');
parentPort.on('message', ({ untilMs }) => {
  parentPort.postMessage({ type: 'progress', done: 1, total: 9 });
  if (!isSecond) setTimeout(() => { for (;;); }, 20);
  else parentPort.postMessage({ type: 'done', untilMs, seconds: 1, megabytes: 1 });
});`,
    );
    nowMs = 10 * DAY_MS + 5;
    const own = startRiskThread({
      market: 'simulated',
      seed: 's',
      nowMs: () => nowMs,
      program,
      firstDelayMs: 1,
      checkIntervalMs: 5,
      retryDelayMs: 1000,
      silentMs: await measureSilenceLimit(),
    });
    reader = own;
    expect(own.hasFailed()).toBe(false);
    await waitForRisk(own, ({ reason }) => reason?.includes('computation failed') === true);
    expect([own.hasFailed(), own.getWork().progress]).toEqual([true, null]);
    nowMs += 2000;
    await waitForRisk(own, () => !own.hasFailed());
  });

  it('that is not built is reported', async () => {
    reader = startRiskThread({
      market: 'simulated',
      seed: 's',
      nowMs: () => DAY_MS,
      program: join(folder, 'nowhere.js'),
      firstDelayMs: 1,
    });
    await waitForRisk(reader, ({ reason }) => reason?.includes('npm run build') === true);
    expect(reader.requestRefresh()).toBe('impossible');
  });
});

describe('the risk of a history', () => {
  const gas = createContractInstrument('natural-gas', 'NG');
  const power = createContractInstrument('electricity', 'ET-PJM');
  const createBars = (closes: readonly number[], hours = 24) =>
    closes.map((close, nth) => ({
      openTicks: toTicks(close),
      highTicks: toTicks(close),
      lowTicks: toTicks(close),
      closeTicks: toTicks(close),
      startsMs: nth * hours * 3_600_000,
      endsMs: (nth + 1) * hours * 3_600_000 - 1,
    }));
  const createFeed = () =>
    createReplayFeed(
      [
        { instrument: gas, bars: createBars([2000, 2100, 2100, 2310]), intervalMs: DAY_MS },
        {
          instrument: power,
          bars: createBars([0, 9000, -500, 100, 100, 100, 100, 200], 12),
          intervalMs: DAY_MS / 2,
        },
      ],
      { market: 'replay' },
    );

  it('uses last prices of completed days, as ratios or differences', () => {
    let nowMs = 3 * DAY_MS - 1;
    const own = createHistoryRisk(createFeed(), () => nowMs);
    expect(
      [...(own.getLatest().moves.get('NG')?.values ?? [])].map((move) => Math.round(1e6 * move)),
    ).toEqual([50_000]);
    nowMs = 4 * DAY_MS;
    const { moves, untilMs, reason, stressReason } = own.getLatest();
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
      expect.stringContaining('no simulated weather'),
    ]);
    expect(own.getLatest()).toBe(own.getLatest());
  });
});
