/**
 * Where each crop stands: growing degree days since planting, and the stage by them or by the
 * calendar.
 *
 * Sources: stages of corn by growing degree days of base 50 F from Neild & Newman 1990, Growing
 * Season Characteristics and Requirements
 * in the Corn Belt (NCH-40), for a hybrid of 2,700; usual dates from the US Department of
 * Agriculture, Agricultural Handbook 628.
 */
import { computeMean } from '../statistics/sample';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { DayReading } from './archive-reader';
import type { CellWeight } from './places';
import { DAY_MS } from '../domain/time';

const BASE_F = 50;
const CEILING_F = 86;

/**
 * Growing degree days of a day, 86/50 method: high and low are held between 50 F and 86 F, and 50
 * is taken off their middle.
 */
export function growingDegreeDays(highF: number, lowF: number): number {
  const held = (value: number): number => Math.min(CEILING_F, Math.max(BASE_F, value));
  return (held(highF) + held(lowF)) / 2 - BASE_F;
}

interface Stage {
  readonly name: string;
  /** Growing degree days since planting, or month and day from which it is usual. */
  readonly from: number | readonly [number, number];
}

export interface Crop {
  readonly name: string;
  readonly commodity: CommodityKey;
  readonly cells: readonly CellWeight[];
  /** Usual planting, month 1 to 12 and day; null for trees. */
  readonly planted: readonly [number, number] | null;
  /** Days from planting until the crop is off the field; 0 for trees. */
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

/**
 * Every crop in the order of the commodities. Stages by the calendar are in the order of the
 * calendar year.
 */
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
   * Growing degree days since planting to the end of yesterday; null for trees, between seasons and
   * with no days.
   */
  readonly growing: number | null;
  /** The mean of the earlier years at the same day; null without two of them. */
  readonly growingNormal: number | null;
}
const YEARS_LEAST = 2;
const YEARS_MAX = 6;

function stageByCalendar(
  { stages: all }: Crop,
  todayMs: EpochMs,
): { stage: string; next: string | null } {
  const date = new Date(todayMs);
  const place = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const begun = all.filter(
    ({ from }) => typeof from !== 'number' && from[0] * 100 + from[1] <= place,
  );
  return {
    stage: begun[begun.length - 1]?.name ?? '',
    next: (all[begun.length] ?? all[1])?.name ?? null,
  };
}

function stageByGrowth(
  { stages: all }: Crop,
  growing: number | null,
): { stage: string; next: string | null } {
  if (growing === null) return { stage: 'between seasons', next: all[0]?.name ?? null };
  const begun = all.filter(({ from }) => typeof from === 'number' && from <= growing);
  return { stage: begun[begun.length - 1]?.name ?? '', next: all[begun.length]?.name ?? null };
}

function grownIn(days: readonly DayReading[], fromMs: EpochMs, untilMs: EpochMs): number | null {
  const own = days.filter(({ dayMs }) => dayMs >= fromMs && dayMs < untilMs);
  if (own.length < 0.9 * ((untilMs - fromMs) / DAY_MS)) return null;
  return own.reduce((sum, { highF, lowF }) => sum + growingDegreeDays(highF, lowF), 0);
}

/** Usual planting at or before a day, when the crop then planted may still stand. */
function plantedBefore({ planted, seasonDays }: Crop, todayMs: EpochMs): EpochMs | null {
  if (!planted) return null;
  const year = new Date(todayMs).getUTCFullYear();
  const [month, date] = planted;
  const plantedMs =
    Date.UTC(year, month - 1, date) <= todayMs
      ? Date.UTC(year, month - 1, date)
      : Date.UTC(year - 1, month - 1, date);
  return (todayMs - plantedMs) / DAY_MS <= seasonDays ? plantedMs : null;
}

function grownNormally(
  days: readonly DayReading[],
  plantedMs: EpochMs,
  todayMs: EpochMs,
): number | null {
  const shifted = (atMs: EpochMs, years: number): EpochMs => {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate());
  };
  const earlier = Array.from({ length: YEARS_MAX }, (_, index) =>
    grownIn(days, shifted(plantedMs, index + 1), shifted(todayMs, index + 1)),
  );
  const known = earlier.filter((sum) => sum !== null);
  return known.length < YEARS_LEAST ? null : computeMean(known);
}

/** How a crop stands on a UTC day, from the days of its area. */
export function cropState(crop: Crop, days: readonly DayReading[], todayMs: EpochMs): CropState {
  const plantedMs = plantedBefore(crop, todayMs);
  const growing = plantedMs === null ? null : grownIn(days, plantedMs, todayMs);
  const { stage, next } =
    crop.method === 'calendar' ? stageByCalendar(crop, todayMs) : stageByGrowth(crop, growing);
  return {
    stage,
    next,
    plantedMs,
    growing,
    growingNormal:
      plantedMs === null || growing === null ? null : grownNormally(days, plantedMs, todayMs),
  };
}
