/** Outages of a feed: periods without expected quotes. */
import { getContract } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { getSession } from './sessions';

/** A period without quotes longer than the stale limit. `endMs` is null while it lasts. */
export interface Outage {
  readonly beginMs: EpochMs;
  readonly endMs: EpochMs | null;
  readonly instrumentIds: readonly string[];
}

export interface OutageStatus {
  /** Number of ended outages since the start. */
  readonly ended: number;
  /** Recent outages, oldest first. */
  readonly recent: readonly Outage[];
  /** Current outage; null while all instruments are quoted. */
  readonly present: Outage | null;
}

export interface OutageWatch {
  /** Records a quote. */
  recordQuote(instrument: Instrument, atMs: EpochMs): void;
  getStatus(nowMs: EpochMs): OutageStatus;
}

/** `venue`: closed hours of the venue are no outage. `always`: the market never closes. */
export type QuotedHours = 'always' | 'venue';

const RECENT_MAX = 50;

/** Watches the instruments of one feed; gaps up to `staleAfterMs` are normal. */
export function createOutageWatch(staleAfterMs: number, hours: QuotedHours): OutageWatch {
  const last = new Map<string, { readonly instrument: Instrument; readonly atMs: EpochMs }>();
  let ended = 0;
  let recent: readonly Outage[] = [];
  const isSilence = (instrument: Instrument, fromMs: EpochMs, toMs: EpochMs): boolean => {
    if (toMs - fromMs <= staleAfterMs || fromMs >= (instrument.contract?.expiresMs ?? Infinity))
      return false;
    return (
      hours === 'always' ||
      getSession(getContract(instrument.commodity), fromMs + staleAfterMs).isOpen
    );
  };
  return {
    recordQuote(instrument, atMs) {
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
      recent = [...(isSame ? recent.slice(0, -1) : recent.slice(1 - RECENT_MAX)), joined];
    },
    getStatus(nowMs) {
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
