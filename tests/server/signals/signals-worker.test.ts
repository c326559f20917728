// The thread of the networks: what it says is heard, whatever it does is a sentence, and it is
// begun again with patience.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSignals, submitForecasts } from '../../../app/server/signals/signals-desk.server';
import type { SignalsStatus } from '../../../app/models/signals/signals-status';
import {
  type SignalsThread,
  createDisabledSignals,
  startSignals,
} from '../../../app/server/signals/signals-worker.server';
import type { Later } from '../../../app/server/feeds/pump.server';
import type { EngineEvent } from '../../../app/trading/engine/event';
import { createUnavailable } from '../../../app/trading/engine/market-source';
import { weatherIntelligence } from '../../../app/models/signals/weather-intelligence.server';
import { spokenAt } from '../../support/opinions';

const OUTLOOK = {
  stampMs: 7,
  precipitationForecast: 'rain',
  confidence: 0.9,
  cropHealthIndex: 88,
  gasSpike: { probability: 0.1, targetPrice: 3.2, days: 5 },
};
const WORD = JSON.stringify({
  opinions: [spokenAt(7)],
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
 * Starts a thread on a program, waits until its second turn is asked for or it has spoken, and
 * tells how it stood; turns after a fault are noted, not taken.
 */
async function stood(
  name: string,
  body: string,
): Promise<{
  readonly status: SignalsStatus;
  readonly waits: readonly number[];
  readonly heard: number;
}> {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(
    program,
    `import { parentPort, workerData } from 'node:worker_threads';\n${body}\n`,
  );
  const waits: number[] = [];
  let heard = 0;
  let thread: SignalsThread | null = null;
  await new Promise<void>((resolve) => {
    const later: Later = (callback, ms) => {
      waits.push(ms);
      if (waits.length === 1) setImmediate(callback);
      else resolve();
      return () => undefined;
    };
    thread = startSignals(
      { seed: 's' },
      {
        later,
        program,
        delays: { startMs: 3, againMs: 60_000 },
        onSpoken: ({ opinions }) => {
          heard = opinions.length;
          resolve();
        },
      },
    );
  });
  const found = { status: (thread as SignalsThread | null)!.status(), waits, heard };
  await (thread as SignalsThread | null)?.stop();
  return found;
}

describe('the thread', () => {
  it('is heard, with what it took', async () => {
    const { status, heard, waits } = await stood(
      'good',
      `parentPort.on('message', () => undefined); parentPort.postMessage(${WORD}); setInterval(() => undefined, 1000);`,
    );
    expect([heard, waits]).toEqual([1, [3]]);
    expect(status).toMatchObject({
      phase: 'speaking',
      reason: null,
      tookMs: 12,
      memoryMb: 34,
      spokenMs: 7,
      outlook: OUTLOOK,
    });
  });

  it('is given nothing of the environment but its seed', async () => {
    const { status } = await stood(
      'env',
      `parentPort.on('message', () => undefined); parentPort.postMessage({ opinions: [], outlook: { stampMs: Object.keys(process.env).length, precipitationForecast: workerData.seed }, tookMs: 1, memoryMb: 1 });`,
    );
    expect(status.outlook).toEqual({ stampMs: 0, precipitationForecast: 's' });
  });

  it.each([
    ['throws', "throw new Error('broken');"],
    ['leaves', 'process.exit(0);'],
    ['cannot be read', 'this is no program'],
  ])('that %s is told in words, and waits before it is begun again', async (name, body) => {
    const { status, waits } = await stood(name.replaceAll(' ', '-'), body);
    expect(waits).toEqual([3, 60_000]);
    expect(status).toMatchObject({
      phase: 'failed',
      faults: 1,
      outlook: null,
      reason: expect.stringContaining('begun again within 1 minute') as string,
    });
  });

  it('that was never built says so', () => {
    let begin = (): void => undefined;
    const thread = startSignals(
      { seed: 's' },
      {
        onSpoken: () => undefined,
        program: join(folder, 'nowhere.mjs'),
        later: (callback) => ((begin = callback), () => undefined),
      },
    );
    expect(thread.status()).toMatchObject({
      phase: 'reading',
      reason: expect.stringContaining('warming up') as string,
    });
    begin();
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
    speaks: true,
  };
  it('says why, in the message about weather too', () => {
    const reason = 'There is no price feed.';
    expect(openSignals({ ...ports, world: createUnavailable(reason) }).status()).toMatchObject({
      phase: 'none',
      reason,
    });
    expect(weatherIntelligence(createDisabledSignals('because').status()).data).toEqual({
      dopplerRadarAnalysis: { confidence: null, precipitationForecast: null },
      satelliteImagery: { cropHealthIndex: null },
      aiPredictions: { naturalGasSpike: { probability: null, targetPrice: null, timeframe: null } },
      asOf: null,
      reason: 'because',
    });
  });

  it('has an outlook in the message as soon as the networks have spoken', () => {
    expect(weatherIntelligence({ outlook: OUTLOOK, reason: null }).data).toEqual({
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

describe('opinions', () => {
  it('wait until the desk has prices; later ones take the place of those that wait', () => {
    const offered: EngineEvent[] = [];
    const turns: (() => void)[] = [];
    let isRunning = false;
    const take = submitForecasts({
      runner: { offer: (event) => offered.push(event) > 0 },
      market: 'm',
      nowMs: () => 5,
      isRunning: () => isRunning,
      later: (callback) => {
        turns.push(callback);
        return () => void turns.splice(turns.indexOf(callback), 1);
      },
    });
    take([spokenAt(1)]);
    take([spokenAt(2)]);
    expect([offered.length, turns.length]).toEqual([0, 1]);
    isRunning = true;
    turns[0]?.();
    expect(offered).toEqual([
      { type: 'OpinionsTold', market: 'm', opinions: [spokenAt(2)], atMs: 5 },
    ]);
  });
});
