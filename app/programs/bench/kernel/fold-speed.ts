// Engine time at bar close with all strategies on every followed contract.
import { createEngineConfig } from '../../../server/desk/desk-config.server';
import { createPlaybookFeed } from '../../../server/feeds/playbook-feed.server';
import type { Instrument } from '../../../trading/domain/instrument';
import { buildQuote } from '../../../trading/domain/quote';
import { type EpochMs, toTicks } from '../../../trading/domain/units';
import { runCycle } from '../../../trading/engine/cycle';
import { type Engine, createEngine } from '../../../trading/engine/engine';
import { buildMarketEvent } from '../../../trading/engine/feed-events';
import { type DeskState, EMPTY_DESK } from '../../../trading/engine/state';
import { createSeededRandom } from '../../../trading/random';
import { createMarketKnowledge } from '../../../trading/simulation/market-knowledge';
import { type World, createWorld } from '../../../trading/simulation/world';
import { computeMedian } from '../../../trading/statistics/quantile';
import { DAY_MS } from '../../../trading/domain/time';
import { BAR_MS, type BarLength } from '../../../trading/strategies/playbook';
import { measureSeconds } from '../engine-speed';
import { BENCH_MARKET } from '../synthetic';

export interface FoldSpeed {
  readonly contracts: number;
  /**
   * Median milliseconds on one core at the close of a quarter-hour bar, of an hour with it, and of
   * a day with both.
   */
  readonly quarterMs: number;
  readonly hourMs: number;
  readonly dayMs: number;
}

/** Early in the simulation, which must be computed up to this date. */
const START_MS: EpochMs = Date.UTC(2010, 5, 1);
/** Days before the first timed close, so that most strategies are warmed up. */
const WARM_UP_DAYS = 40;
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];

/** Followed contracts (two months of every chain, all spread legs) and their input values. */
function listFollowed(
  world: World,
  atMs: EpochMs,
): {
  readonly contracts: readonly Instrument[];
  readonly inputs: Readonly<Record<string, number>>;
} {
  const feed = createPlaybookFeed(createMarketKnowledge(world), (chain, whenMs) =>
    world.listMonthsAt(chain, whenMs),
  );
  const contracts = [
    ...new Map(
      [...world.listInstrumentsAt(atMs), ...feed.getLegs(atMs)].map((instrument) => [
        instrument.id,
        instrument,
      ]),
    ).values(),
  ];
  return {
    contracts,
    inputs: Object.assign({}, ...LENGTHS.map((length) => feed.getInputs(length, atMs))) as Record<
      string,
      number
    >,
  };
}

/** An engine without accounts; `close` ends one bar in every contract. */
class BarClosingEngine {
  private readonly engine: Engine;
  private readonly random = createSeededRandom('bench fold');
  private state: DeskState = EMPTY_DESK;

  constructor(
    private readonly contracts: readonly Instrument[],
    inputs: Readonly<Record<string, number>>,
  ) {
    this.engine = createEngine(
      createEngineConfig({
        random: this.random,
        marketOf: () => BENCH_MARKET,
        timeZone: 'America/New_York',
        fillsAtOnce: true,
      }),
    );
    this.state = runCycle(this.engine, this.state, {
      type: 'MarketListed',
      market: BENCH_MARKET,
      instruments: contracts,
      staleAfterMs: DAY_MS,
      atMs: START_MS,
    }).state;
    this.state = runCycle(this.engine, this.state, {
      type: 'Inputs',
      market: BENCH_MARKET,
      values: inputs,
      atMs: START_MS,
    }).state;
  }

  /** Ends a bar of one length in every contract. */
  close(length: BarLength, endMs: EpochMs): void {
    for (const { id } of this.contracts) {
      const open = Math.round(
        8000 + 400 * (this.random.uniform(id, Math.floor(endMs / BAR_MS[length])) - 0.5),
      );
      const [openTicks, closeTicks] = [toTicks(open), toTicks(open + (endMs % 7) - 3)];
      const bar = {
        openTicks,
        closeTicks,
        highTicks: toTicks(open + 9),
        lowTicks: toTicks(open - 9),
        startsMs: endMs - BAR_MS[length],
        endsMs: endMs - 1,
      };
      this.state = runCycle(
        this.engine,
        this.state,
        buildMarketEvent(
          {
            type: 'BarClosed',
            market: BENCH_MARKET,
            instrumentId: id,
            quote: buildQuote(closeTicks, 1, endMs - 1),
            bar,
          },
          false,
        ),
      ).state;
    }
  }
}

/** Times `closes` closes of each kind after `warmDays` untimed days. */
export function measureFold(closes: number, warmUpDays = WARM_UP_DAYS): FoldSpeed {
  const { contracts, inputs } = listFollowed(createWorld({ seed: 'bench' }), START_MS);
  const desk = new BarClosingEngine(contracts, inputs);
  let nowMs = START_MS;
  const measureMedianMs = (stepMs: number, lengths: readonly BarLength[], count: number): number =>
    computeMedian(
      Array.from({ length: count }, () => {
        nowMs += stepMs;
        return (
          1000 *
          measureSeconds(() => {
            for (const length of lengths) desk.close(length, nowMs);
          })
        );
      }),
    );
  measureMedianMs(DAY_MS, LENGTHS, warmUpDays);
  return {
    contracts: contracts.length,
    quarterMs: measureMedianMs(BAR_MS['15m'], ['15m'], closes),
    hourMs: measureMedianMs(BAR_MS['1h'], ['15m', '1h'], closes),
    dayMs: measureMedianMs(DAY_MS, LENGTHS, closes),
  };
}
