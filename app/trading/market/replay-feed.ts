/**
 * Histories played back as one market: every bar opens and closes in its turn on a single clock.
 */
import { contractCosts } from '../domain/contract';
import { assert } from '../domain/outcome';
import type { Instrument } from '../domain/instrument';
import { type Bar, quoteAround } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { Feed, MarketEvent } from '../ports';
import { DAY_MS } from '../domain/time';

/**
 * What a replay needs of a history: an imported file has it. Bars are in time order and do not
 * overlap.
 */
export interface ReplayHistory {
  readonly instrument: Instrument;
  readonly bars: readonly Bar[];
  /** The usual distance from bar to bar, milliseconds. */
  readonly intervalMs: number;
}

interface ReplayOptions {
  readonly market: string;
  /** Bars that begin earlier are left out. */
  readonly fromMs?: number | undefined;
  /** Bars that end later are left out. */
  readonly toMs?: number | undefined;
  /**
   * Ticks from the last price to bid and to ask by instrument id; without an entry half of the
   * contract's usual spread.
   */
  readonly halfSpreadTicks?: Readonly<Record<string, number>> | undefined;
}
const STALE_INTERVALS = 5;

/** The ids that more than one of the histories would use: they cannot be replayed together. */
export function repeatedInstruments(histories: readonly ReplayHistory[]): readonly string[] {
  const ids = histories.map(({ instrument }) => instrument.id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/**
 * A feed that ends. Each bar gives `BarOpened` at its start and `BarClosed` at its end; at one
 * moment bars close before others open,
 * and instruments keep the order of the histories. Each call of `events` begins anew with the same
 * events.
 */
export function replayFeed(histories: readonly ReplayHistory[], options: ReplayOptions): Feed {
  assert(
    repeatedInstruments(histories).length === 0,
    `a replay shows each instrument once, ${repeatedInstruments(histories).join(', ')} came twice`,
  );
  const tracks = histories.map((history) => buildTrack(history, options));
  const interval = Math.max(0, ...histories.map(({ intervalMs }) => intervalMs));
  return {
    market: options.market,
    instruments: histories.map(({ instrument }) => instrument),
    staleAfterMs:
      interval >= DAY_MS
        ? Math.max(STALE_INTERVALS * DAY_MS, STALE_INTERVALS * interval)
        : STALE_INTERVALS * interval,
    barMs: (commodity) =>
      histories.find(({ instrument }) => instrument.commodity === commodity)?.intervalMs ??
      interval,
    events: () => mergeTracks(options.market, tracks),
  };
}

/** How many bars a replay with these options will show: what a progress bar counts to. */
export const replayBars = (
  histories: readonly ReplayHistory[],
  options: Pick<ReplayOptions, 'fromMs' | 'toMs'>,
): number => histories.reduce((sum, { bars }) => sum + buildWindow(bars, options).length, 0);

interface Track {
  readonly instrumentId: string;
  readonly bars: readonly Bar[];
  readonly halfSpread: number;
}

const buildTrack = ({ instrument, bars }: ReplayHistory, options: ReplayOptions): Track => ({
  instrumentId: instrument.id,
  bars: buildWindow(bars, options),
  halfSpread: options.halfSpreadTicks?.[instrument.id] ?? contractCosts(instrument).halfSpreadTicks,
});

function buildWindow(
  bars: readonly Bar[],
  { fromMs = -Infinity, toMs = Infinity }: Pick<ReplayOptions, 'fromMs' | 'toMs'>,
): readonly Bar[] {
  const from = bars.findIndex((bar) => bar.startsMs >= fromMs);
  if (from < 0) return [];
  const after = bars.findIndex((bar) => bar.endsMs > toMs);
  return bars.slice(from, after < 0 ? bars.length : after);
}

/** Where a track stands: its next bar, and whether that bar has opened. */
interface Cursor {
  readonly track: Track;
  index: number;
  isOpen: boolean;
}

function* mergeTracks(market: string, tracks: readonly Track[]): Generator<MarketEvent> {
  const cursors: Cursor[] = tracks.map((track) => ({ track, index: 0, isOpen: false }));
  for (let next = findEarliest(cursors); next !== null; next = findEarliest(cursors)) {
    const { cursor, bar } = next;
    const { instrumentId, halfSpread } = cursor.track;
    if (cursor.isOpen)
      yield {
        type: 'BarClosed',
        market,
        instrumentId,
        bar,
        quote: quoteAround(bar.closeTicks, halfSpread, bar.endsMs),
      };
    else
      yield {
        type: 'BarOpened',
        market,
        instrumentId,
        quote: quoteAround(bar.openTicks, halfSpread, bar.startsMs),
      };
    if (cursor.isOpen) cursor.index += 1;
    cursor.isOpen = !cursor.isOpen;
  }
}

/**
 * The cursor with the earliest event: by time, then closing before opening, then the order of the
 * histories.
 */
function findEarliest(
  cursors: readonly Cursor[],
): { readonly cursor: Cursor; readonly bar: Bar } | null {
  let best: { cursor: Cursor; bar: Bar; atMs: EpochMs } | null = null;
  for (const cursor of cursors) {
    const bar = cursor.track.bars[cursor.index];
    if (!bar) continue;
    const atMs = cursor.isOpen ? bar.endsMs : bar.startsMs;
    if (
      best === null ||
      atMs < best.atMs ||
      (atMs === best.atMs && cursor.isOpen && !best.cursor.isOpen)
    )
      best = { cursor, bar, atMs };
  }
  return best;
}
