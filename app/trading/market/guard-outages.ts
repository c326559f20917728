/** Silences of a feed: when an instrument that should be quoted was not, from when to when. */
import { getContract } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { sessionAt } from './sessions';

/** A silence longer than quotes may be old. `endMs` is null while it lasts. */
export interface Outage {
  readonly beginMs: EpochMs;
  readonly endMs: EpochMs | null;
  readonly instrumentIds: readonly string[];
}

export interface OutageStatus {
  /** Silences that have ended since the start. */
  readonly ended: number;
  /** The newest of them, oldest first. */
  readonly recent: readonly Outage[];
  /** What is silent now; null while everything is quoted. */
  readonly present: Outage | null;
}

export interface OutageWatch {
  /** A quote of an instrument came. */
  heard(instrument: Instrument, atMs: EpochMs): void;
  status(nowMs: EpochMs): OutageStatus;
}

/** `venue`: silent hours are those of the contract's venue. `always`: the market has none. */
export type QuotedHours = 'always' | 'venue';

const RECENT_KEPT = 50;

/** A watch over the instruments of one feed, of which silence up to `staleAfterMs` is usual. */
export function watchOutages(staleAfterMs: number, hours: QuotedHours): OutageWatch {
  const last = new Map<string, { readonly instrument: Instrument; readonly atMs: EpochMs }>();
  let ended = 0;
  let recent: readonly Outage[] = [];
  const isSilence = (instrument: Instrument, fromMs: EpochMs, toMs: EpochMs): boolean => {
    if (toMs - fromMs <= staleAfterMs || fromMs >= (instrument.contract?.expiresMs ?? Infinity))
      return false;
    return (
      hours === 'always' ||
      sessionAt(getContract(instrument.commodity), fromMs + staleAfterMs).isOpen
    );
  };
  return {
    heard(instrument, atMs) {
      const before = last.get(instrument.id);
      last.set(instrument.id, { instrument, atMs });
      if (!before || !isSilence(instrument, before.atMs, atMs)) return;
      const newest = recent.at(-1);
      const isSame =
        newest !== undefined &&
        newest.endMs !== null &&
        Math.abs(newest.beginMs - before.atMs) <= staleAfterMs &&
        Math.abs(newest.endMs - atMs) <= staleAfterMs;
      if (!isSame) ended += 1;
      const joined = isSame
        ? { ...newest, instrumentIds: [...newest.instrumentIds, instrument.id] }
        : { beginMs: before.atMs, endMs: atMs, instrumentIds: [instrument.id] };
      recent = [...(isSame ? recent.slice(0, -1) : recent.slice(1 - RECENT_KEPT)), joined];
    },
    status(nowMs) {
      const silent = [...last.values()].filter(
        ({ instrument, atMs }) =>
          isSilence(instrument, atMs, nowMs) &&
          nowMs < (instrument.contract?.expiresMs ?? Infinity),
      );
      const present =
        silent.length === 0
          ? null
          : {
              beginMs: Math.min(...silent.map(({ atMs }) => atMs)),
              endMs: null,
              instrumentIds: silent.map(({ instrument }) => instrument.id),
            };
      return { ended, recent, present };
    },
  };
}
