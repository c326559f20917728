/** Newest weekly ratings and progress of a crop, as USDA publishes them in season. */
import { DAY_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { CROP_STAGES, type RatedChain, getCropSeries, getStageSeries } from './series-catalog';
import type { SeriesValue, VintageReader } from './vintage';

const WEEK_MS = 7 * DAY_MS;
/** An older figure is of a season that has ended. */
const CURRENT_MS = 3 * WEEK_MS;

interface WeekFigure {
  /** The Sunday that ends the week. */
  readonly weekMs: EpochMs;
  /** Percent. */
  readonly value: number;
  /** Against the week before, percentage points; null without it. */
  readonly change: number | null;
}

interface CropReport {
  /** Share rated good or excellent. */
  readonly rating: WeekFigure | null;
  /** The stage of the newest figure, the later one in the season where several are of a week. */
  readonly progress: (WeekFigure & { readonly stage: string }) | null;
}

/** Null figures out of season, and where no source publishes them. */
export function findCropReport(
  reader: VintageReader,
  chain: RatedChain,
  knownMs: EpochMs,
): CropReport {
  const stages = CROP_STAGES[chain].flatMap((stage) => {
    const figure = findWeek(reader, getStageSeries(chain, stage), knownMs);
    return figure ? [{ ...figure, stage }] : [];
  });
  return {
    rating: findWeek(reader, getCropSeries(chain, 'condition'), knownMs),
    progress: stages.reduce<CropReport['progress']>(
      (latest, figure) => (latest && latest.weekMs > figure.weekMs ? latest : figure),
      null,
    ),
  };
}

function findWeek(reader: VintageReader, series: string, knownMs: EpochMs): WeekFigure | null {
  const latest: SeriesValue | null = reader.findLatest(series, knownMs);
  if (!latest || knownMs - latest.validMs > CURRENT_MS) return null;
  const before = reader.findAsOf(series, latest.validMs - WEEK_MS, knownMs);
  return {
    weekMs: latest.validMs,
    value: latest.value,
    change: before ? latest.value - before.value : null,
  };
}
