// Network worker: results are delivered, failures are reported, and it restarts with back-off.
import { measureSilenceLimit } from '../../support/worker-start';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSignals, submitForecasts } from '../../../app/server/signals/signals-desk.server';
import type { InferenceStatus } from '../../../app/models/signals/inference-status';
import {
  type SignalsThread,
  createDisabledSignals,
  startSignals,
} from '../../../app/server/signals/signals-worker.server';
import type { SetTimer } from '../../../app/server/feeds/pump.server';
import type { EngineEvent } from '../../../app/trading/engine/event';
import { createUnavailable } from '../../../app/trading/engine/market-source';
import { serializeWeatherIntelligence } from '../../../app/models/signals/weather-intelligence.server';
import { createForecast } from '../../support/issued-forecasts';

const OUTLOOK = {
  stampMs: 7,
  precipitationForecast: 'rain',
  confidence: 0.9,
  cropHealthIndex: 88,
  gasSpike: { probability: 0.1, targetPrice: 3.2, days: 5 },
  expectedRanges: [],
  spikeRisks: [],
  temperatureCorrections: [],
};
const WORD = JSON.stringify({
  type: 'result',
  forecasts: [createForecast(7)],
  outlook: OUTLOOK,
  tookMs: 12,
  memoryMb: 34,
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-worker-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Starts a worker on a program and waits for its second timer or first result; returns its state.
 * Later timers are recorded, not run.
 */
async function runThread(
  name: string,
  body: string,
  silentMs = 60_000,
): Promise<{
  readonly status: InferenceStatus;
  readonly waits: readonly number[];
  readonly forecastCount: number;
}> {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  const waits: number[] = [];
  let forecastCount = 0;
  let thread: SignalsThread | null = null;
  await new Promise<void>((resolve) => {
    const setTimer: SetTimer = (callback, ms) => {
      waits.push(ms);
      if (waits.length === 1) setImmediate(callback);
      else resolve();
      return () => undefined;
    };
    thread = startSignals(
      { kind: 'simulation', seed: 's' },
      {
        setTimer,
        program,
        delays: { startMs: 3, retryMs: 60_000, silentMs },
        onForecasts: ({ forecasts }) => {
          forecastCount = forecasts.length;
          resolve();
        },
      },
    );
  });
  const found = { status: (thread as SignalsThread | null)!.status(), waits, forecastCount };
  await (thread as SignalsThread | null)?.stop();
  return found;
}

describe('the network worker', () => {
  it('delivers its result, with compute time and memory', async () => {
    const { status, forecastCount, waits } = await runThread(
      'good',
      `parentPort.on('message', () => undefined); parentPort.postMessage(${WORD}); setInterval(() => undefined, 1000);`,
    );
    expect([forecastCount, waits]).toEqual([1, [3]]);
    expect(status).toMatchObject({
      phase: 'speaking',
      reason: null,
      tookMs: 12,
      memoryMb: 34,
      lastRunMs: 7,
      outlook: OUTLOOK,
    });
  });

  it('has an empty environment and gets only its seed', async () => {
    const { status } = await runThread(
      'env',
      `parentPort.on('message', () => undefined); parentPort.postMessage({ type: 'result', forecasts: [], outlook: { stampMs: Object.keys(process.env).length, precipitationForecast: workerData.seed }, tookMs: 1, memoryMb: 1 });`,
    );
    expect(status.outlook).toEqual({ stampMs: 0, precipitationForecast: 's' });
  });

  it.each([
    ['throws', "throw new Error('broken');"],
    ['leaves', 'process.exit(0);'],
    ['cannot be read', 'this is no program'],
  ])('that %s is reported, and restarts after a delay', async (name, body) => {
    const { status, waits } = await runThread(name.replaceAll(' ', '-'), body);
    expect(waits).toEqual([3, 60_000]);
    expect(status).toMatchObject({
      phase: 'failed',
      faults: 1,
      outlook: null,
      reason: expect.stringContaining('Retry within 1 min') as string,
    });
  });

  it('that hangs after its first result is ended, and restarts after a delay', async () => {
    const program = join(folder, 'hangs.mjs');
    const pidFile = join(folder, 'hung');
    writeFileSync(
      program,
      `import { parentPort } from 'node:worker_threads';
import { existsSync, writeFileSync } from 'node:fs';
const isSecond = existsSync('${pidFile}');
writeFileSync('${pidFile}', '');
parentPort.postMessage(${WORD});
if (!isSecond) setTimeout(() => { for (;;); }, 20);
else setInterval(() => parentPort.postMessage({ type: 'alive' }), 20);`,
    );
    const words: InferenceStatus[] = [];
    const thread = startSignals(
      { kind: 'simulation', seed: 's' },
      {
        program,
        delays: { startMs: 1, retryMs: 1, silentMs: await measureSilenceLimit() },
        onForecasts: () => words.push(thread.status()),
      },
    );
    onTestFinished(() => thread.stop());
    await expect.poll(() => words.length, { timeout: 60_000 }).toBe(2);
    const [first = 0, second = 0] = words.map(({ faults }) => faults);
    expect(second).toBeGreaterThan(first);
    expect(thread.status()).toMatchObject({ phase: 'speaking', faults: second });
  }, 90_000);

  it('that was never built is reported', () => {
    let start = (): void => undefined;
    const thread = startSignals(
      { kind: 'simulation', seed: 's' },
      {
        onForecasts: () => undefined,
        program: join(folder, 'nowhere.mjs'),
        setTimer: (callback) => ((start = callback), () => undefined),
      },
    );
    expect(thread.status()).toMatchObject({
      phase: 'reading',
      reason: expect.stringContaining('warming up') as string,
    });
    start();
    expect(thread.status()).toMatchObject({
      phase: 'failed',
      reason: expect.stringContaining('not built') as string,
    });
  });
});

describe('a market without networks', () => {
  const ports = {
    runner: { offer: () => true },
    market: 'm',
    nowMs: () => 0,
    isRunning: () => true,
    isEnabled: true,
  };
  it('gives the reason, also in the weather message', () => {
    const reason = 'There is no price feed.';
    expect(openSignals({ ...ports, data: createUnavailable(reason) }).status()).toMatchObject({
      phase: 'none',
      reason,
    });
    expect(serializeWeatherIntelligence(createDisabledSignals('because').status()).data).toEqual({
      dopplerRadarAnalysis: { confidence: null, precipitationForecast: null },
      satelliteImagery: { cropHealthIndex: null },
      aiPredictions: { naturalGasSpike: { probability: null, targetPrice: null, timeframe: null } },
      asOf: null,
      reason: 'because',
    });
  });

  it('has an outlook in the message after the first network run', () => {
    expect(
      serializeWeatherIntelligence({ outlook: OUTLOOK, reason: null, remark: null }).data,
    ).toEqual({
      dopplerRadarAnalysis: { confidence: 0.9, precipitationForecast: 'rain' },
      satelliteImagery: { cropHealthIndex: 88 },
      aiPredictions: {
        naturalGasSpike: { probability: 0.1, targetPrice: 3.2, timeframe: '5 days' },
      },
      asOf: '1970-01-01T00:00:00.007Z',
      reason: null,
    });
  });
});

describe('forecasts', () => {
  it('wait until the desk has prices; newer ones replace waiting ones', () => {
    const offered: EngineEvent[] = [];
    const turns: (() => void)[] = [];
    let isRunning = false;
    const take = submitForecasts({
      runner: { offer: (event) => offered.push(event) > 0 },
      market: 'm',
      nowMs: () => 5,
      isRunning: () => isRunning,
      setTimer: (callback) => {
        turns.push(callback);
        return () => void turns.splice(turns.indexOf(callback), 1);
      },
    });
    take([createForecast(1)]);
    take([createForecast(2)]);
    expect([offered.length, turns.length]).toEqual([0, 1]);
    isRunning = true;
    turns[0]?.();
    expect(offered).toEqual([
      { type: 'ForecastsReceived', market: 'm', forecasts: [createForecast(2)], atMs: 5 },
    ]);
  });
});
