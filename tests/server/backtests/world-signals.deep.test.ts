// Signals of a simulated market as inputs of AI_CORE: point in time, equal to those of the desk,
// without look-ahead, and traded alike by backtest and engine.
import { beforeAll, describe, expect, it } from 'vitest';
import { detectPlantedLeak } from '../../../app/programs/backtest/judge/planted-leak';
import { trustAllNetworks } from '../../../app/server/backtests/world-signals';
import { type WorldTapes, buildWorldTapes } from '../../../app/server/backtests/world-tapes';
import {
  InferenceService,
  POWER_PAST_DAYS,
} from '../../../app/server/signals/network-inference.server';
import { PAST_DAYS } from '../../../app/trading/networks/features/weather-record';
import { PublicDataView } from '../../../app/server/signals/public-data-view.server';
import { findLookAhead } from '../../../app/trading/backtest/look-ahead-check';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createWorld } from '../../../app/trading/simulation/world';
import { STORED_DAYS_MAX } from '../../../app/trading/simulation/series/series';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalog';
import { runEngine } from '../../support/engine-backtest';
import { expectSameTrades } from '../../support/same-trades';

const row = findPlaybookRow('natural-gas', 'AI_CORE');
if (!row) throw new Error('gas has no AI_CORE');
const YEAR = 2013;
const FROM_MS = Date.UTC(YEAR, 0, 1);
const UNTIL_MS = Date.UTC(YEAR, 6, 1);
const SEED = 'signals';

const world = createWorld({ seed: SEED });
/** Shares nothing computed with the first market. */
const openWorld = () => createWorld({ seed: SEED });

let tapes: WorldTapes;
let chains: readonly ChainTape[];
beforeAll(() => {
  // Every reader of the series then has those published since the epoch.
  world.foldTo(UNTIL_MS, STORED_DAYS_MAX);
  tapes = buildWorldTapes({
    world,
    rows: [row],
    fromMs: FROM_MS,
    untilMs: UNTIL_MS,
    hasSkill: trustAllNetworks,
  });
  chains = tapes.getTapes(row);
}, 240_000);

/** Input columns at the bar that ends at a midnight, of the month that is listed longest. */
function findInputsAt(midnightMs: number): readonly number[] {
  for (const { bars, inputs } of chains.flatMap(({ months }) => months)) {
    const bar = bars.endsMs.indexOf(midnightMs - 1);
    if (bar >= 0) return inputs.map((column) => column[bar] ?? NaN);
  }
  return [];
}

describe('signals in a backtest', () => {
  it('are those that the desk would issue at the midnight of the close', () => {
    const stampMs = Date.UTC(YEAR, 2, 15);
    const service = new InferenceService(
      PublicDataView.createAt(openWorld(), stampMs, PAST_DAYS, POWER_PAST_DAYS),
    );
    const forecast = service.run(stampMs, stampMs).forecasts.find(({ chain }) => chain === 'NG');
    const [chanceUp, low, middle, high, roundTrip, skill, sigma, spike, age] =
      findInputsAt(stampMs);
    expect(chanceUp).toBeCloseTo(forecast?.chanceUp ?? NaN, 3);
    expect(low).toBeCloseTo(forecast?.low ?? NaN, 3);
    expect(middle).toBeCloseTo(forecast?.middle ?? NaN, 3);
    expect(high).toBeCloseTo(forecast?.high ?? NaN, 3);
    expect(roundTrip).toBeGreaterThan(0);
    expect(sigma).toBeCloseTo(forecast?.sigma ?? 0, 3);
    expect([skill, spike, age]).toEqual([1, 0, 0]);
  }, 120_000);

  it('are traded without look-ahead, and a signal of the next day is detected', () => {
    const options = { fromMs: FROM_MS };
    expect(runBacktest(createEvaluator(row), chains, options).trades.length).toBeGreaterThan(10);
    expect(findLookAhead(() => createEvaluator(row), chains, options, 3)).toBeNull();
    expect(detectPlantedLeak(row, chains)?.what).toBe('rule');
    const early = chains.map(({ chain, months }) => ({
      chain,
      months: months.map((month) => ({
        ...month,
        inputs: month.inputs.map((column) =>
          column.map((_, bar) => column[Math.min(bar + 1, column.length - 1)] ?? NaN),
        ),
      })),
    }));
    expect(runBacktest(createEvaluator(row), early, options).trades).not.toEqual(
      runBacktest(createEvaluator(row), chains, options).trades,
    );
  });

  it('do not change with a shorter history', () => {
    const untilMs = Date.UTC(YEAR, 1, 1);
    const [shorter] = buildWorldTapes({
      world: openWorld(),
      rows: [row],
      fromMs: FROM_MS,
      untilMs,
      hasSkill: trustAllNetworks,
    }).getTapes(row);
    const [month] = shorter?.months ?? [];
    const whole = chains[0]?.months.find(
      ({ instrument }) => instrument.id === month?.instrument.id,
    );
    const size = month?.bars.endsMs.length ?? 0;
    expect(size).toBeGreaterThan(100);
    expect(month?.inputs.map((column) => [...column])).toEqual(
      whole?.inputs.map((column) => [...column.subarray(0, size)]),
    );
  }, 120_000);

  it('are traded alike by the backtest and the engine', async () => {
    const engine = await runEngine(createEvaluator(row), chains);
    expectSameTrades(runBacktest(createEvaluator(row), chains), engine);
    expect(engine.fills.length).toBeGreaterThan(20);
  }, 120_000);

  it('stay flat without proven skill, and say so', () => {
    const silent = buildWorldTapes({
      world: openWorld(),
      rows: [row],
      fromMs: FROM_MS,
      untilMs: FROM_MS + 30 * DAY_MS,
      hasSkill: () => false,
    }).getTapes(row);
    expect(runBacktest(createEvaluator(row), silent).trades).toEqual([]);
  }, 120_000);
});
