// Market risk of a replayed history: daily moves of its bars up to the replay time.
import type { MarketRisk } from '../../models/risk/market-risk';
import type { MarketRiskReader } from './risk-worker.server';
import type { DailyMoves } from '../../trading/risk/daily-moves';
import { type Instrument, toPriceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { Feed, MarketEvent } from '../../trading/ports';
import { DAY_MS } from '../../trading/domain/time';

/** Maximum days of moves, as for the simulated market. */
const DAYS_MAX = 1500;
const NO_SHOCKS = 'No stress tests: replayed history has no simulated weather.';
const NO_BARS = 'No risk figures: this feed has no historical bars.';

/** `nowMs` is desk time; bars that end later are not used. */
export function createHistoryRisk(feed: Feed, nowMs: () => EpochMs): MarketRiskReader {
  const events = feed.events();
  const days = Symbol.iterator in events ? new DailyCloses(feed, events[Symbol.iterator]()) : null;
  let current: MarketRisk = {
    market: feed.market,
    untilMs: null,
    computedMs: null,
    moves: new Map(),
    shocks: [],
    shifts: [],
    reason: days ? null : NO_BARS,
    stressReason: days ? NO_SHOCKS : NO_BARS,
  };
  return {
    getLatest() {
      const untilMs = Math.floor(nowMs() / DAY_MS) * DAY_MS;
      if (days && untilMs !== current.untilMs)
        current = {
          ...current,
          untilMs,
          computedMs: nowMs(),
          moves: days.computeMovesUntil(untilMs),
        };
      return current;
    },
    getWork: () => ({ progress: null, againFromMs: null }),
    requestRefresh: () => 'impossible',
    hasFailed: () => false,
    async stop() {},
  };
}

/** Daily closes, read once in time order. */
class DailyCloses {
  private readonly closes = new Map<string, Map<number, number>>();
  private next: MarketEvent | null = null;

  constructor(
    private readonly feed: Feed,
    private readonly events: Iterator<MarketEvent>,
  ) {
    this.advance();
  }

  private advance(): void {
    const step = this.events.next();
    this.next = step.done === true ? null : step.value;
  }

  /** Moves of the days that ended by midnight `untilMs`. */
  computeMovesUntil(untilMs: EpochMs): ReadonlyMap<string, DailyMoves> {
    const instruments = new Map(
      this.feed.instruments.map((instrument) => [instrument.id, instrument]),
    );
    for (; this.next !== null && getEventMs(this.next) < untilMs; this.advance()) {
      if (this.next.type !== 'BarClosed') continue;
      const { instrumentId, bar } = this.next;
      const instrument = instruments.get(instrumentId);
      if (!instrument) continue;
      const closes = this.closes.get(instrumentId) ?? new Map<number, number>();
      this.closes.set(instrumentId, closes);
      closes.set(Math.floor(bar.endsMs / DAY_MS), toPriceNumber(instrument, bar.closeTicks));
    }
    return this.computeMoves(instruments);
  }

  /** Covers days on which any contract traded; a contract without a trade has a zero move. */
  private computeMoves(
    instruments: ReadonlyMap<string, Instrument>,
  ): ReadonlyMap<string, DailyMoves> {
    const traded = [...new Set([...this.closes.values()].flatMap((closes) => [...closes.keys()]))]
      .sort((a, b) => a - b)
      .slice(-DAYS_MAX - 1);
    return new Map(
      [...this.closes].map(([id, closes]) => [
        id,
        computeDailyMoves(id, traded, closes, instruments.get(id)?.priceMayBeNegative === true),
      ]),
    );
  }
}

/** Differences if the price can be negative, else returns, from the first traded day on. */
function computeDailyMoves(
  chain: string,
  days: readonly number[],
  closes: ReadonlyMap<number, number>,
  isAmount: boolean,
): DailyMoves {
  const values: number[] = [];
  let previousClose: number | null = null;
  for (const day of days) {
    const close: number | null = closes.get(day) ?? previousClose;
    if (previousClose !== null && close !== null)
      values.push(isAmount ? close - previousClose : close / previousClose - 1);
    previousClose = close;
  }
  return { chain, kind: isAmount ? 'amount' : 'ratio', values: Float64Array.from(values) };
}

const getEventMs = (event: MarketEvent): EpochMs =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;
