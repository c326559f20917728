/**
 * Crop stages by growing degree days since planting or by calendar.
 *
 * Sources: corn stages by growing degree days of base 50 F from Neild & Newman 1990, Growing Season
 * Characteristics and Requirements in the Corn Belt (NCH-40), for a hybrid of 2,700; typical dates
 * from the US Department of Agriculture, Agricultural Handbook 628.
 */
import { computeMean } from '../statistics/sample';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { DayReading } from './archive-reader';
import type { CellWeight } from './cell-weights';
import { DAY_MS } from '../domain/time';

const BASE_F = 50;
const CEILING_F = 86;

/**
 * Growing degree days by the 86/50 method: mean of high and low, each clamped to 50-86 F, minus 50.
 */
export function computeGrowingDegreeDays(highF: number, lowF: number): number {
  const clampTemperature = (value: number): number => Math.min(CEILING_F, Math.max(BASE_F, value));
  return (clampTemperature(highF) + clampTemperature(lowF)) / 2 - BASE_F;
}

interface Stage {
  readonly name: string;
  /** Start of the stage: growing degree days since planting, or typical month and day. */
  readonly from: number | readonly [number, number];
}

export interface Crop {
  readonly name: string;
  readonly commodity: CommodityKey;
  readonly cells: readonly CellWeight[];
  /** Typical planting, month (1 to 12) and day; null for trees. */
  readonly planted: readonly [number, number] | null;
  /** Days from planting to end of harvest; 0 for trees. */
  readonly seasonDays: number;
  readonly method: 'growing degree days' | 'calendar';
  readonly stages: readonly Stage[];
}

const CORN_STAGES: readonly Stage[] = [
  { name: 'planted', from: 0 },
  { name: 'two leaves', from: 200 },
  { name: 'four leaves', from: 345 },
  { name: 'six leaves', from: 475 },
  { name: 'ten leaves', from: 740 },
  { name: 'fourteen leaves', from: 1000 },
  { name: 'silking and pollination', from: 1400 },
  { name: 'blister', from: 1660 },
  { name: 'dough', from: 1925 },
  { name: 'denting', from: 2190 },
  { name: 'dented', from: 2450 },
  { name: 'mature', from: 2700 },
];

const buildStages = (...rows: readonly (readonly [string, number, number])[]): readonly Stage[] =>
  rows.map(([name, month, date]) => ({ name, from: [month, date] }));
const CORN_BELT: readonly CellWeight[] = [
  { cell: 'DSM', weight: 0.5 },
  { cell: 'CHI', weight: 0.5 },
];

/** All crops in commodity order. Calendar stages are in calendar order. */
export const CROPS: readonly Crop[] = [
  {
    name: 'Corn, Iowa and Illinois',
    commodity: 'corn',
    cells: CORN_BELT,
    planted: [5, 1],
    seasonDays: 200,
    method: 'growing degree days',
    stages: CORN_STAGES,
  },
  {
    name: 'Soybeans, Iowa and Illinois',
    commodity: 'soybeans',
    cells: CORN_BELT,
    planted: [5, 15],
    seasonDays: 170,
    method: 'calendar',
    stages: buildStages(
      ['fallow', 1, 1],
      ['planting', 5, 10],
      ['leaves', 6, 5],
      ['blooming', 7, 5],
      ['setting and filling pods', 7, 25],
      ['dropping leaves', 9, 10],
      ['harvest', 9, 25],
      ['fallow', 11, 1],
    ),
  },
  {
    name: 'Winter wheat, Kansas',
    commodity: 'wheat',
    cells: [{ cell: 'ICT', weight: 1 }],
    planted: [9, 25],
    seasonDays: 290,
    method: 'calendar',
    stages: buildStages(
      ['dormant', 1, 1],
      ['green-up', 3, 1],
      ['jointing', 4, 1],
      ['heading and filling', 5, 8],
      ['harvest', 6, 15],
      ['fallow', 7, 10],
      ['planting', 9, 15],
      ['tillering', 10, 20],
      ['dormant', 12, 1],
    ),
  },
  {
    name: 'Oranges, Florida',
    commodity: 'orange-juice',
    cells: [{ cell: 'LAK', weight: 1 }],
    planted: null,
    seasonDays: 0,
    method: 'calendar',
    stages: buildStages(
      ['harvest, open to freezes', 1, 1],
      ['bloom and Valencia harvest', 3, 1],
      ['fruit set', 4, 15],
      ['fruit growth', 6, 1],
      ['ripening, open to hurricanes', 9, 1],
      ['harvest', 11, 1],
    ),
  },
  {
    name: 'Coffee, Minas Gerais',
    commodity: 'coffee',
    cells: [{ cell: 'MGB', weight: 1 }],
    planted: null,
    seasonDays: 0,
    method: 'calendar',
    stages: buildStages(
      ['beans filling', 1, 1],
      ['ripening', 4, 1],
      ['harvest, open to frost', 5, 15],
      ['dormant, end of harvest', 8, 15],
      ['flowering', 9, 15],
      ['fruit set', 12, 1],
    ),
  },
  {
    name: 'Cotton, West Texas',
    commodity: 'cotton',
    cells: [{ cell: 'LBB', weight: 1 }],
    planted: [5, 15],
    seasonDays: 220,
    method: 'calendar',
    stages: buildStages(
      ['fallow', 1, 1],
      ['planting', 5, 5],
      ['squaring', 6, 20],
      ['setting bolls', 7, 20],
      ['bolls opening', 9, 1],
      ['harvest', 10, 10],
      ['fallow', 12, 20],
    ),
  },
];

