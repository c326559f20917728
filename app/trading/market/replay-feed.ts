/** Replays bar histories as one market on a single clock. */
import { getContractCosts } from '../domain/contract';
import { assert } from '../domain/outcome';
import type { Instrument } from '../domain/instrument';
import { type Bar, buildQuote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { Feed, MarketEvent } from '../ports';
import { DAY_MS } from '../domain/time';

/** A history for replay. Bars are ordered and do not overlap. */
export interface ReplayHistory {
  readonly instrument: Instrument;
  readonly bars: readonly Bar[];
  /** Median bar interval, milliseconds. */
  readonly intervalMs: number;
}

interface ReplayOptions {
  readonly market: string;
  /** Start; earlier bars are skipped. */
  readonly fromMs?: number | undefined;
  /** End; later bars are skipped. */
  readonly toMs?: number | undefined;
  /** Half-spread in ticks by instrument id; default is that of the contract. */
  readonly halfSpreadTicks?: Readonly<Record<string, number>> | undefined;
}
const STALE_INTERVALS = 5;

/** Ids used by more than one history; such histories cannot be replayed together. */
export function listRepeatedInstruments(histories: readonly ReplayHistory[]): readonly string[] {
  const ids = histories.map(({ instrument }) => instrument.id);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/**
 * A finite feed. Each bar emits `BarOpened` at its start and `BarClosed` at its end. At equal times
 * closes come before opens, in order of the histories. Each call of `events` restarts.
 */
export function createReplayFeed(
  histories: readonly ReplayHistory[],
  options: ReplayOptions,
): Feed {
  assert(
    listRepeatedInstruments(histories).length === 0,
    `a replay shows each instrument once, ${listRepeatedInstruments(histories).join(', ')} came twice`,
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

/** Number of bars of a replay, for progress bars. */
export const countReplayBars = (
  histories: readonly ReplayHistory[],
  options: Pick<ReplayOptions, 'fromMs' | 'toMs'>,
): number => histories.reduce((sum, { bars }) => sum + selectBars(bars, options).length, 0);

interface Track {
  readonly instrumentId: string;
  readonly bars: readonly Bar[];
  readonly halfSpread: number;
}

const buildTrack = ({ instrument, bars }: ReplayHistory, options: ReplayOptions): Track => ({
  instrumentId: instrument.id,
  bars: selectBars(bars, options),
  halfSpread:
    options.halfSpreadTicks?.[instrument.id] ?? getContractCosts(instrument).halfSpreadTicks,
});

function selectBars(
  bars: readonly Bar[],
  { fromMs = -Infinity, toMs = Infinity }: Pick<ReplayOptions, 'fromMs' | 'toMs'>,
): readonly Bar[] {
  const from = bars.findIndex((bar) => bar.startsMs >= fromMs);
  if (from < 0) return [];
  const after = bars.findIndex((bar) => bar.endsMs > toMs);
  return bars.slice(from, after < 0 ? bars.length : after);
}

/** Position in a track: next bar, and whether it is open. */
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
        quote: buildQuote(bar.closeTicks, halfSpread, bar.endsMs),
      };
    else
      yield {
        type: 'BarOpened',
        market,
        instrumentId,
        quote: buildQuote(bar.openTicks, halfSpread, bar.startsMs),
      };
    if (cursor.isOpen) cursor.index += 1;
    cursor.isOpen = !cursor.isOpen;
  }
}

/** The cursor with the earliest event: by time, closes first, then history order. */
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
