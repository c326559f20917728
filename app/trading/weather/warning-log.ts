/** Warnings as they were published: each phase of each warning, for ever in its vintage. */
import type { EpochMs } from '../domain/units';
import type { WeatherWarning } from './bulletin';
import { DAY_MS } from '../domain/time';

interface WarningLog {
  /**
   * False when this warning has a phase of this publication already. Throws RangeError when it is
   * none.
   */
  add(warning: WeatherWarning): boolean;
  /**
   * The newest phase of each warning that had not been over for more than a day, by publication,
   * then id.
   */
  asOf(knownMs: EpochMs): readonly WeatherWarning[];
  /** Forgets warnings whose last word and end lie before a moment. */
  forget(beforeMs: EpochMs): void;
  /** Phases kept. */
  size(): number;
}

const SHOWN_AFTER_MS = DAY_MS;

/** An empty log. */
export function warningLog(): WarningLog {
  /** Phases by id, each list in order of publication. */
  const phases = new Map<string, WeatherWarning[]>();
  return {
    add(warning) {
      const { id, fromMs, untilMs, publishedMs } = warning;
      if (id === '' || ![fromMs, untilMs, publishedMs].every(Number.isFinite))
        throw new RangeError(
          `a warning needs an id and three times, got '${id}', ${fromMs}, ${untilMs}, ${publishedMs}`,
        );
      const known = phases.get(id) ?? [];
      if (known.some((phase) => phase.publishedMs === publishedMs)) return false;
      phases.set(
        id,
        [...known, warning].sort((a, b) => a.publishedMs - b.publishedMs),
      );
      return true;
    },
    asOf(knownMs) {
      const standing = [...phases.values()].flatMap((each) =>
        each.filter(({ publishedMs }) => publishedMs <= knownMs).slice(-1),
      );
      return shownWarnings(standing, knownMs);
    },
    forget(beforeMs) {
      for (const [id, each] of phases) {
        const last = each.at(-1);
        if (last && last.publishedMs < beforeMs && last.untilMs < beforeMs) phases.delete(id);
      }
    },
    size: () => [...phases.values()].reduce((sum, each) => sum + each.length, 0),
  };
}

/**
 * Of the newest phases those that have not been over for more than a day, or than `afterMs`, by
 * publication, then id.
 */
export const shownWarnings = (
  newest: readonly WeatherWarning[],
  knownMs: EpochMs,
  afterMs: number = SHOWN_AFTER_MS,
): readonly WeatherWarning[] =>
  newest
    .filter((warning) => knownMs - overMs(warning) <= afterMs)
    .sort((a, b) => a.publishedMs - b.publishedMs || (a.id < b.id ? -1 : 1));

/** When a warning is over: with its time, or with the word that says so. */
const overMs = ({ phase, untilMs, publishedMs }: WeatherWarning): EpochMs =>
  phase === 'cancelled' || phase === 'ended' ? Math.min(untilMs, publishedMs) : untilMs;