interface CropState {
  readonly stage: string;
  readonly next: string | null;
  readonly plantedMs: EpochMs | null;
  /**
   * Growing degree days from planting to the end of yesterday; null for trees, between seasons and
   * without data.
   */
  readonly growing: number | null;
  /** Mean of earlier years at the same date; null with fewer than two. */
  readonly growingNormal: number | null;
}
const YEARS_MIN = 2;
const YEARS_MAX = 6;

function findStageByCalendar(
  { stages: all }: Crop,
  todayMs: EpochMs,
): { stage: string; next: string | null } {
  const date = new Date(todayMs);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const reached = all.filter(
    ({ from }) => typeof from !== 'number' && from[0] * 100 + from[1] <= monthDay,
  );
  return {
    stage: reached[reached.length - 1]?.name ?? '',
    next: (all[reached.length] ?? all[1])?.name ?? null,
  };
}

function findStageByGrowth(
  { stages: all }: Crop,
  growing: number | null,
): { stage: string; next: string | null } {
  if (growing === null) return { stage: 'between seasons', next: all[0]?.name ?? null };
  const reached = all.filter(({ from }) => typeof from === 'number' && from <= growing);
  return {
    stage: reached[reached.length - 1]?.name ?? '',
    next: all[reached.length]?.name ?? null,
  };
}

function sumGrowingDegreeDays(
  days: readonly DayReading[],
  fromMs: EpochMs,
  untilMs: EpochMs,
): number | null {
  const inSpan = days.filter(({ dayMs }) => dayMs >= fromMs && dayMs < untilMs);
  if (inSpan.length < 0.9 * ((untilMs - fromMs) / DAY_MS)) return null;
  return inSpan.reduce((sum, { highF, lowF }) => sum + computeGrowingDegreeDays(highF, lowF), 0);
}

/** Latest typical planting date, if that crop can still be in the field. */
function findPlanting({ planted, seasonDays }: Crop, todayMs: EpochMs): EpochMs | null {
  if (!planted) return null;
  const year = new Date(todayMs).getUTCFullYear();
  const [month, date] = planted;
  const plantedMs =
    Date.UTC(year, month - 1, date) <= todayMs
      ? Date.UTC(year, month - 1, date)
      : Date.UTC(year - 1, month - 1, date);
  return (todayMs - plantedMs) / DAY_MS <= seasonDays ? plantedMs : null;
}

function computeNormalGrowth(
  days: readonly DayReading[],
  plantedMs: EpochMs,
  todayMs: EpochMs,
): number | null {
  const shiftYears = (atMs: EpochMs, years: number): EpochMs => {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate());
  };
  const earlier = Array.from({ length: YEARS_MAX }, (_, index) =>
    sumGrowingDegreeDays(days, shiftYears(plantedMs, index + 1), shiftYears(todayMs, index + 1)),
  );
  const complete = earlier.filter((sum) => sum !== null);
  return complete.length < YEARS_MIN ? null : computeMean(complete);
}

/** State of a crop on a UTC day, from the days of its area. */
export function getCropState(crop: Crop, days: readonly DayReading[], todayMs: EpochMs): CropState {
  const plantedMs = findPlanting(crop, todayMs);
  const growing = plantedMs === null ? null : sumGrowingDegreeDays(days, plantedMs, todayMs);
  const { stage, next } =
    crop.method === 'calendar'
      ? findStageByCalendar(crop, todayMs)
      : findStageByGrowth(crop, growing);
  return {
    stage,
    next,
    plantedMs,
    growing,
    growingNormal:
      plantedMs === null || growing === null ? null : computeNormalGrowth(days, plantedMs, todayMs),
  };
}
