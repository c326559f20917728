/** Log of warning phases in all vintages. */
import type { EpochMs } from '../domain/units';
import type { WeatherWarning } from './bulletin';
import { DAY_MS } from '../domain/time';

interface WarningLog {
  /**
   * Adds a phase; false when one of this publication exists. Throws RangeError for an invalid one.
   */
  add(warning: WeatherWarning): boolean;
  /** Latest phase of each warning that ended at most a day ago, by publication, then id. */
  listAsOf(knownMs: EpochMs): readonly WeatherWarning[];
  /** Removes warnings published and ended before a time. */
  removeBefore(beforeMs: EpochMs): void;
  /** Number of stored phases. */
  countPhases(): number;
}

const CURRENT_AFTER_END_MS = DAY_MS;

/** Creates an empty log. */
export function createWarningLog(): WarningLog {
  /** Phases by id, each list in order of publication. */
  const phases = new Map<string, WeatherWarning[]>();
  return {
    add(warning) {
      const { id, fromMs, untilMs, publishedMs } = warning;
      if (id === '' || ![fromMs, untilMs, publishedMs].every(Number.isFinite))
        throw new RangeError(
          `a warning needs an id and three times, got '${id}', ${fromMs}, ${untilMs}, ${publishedMs}`,
        );
      const earlier = phases.get(id) ?? [];
      if (earlier.some((phase) => phase.publishedMs === publishedMs)) return false;
      phases.set(
        id,
        [...earlier, warning].sort((a, b) => a.publishedMs - b.publishedMs),
      );
      return true;
    },
    listAsOf(knownMs) {
      const latest = [...phases.values()].flatMap((each) =>
        each.filter(({ publishedMs }) => publishedMs <= knownMs).slice(-1),
      );
      return filterCurrentWarnings(latest, knownMs);
    },
    removeBefore(beforeMs) {
      for (const [id, each] of phases) {
        const last = each.at(-1);
        if (last && last.publishedMs < beforeMs && last.untilMs < beforeMs) phases.delete(id);
      }
    },
    countPhases: () => [...phases.values()].reduce((sum, each) => sum + each.length, 0),
  };
}

/** Phases that ended at most `afterMs` ago (default one day), by publication, then id. */
export const filterCurrentWarnings = (
  newest: readonly WeatherWarning[],
  knownMs: EpochMs,
  afterMs: number = CURRENT_AFTER_END_MS,
): readonly WeatherWarning[] =>
  newest
    .filter((warning) => knownMs - getEndMs(warning) <= afterMs)
    .sort((a, b) => a.publishedMs - b.publishedMs || (a.id < b.id ? -1 : 1));

/** End of a warning: its planned end, or an earlier cancellation. */
const getEndMs = ({ phase, untilMs, publishedMs }: WeatherWarning): EpochMs =>
  phase === 'cancelled' || phase === 'ended' ? Math.min(untilMs, publishedMs) : untilMs;
