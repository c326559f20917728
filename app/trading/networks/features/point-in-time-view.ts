/** Point-in-time data access for features: everything public at the stamp, nothing later. */
import type { EpochMs } from '../../domain/units';
import { resolveInput } from '../../market/inputs/catalog';
import { CYCLES_PER_DAY, type PublicData } from '../../market/inputs/public-data';
import type { ForecastRun, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { DailyMarks, MarksView } from './daily-marks';
import type { RecordView, WeatherRecord } from './weather-record';
import { DAY_MS } from '../../domain/time';

/** Data stores behind views, of a simulated or a real market. */
export interface PublicHistory {
  getPublicData(knownMs: EpochMs): PublicData;
  /** Daily marks of a chain; null for an unknown chain. */
  getMarks(chain: string): DailyMarks | null;
  readonly record: WeatherRecord;
}

/** A view at a stamp. Views of earlier times are cached in it. */
export class PointInTimeView {
  private guardedStores: PublicData | null = null;
  private readonly earlierViews = new Map<number, PointInTimeView>();
  private readonly marksByChain = new Map<string, MarksView | null>();

  constructor(
    private readonly history: PublicHistory,
    readonly stampMs: EpochMs,
  ) {}

  /** Public data at the stamp; throws if a store returns later data. */
  get publicData(): PublicData {
    this.guardedStores ??= guardKnowledge(this.history.getPublicData(this.stampMs), this.stampMs);
    return this.guardedStores;
  }

  /** View at an earlier time. Throws RangeError for a later one. */
  getViewAt(knownMs: EpochMs): PointInTimeView {
    if (!(knownMs <= this.stampMs))
      throw createLookAheadError(this.stampMs, `the market at ${formatMoment(knownMs)}`);
    const cached = this.earlierViews.get(knownMs);
    if (cached) return cached;
    const view = knownMs === this.stampMs ? this : new PointInTimeView(this.history, knownMs);
    this.earlierViews.set(knownMs, view);
    return view;
  }

  /** View `days` earlier. */
  getEarlierView(days: number): PointInTimeView {
    return this.getViewAt(this.stampMs - days * DAY_MS);
  }

  /**
   * Value of a catalogue input; NaN while a component is missing. Throws RangeError for an unknown
   * id.
   */
  getInput(id: string): number {
    return resolveInput(id, this.publicData)?.value ?? NaN;
  }

  /** The newest run of a cell, or the run of the same cycle `backDays` earlier. */
  findRun(cell: MarketCell, backDays = 0): ForecastRun | null {
    if (backDays < 0) throw createLookAheadError(this.stampMs, `a run of ${-backDays} days ahead`);
    return this.publicData.findRun(cell, backDays * CYCLES_PER_DAY);
  }

  getMarks(chain: string): MarksView | null {
    const cached = this.marksByChain.get(chain);
    if (cached !== undefined) return cached;
    const view = this.history.getMarks(chain)?.getView(this.stampMs) ?? null;
    this.marksByChain.set(chain, view);
    return view;
  }

  getRecord(cell: MarketCell): RecordView {
    return this.history.record.getView(cell, this.stampMs);
  }
}

const formatMoment = (ms: EpochMs): string => new Date(ms).toISOString();
const createLookAheadError = (stampMs: EpochMs, description: string): RangeError =>
  new RangeError(
    `a feature stamped ${formatMoment(stampMs)} asked for ${description}, which is later`,
  );

/**
 * Wraps public data with look-ahead checks, which catch both a store that returns later data and a
 * feature that requests it.
 */
export function guardKnowledge(publicData: PublicData, stampMs: EpochMs): PublicData {
  const checkPublished = <T extends { readonly publishedMs: EpochMs } | null>(found: T): T => {
    if (found !== null && found.publishedMs > stampMs)
      throw createLookAheadError(
        stampMs,
        `what was published at ${formatMoment(found.publishedMs)}`,
      );
    return found;
  };
  const checkMoment = (knownMs: EpochMs): void => {
    if (knownMs > stampMs)
      throw createLookAheadError(stampMs, `a series as known at ${formatMoment(knownMs)}`);
  };
  checkMoment(publicData.knownMs);
  let warnings: readonly WeatherWarning[] | null = null;
  return {
    knownMs: publicData.knownMs,
    ...(publicData.lacksExpectations ? { lacksExpectations: true } : {}),
    ...(publicData.lacksStormWarnings ? { lacksStormWarnings: true } : {}),
    findRun(cell, backCycles) {
      if (backCycles < 0) throw createLookAheadError(stampMs, 'a run that was not issued yet');
      return checkPublished(publicData.findRun(cell, backCycles));
    },
    listWarnings: () => (warnings ??= publicData.listWarnings().map(checkPublished)),
    vintages: {
      findAsOf: (series, validMs, knownMs) => (
        checkMoment(knownMs),
        checkPublished(publicData.vintages.findAsOf(series, validMs, knownMs))
      ),
      findLatest: (series, knownMs) => (
        checkMoment(knownMs),
        checkPublished(publicData.vintages.findLatest(series, knownMs))
      ),
      listHistory: (series, fromMs, untilMs, knownMs) => (
        checkMoment(knownMs),
        publicData.vintages.listHistory(series, fromMs, untilMs, knownMs).map(checkPublished)
      ),
    },
    listCurve: (chain) => publicData.listCurve(chain),
    listReports: (sinceMs) =>
      publicData.listReports(sinceMs).map((report) => {
        if (report.atMs > stampMs)
          throw createLookAheadError(stampMs, `the ${report.kind} of ${formatMoment(report.atMs)}`);
        return report;
      }),
  };
}
