/**
 * What the features of a network may see: all that was public at one moment, the stamp, and nothing
 * of later.
 */
import type { EpochMs } from '../../domain/units';
import { resolveInput } from '../../market/inputs/catalogue';
import { CYCLES_PER_DAY, type PublicKnowledge } from '../../market/inputs/knowledge';
import type { ForecastRun, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { DailyMarks, MarksView } from './daily-marks';
import type { RecordView, WeatherRecord } from './weather-record';
import { DAY_MS } from '../../domain/time';

/** The stores behind views, of a simulated market or of a real one. */
export interface PublicPast {
  known(knownMs: EpochMs): PublicKnowledge;
  /** Daily marks of a chain; null for one that nobody marks. */
  marks(chain: string): DailyMarks | null;
  readonly record: WeatherRecord;
}

/** A view at a stamp. Views of earlier moments are reached through it and kept with it. */
export class PointInTimeView {
  private guarded: PublicKnowledge | null = null;
  private readonly earlier = new Map<number, PointInTimeView>();
  private readonly marked = new Map<string, MarksView | null>();

  constructor(
    private readonly past: PublicPast,
    readonly stampMs: EpochMs,
  ) {}

  /** What was public at the stamp; its stores answer for no later moment. */
  get known(): PublicKnowledge {
    this.guarded ??= guardedKnowledge(this.past.known(this.stampMs), this.stampMs);
    return this.guarded;
  }

  /** The view at an earlier moment. Throws RangeError for a later one. */
  at(knownMs: EpochMs): PointInTimeView {
    if (!(knownMs <= this.stampMs))
      throw createTooLateError(this.stampMs, `the market at ${moment(knownMs)}`);
    const known = this.earlier.get(knownMs);
    if (known) return known;
    const made = knownMs === this.stampMs ? this : new PointInTimeView(this.past, knownMs);
    this.earlier.set(knownMs, made);
    return made;
  }

  /** The view so many days before. */
  before(days: number): PointInTimeView {
    return this.at(this.stampMs - days * DAY_MS);
  }

  /**
   * A figure of the catalogue of inputs; NaN while something that it is made of is missing. Throws
   * RangeError for an id that the catalogue does not have.
   */
  input(id: string): number {
    return resolveInput(id, this.known)?.value ?? NaN;
  }

  /** The newest run of a cell, or that of the same cycle so many days before. */
  run(cell: MarketCell, backDays = 0): ForecastRun | null {
    if (backDays < 0) throw createTooLateError(this.stampMs, `a run of ${-backDays} days ahead`);
    return this.known.run(cell, backDays * CYCLES_PER_DAY);
  }

  marks(chain: string): MarksView | null {
    const known = this.marked.get(chain);
    if (known !== undefined) return known;
    const made = this.past.marks(chain)?.asOf(this.stampMs) ?? null;
    this.marked.set(chain, made);
    return made;
  }

  record(cell: MarketCell): RecordView {
    return this.past.record.asOf(cell, this.stampMs);
  }
}

const moment = (ms: EpochMs): string => new Date(ms).toISOString();
const createTooLateError = (stampMs: EpochMs, what: string): RangeError =>
  new RangeError(`a feature stamped ${moment(stampMs)} asked for ${what}, which is later`);

/**
 * The same knowledge with a guard before each answer: a store that tells too much is caught as well
 * as a feature that asks too much.
 */
export function guardedKnowledge(known: PublicKnowledge, stampMs: EpochMs): PublicKnowledge {
  const check = <T extends { readonly publishedMs: EpochMs } | null>(found: T): T => {
    if (found !== null && found.publishedMs > stampMs)
      throw createTooLateError(stampMs, `what was published at ${moment(found.publishedMs)}`);
    return found;
  };
  const checkMoment = (knownMs: EpochMs): void => {
    if (knownMs > stampMs)
      throw createTooLateError(stampMs, `a series as known at ${moment(knownMs)}`);
  };
  checkMoment(known.knownMs);
  let warned: readonly WeatherWarning[] | null = null;
  return {
    knownMs: known.knownMs,
    run(cell, backCycles) {
      if (backCycles < 0) throw createTooLateError(stampMs, 'a run that was not issued yet');
      return check(known.run(cell, backCycles));
    },
    warnings: () => (warned ??= known.warnings().map(check)),
    vintages: {
      asOf: (series, validMs, knownMs) => (
        checkMoment(knownMs),
        check(known.vintages.asOf(series, validMs, knownMs))
      ),
      latest: (series, knownMs) => (
        checkMoment(knownMs),
        check(known.vintages.latest(series, knownMs))
      ),
      history: (series, fromMs, untilMs, knownMs) => (
        checkMoment(knownMs),
        known.vintages.history(series, fromMs, untilMs, knownMs).map(check)
      ),
    },
    curve: (chain) => known.curve(chain),
    reports: (sinceMs) =>
      known.reports(sinceMs).map((report) => {
        if (report.atMs > stampMs)
          throw createTooLateError(stampMs, `the ${report.kind} of ${moment(report.atMs)}`);
        return report;
      }),
  };
}
