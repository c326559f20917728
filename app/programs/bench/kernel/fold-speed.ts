// What the whole catalogue costs a live desk when bars close: every contract that it follows, every
// playbook that is folded there.
import { deskConfig } from '../../../server/desk/desk-config.server';
import { playbookFeed } from '../../../server/feeds/playbook-feed.server';
import type { Instrument } from '../../../trading/domain/instrument';
import { quoteAround } from '../../../trading/domain/quote';
import { type EpochMs, toTicks } from '../../../trading/domain/units';
import { runCycle } from '../../../trading/engine/cycle';
import { type Engine, createEngine } from '../../../trading/engine/engine';
import { buildMarketInput } from '../../../trading/engine/inputs';
import { type DeskState, EMPTY_DESK } from '../../../trading/engine/state';
import { seededRandom } from '../../../trading/random';
import { worldKnowledge } from '../../../trading/simulation/knowledge';
import { type World, createWorld } from '../../../trading/simulation/world';
import { computeMedian } from '../../../trading/statistics/quantile';
import { BAR_MS, type BarLength } from '../../../trading/strategies/playbook';
import { measureSeconds } from '../engine-speed';
import { BENCH_MARKET } from '../synthetic';

export interface FoldSpeed {
  readonly contracts: number;
  /**
   * Milliseconds of one core when a quarter closes alone, with an hour, and with the hour and the
   * day; medians.
   */
  readonly quarterMs: number;
  readonly hourMs: number;
  readonly dayMs: number;
}

/** Early in the world, which has to be folded up to there for what is known then. */
const START_MS: EpochMs = Date.UTC(2010, 5, 1);
const DAY_MS = BAR_MS['1d'];
/** Days folded before the first is timed, so that most rules have what they look back on. */
const WARM_DAYS = 40;
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];

/**
 * What a desk follows, two months of every chain and the legs of all spreads, and what is known of
 * the inputs.
 */
function followedBy(
  world: World,
  atMs: EpochMs,
): {
  readonly contracts: readonly Instrument[];
  readonly inputs: Readonly<Record<string, number>>;
} {
  const feed = playbookFeed(worldKnowledge(world), (chain, whenMs) =>
    world.monthsAt(chain, whenMs),
  );
  const contracts = [
    ...new Map(
      [...world.listedAt(atMs), ...feed.legsAt(atMs)].map((instrument) => [
        instrument.id,
        instrument,
      ]),
    ).values(),
  ];
  return {
    contracts,
    inputs: Object.assign({}, ...LENGTHS.map((length) => feed.inputsAt(length, atMs))) as Record<
      string,
      number
    >,
  };
}

/** A desk without books, on which the bars of all contracts close length by length. */
class FoldingDesk {
  private readonly engine: Engine;
  private readonly random = seededRandom('bench fold');
  private state: DeskState = EMPTY_DESK;

  constructor(
    private readonly followed: readonly Instrument[],
    inputs: Readonly<Record<string, number>>,
  ) {
    this.engine = createEngine(
      deskConfig({
        random: this.random,
        marketOf: () => BENCH_MARKET,
        timeZone: 'America/New_York',
        fillsAtOnce: true,
      }),
    );
    this.state = runCycle(this.engine, this.state, {
      type: 'MarketListed',
      market: BENCH_MARKET,
      instruments: followed,
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

  /** Bars of one length end at a moment in every contract. */
  close(length: BarLength, endMs: EpochMs): void {
    for (const { id } of this.followed) {
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
        buildMarketInput(
          {
            type: 'BarClosed',
            market: BENCH_MARKET,
            instrumentId: id,
            quote: quoteAround(closeTicks, 1, endMs - 1),
            bar,
          },
          false,
        ),
      ).state;
    }
  }
}

/** Times so many closes of each kind, after so many days that are not timed. */
export function measureFold(closes: number, warmDays = WARM_DAYS): FoldSpeed {
  const { contracts, inputs } = followedBy(createWorld({ seed: 'bench' }), START_MS);
  const desk = new FoldingDesk(contracts, inputs);
  let nowMs = START_MS;
  const timed = (stepMs: number, lengths: readonly BarLength[], count: number): number =>
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
  timed(DAY_MS, LENGTHS, warmDays);
  return {
    contracts: contracts.length,
    quarterMs: timed(BAR_MS['15m'], ['15m'], closes),
    hourMs: timed(BAR_MS['1h'], ['15m', '1h'], closes),
    dayMs: timed(DAY_MS, LENGTHS, closes),
  };
}
