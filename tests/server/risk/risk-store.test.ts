// Stored risk figures: they return as they were, and only for what they were computed from.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type StoredRisk, openRiskStore } from '../../../app/server/risk/risk-store.server';
import {
  type MarketRiskReader,
  startRiskThread,
} from '../../../app/server/risk/risk-worker.server';
import { DAY_MS } from '../../../app/trading/domain/time';

const folder = mkdtempSync(join(tmpdir(), 'risk-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let file = '';
let program = '';
let files = 0;
beforeEach(() => {
  files += 1;
  file = join(folder, `${files}.bin`);
  program = join(folder, `${files}.mjs`);
  writeFileSync(program, 'export {};\n');
});

const RISK: StoredRisk = {
  untilMs: 10 * DAY_MS,
  computedMs: 10 * DAY_MS + 90_000,
  moves: new Map([['NG', { chain: 'NG', kind: 'ratio', values: Float64Array.of(0.01, -0.02) }]]),
  shocks: (['now', 'worst'] as const).map((date) => ({
    shock: 'drought',
    date,
    monthDay: '07-01',
    pairs: 1,
    days: 2,
    paths: [{ chain: 'ZC', kind: 'log', values: Float64Array.of(0.1, 0.2) }],
  })),
  shifts: [],
};

const createOrigin = () => ({ market: 'simulated', seed: 'frontmonth', program });

describe('stored risk figures', () => {
  it('return as they were', async () => {
    const store = openRiskStore(file);
    await store.write(createOrigin(), RISK);
    expect(store.read(createOrigin())).toEqual(RISK);
  });

  it('are not used for another seed, market or program', async () => {
    const store = openRiskStore(file);
    await store.write(createOrigin(), RISK);
    expect(store.read({ ...createOrigin(), seed: 'another' })).toBeNull();
    expect(store.read({ ...createOrigin(), market: 'public' })).toBeNull();
    writeFileSync(program, 'export const changed = 1;\n');
    expect(store.read(createOrigin())).toBeNull();
  });

  it('are not used if any byte of the file changed, or the file is missing or empty', async () => {
    const store = openRiskStore(file);
    expect(store.read(createOrigin())).toBeNull();
    await store.write(createOrigin(), RISK);
    const bytes = readFileSync(file);
    for (const index of [0, 40, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      writeFileSync(file, damaged);
      expect(store.read(createOrigin())).toBeNull();
    }
    writeFileSync(file, '');
    expect(store.read(createOrigin())).toBeNull();
  });

  it('are left out if the folder cannot be written', async () => {
    const store = openRiskStore(join(folder, 'missing', 'risk.bin'));
    await expect(store.write(createOrigin(), RISK)).resolves.toBeUndefined();
    expect(store.read(createOrigin())).toBeNull();
  });
});

describe('a new process', () => {
  let reader: MarketRiskReader | null = null;
  afterEach(async () => {
    await reader?.stop();
    reader = null;
  });

  /** Starts a reader at a time, with the stored file and program of this test. */
  function startReader(nowMs: number): MarketRiskReader {
    const started = startRiskThread({
      market: 'simulated',
      seed: 'frontmonth',
      nowMs: () => nowMs,
      store: openRiskStore(file),
      program,
      firstDelayMs: 1,
      checkIntervalMs: 5,
    });
    reader = started;
    return started;
  }

  const waitUntil = async (isMet: () => boolean): Promise<void> => {
    while (!isMet()) await new Promise((resolve) => setImmediate(resolve));
  };

  const PROGRAM_TEXT = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ untilMs, hasWorst }) => {
  const moves = [{ chain: 'NG', kind: 'ratio', values: Float64Array.of(0.03) }];
  parentPort.postMessage({ type: 'moves', untilMs, isWhole: true, moves });
  const result = { shock: 'drought', date: 'now', monthDay: '07-02', pairs: hasWorst ? 2 : 1, days: 1, paths: [] };
  parentPort.postMessage({ type: 'shock', untilMs, result });
  parentPort.postMessage({ type: 'done', untilMs, seconds: 1, megabytes: 1 });
});
`;

  it('shows the figures of its day at once and requests none', async () => {
    writeFileSync(program, PROGRAM_TEXT);
    await openRiskStore(file).write(createOrigin(), RISK);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const own = startReader(RISK.untilMs + 3_600_000);
    expect(own.getLatest()).toMatchObject({ ...RISK, reason: null, stressReason: null });
    vi.advanceTimersByTime(60_000);
    // A request sets the progress at once.
    expect(own.getWork()).toEqual({ progress: null, againFromMs: RISK.computedMs + 600_000 });
  });

  it('computes a later day again, but for the shocks on their worst dates, and stores it', async () => {
    writeFileSync(program, PROGRAM_TEXT);
    const store = openRiskStore(file);
    await store.write(createOrigin(), RISK);
    const own = startReader(RISK.untilMs + DAY_MS + 5);
    expect(own.getLatest()).toMatchObject({ untilMs: null, shocks: [RISK.shocks[1]] });
    await waitUntil(() => store.read(createOrigin())?.untilMs === RISK.untilMs + DAY_MS);
    const stored = store.read(createOrigin());
    expect(stored?.moves.get('NG')?.values).toEqual(Float64Array.of(0.03));
    expect(stored?.shocks).toMatchObject([RISK.shocks[1], { date: 'now', pairs: 2 }]);
  });
});
