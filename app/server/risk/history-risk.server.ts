// What the risk of a history is made of: its own bars, day by day, up to where it has been played.
import type { MarketRisk } from '../../models/risk/market-risk';
import type { OneRisk } from './risk-worker.server';
import type { DailyMoves } from '../../trading/risk/daily-moves';
import { type Instrument, priceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { Feed, MarketEvent } from '../../trading/ports';
import { DAY_MS } from '../../trading/domain/time';

/** Days that are kept: as many as a simulated market tells. */
const DAYS_KEPT = 1500;
const NO_SHOCKS =
  'A history has no weather that could be changed, so that nothing can be stressed.';
const NO_BARS = 'This feed tells no bars of the past, so that no daily moves can be made of it.';

/** Reads a history behind the desk, which goes by `nowMs`: no bar that ends later. */
export function historyRisk(feed: Feed, nowMs: () => EpochMs): OneRisk {
  const events = feed.events();
  const days = Symbol.iterator in events ? new HistoryDays(feed, events[Symbol.iterator]()) : null;
  let known: MarketRisk = {
    market: feed.market,
    untilMs: null,
    madeMs: null,
    moves: new Map(),
    shocks: [],
    shifts: [],
    reason: days ? null : NO_BARS,
    stressReason: days ? NO_SHOCKS : NO_BARS,
  };
  return {
    latest() {
      const untilMs = Math.floor(nowMs() / DAY_MS) * DAY_MS;
      if (days && untilMs !== known.untilMs)
        known = { ...known, untilMs, madeMs: nowMs(), moves: days.movesUntil(untilMs) };
      return known;
    },
    work: () => ({ progress: null, againFromMs: null }),
    again: () => 'impossible',
    async stop() {},
  };
}

/** Last prices of days, read once and in order. */
class HistoryDays {
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

  /** Moves of the days that had ended at a midnight. */
  movesUntil(untilMs: EpochMs): ReadonlyMap<string, DailyMoves> {
    const instruments = new Map(
      this.feed.instruments.map((instrument) => [instrument.id, instrument]),
    );
    for (; this.next !== null && getEventMs(this.next) < untilMs; this.advance()) {
      if (this.next.type !== 'BarClosed') continue;
      const { instrumentId, bar } = this.next;
      const instrument = instruments.get(instrumentId);
      if (!instrument) continue;
      const own = this.closes.get(instrumentId) ?? new Map<number, number>();
      this.closes.set(instrumentId, own);
      own.set(Math.floor(bar.endsMs / DAY_MS), priceNumber(instrument, bar.closeTicks));
    }
    return this.moves(instruments);
  }

  /** Days on which anything traded: a chain that did not has a move of nothing then. */
  private moves(instruments: ReadonlyMap<string, Instrument>): ReadonlyMap<string, DailyMoves> {
    const traded = [...new Set([...this.closes.values()].flatMap((own) => [...own.keys()]))]
      .sort((a, b) => a - b)
      .slice(-DAYS_KEPT - 1);
    return new Map(
      [...this.closes].map(([id, own]) => [
        id,
        movesOver(id, traded, own, instruments.get(id)?.priceMayBeNegative === true),
      ]),
    );
  }
}

/** Amounts where the price may pass through zero, else ratios; from the chain's first day on. */
function movesOver(
  chain: string,
  days: readonly number[],
  closes: ReadonlyMap<number, number>,
  byAmount: boolean,
): DailyMoves {
  const values: number[] = [];
  let last: number | null = null;
  for (const day of days) {
    const close: number | null = closes.get(day) ?? last;
    if (last !== null && close !== null) values.push(byAmount ? close - last : close / last - 1);
    last = close;
  }
  return { chain, kind: byAmount ? 'amount' : 'ratio', values: Float64Array.from(values) };
}

const getEventMs = (event: MarketEvent): EpochMs =>
  event.type === 'BarClosed' ? event.bar.endsMs : event.quote.atMs;
