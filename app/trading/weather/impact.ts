/**
 * What a public forecast means for a product: demand it burns, supply it freezes, yield it costs,
 * day by day.
 *
 * Sources: gas burnt per degree day and frozen wells per degree from the weekly storage history and
 * Texas 2021; yields above 29, 30 and 32 C
 * (Schlenker and Roberts 2009); frost and freeze thresholds of coffee and oranges as growers use
 * them. Dryness counts months of normal rain that stay away.
 */
import { expectedAbove, expectedBelow } from '../domain/normal-curve';
import type { ForecastDay, ForecastRun } from './bulletin';
import type { MarketCell } from './cell';
import { climateAt, seasonBell } from './climate-table';
import {
  type CellWeights,
  DEGREE_DAY_BASE_F,
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  OIL_HEATING_WEIGHTS,
} from './demand-weights';
import { DAY_MS } from '../domain/time';

/** The part of a forecast day that impacts are made of. */
export type ImpactDay = Pick<
  ForecastDay,
  'dayMs' | 'meanF' | 'spreadF' | 'rainInches' | 'windMph' | 'sunShare'
>;

/** A flow of a product: what one day at one cell adds to it, in `unit`. */
export interface Flow {
  readonly id: string;
  readonly unit: string;
  readonly description: string;
  readonly cells: readonly MarketCell[];
  readonly ofDay: (day: ImpactDay, cell: MarketCell) => number;
}

/** Expected heating degree days of a day, deg F. */
export const computeHeating = ({ meanF, spreadF }: ImpactDay): number =>
  expectedBelow(meanF, spreadF, DEGREE_DAY_BASE_F);
/** Expected cooling degree days of a day, deg F. */
export const computeCooling = ({ meanF, spreadF }: ImpactDay): number =>
  expectedAbove(meanF, spreadF, DEGREE_DAY_BASE_F);
const degreesAboveC = ({ meanF, spreadF }: ImpactDay, baseC: number): number =>
  expectedAbove(meanF, spreadF, 32 + 1.8 * baseC) / 1.8;
const degreesBelowF = ({ meanF, spreadF }: ImpactDay, baseF: number): number =>
  expectedBelow(meanF, spreadF, baseF);

const MONTH_DAYS = 30;
/** Months of normal rain that a day withholds; below zero when it is wetter than usual. */
export function computeDryness(day: ImpactDay, cell: MarketCell): number {
  const normal = climateAt(cell, day.dayMs).rainInches;
  return (normal - day.rainInches) / normal / MONTH_DAYS;
}

const weightIn = (weights: CellWeights): ((cell: MarketCell) => number) => {
  const byCell = new Map<MarketCell, number>(weights);
  return (cell) => byCell.get(cell) ?? 0;
};
const buildCells = (...views: readonly CellWeights[]): readonly MarketCell[] => [
  ...new Set(views.flatMap((weights) => weights.map(([cell]) => cell))),
];
const gasHeat = weightIn(GAS_HEATING_WEIGHTS);
const gasCool = weightIn(GAS_COOLING_WEIGHTS);
const oilHeat = weightIn(OIL_HEATING_WEIGHTS);

/**
 * Bcf/d that a degree of cold below these daily means takes from the wells of West and North Texas.
 */
const FROZEN_WELLS: Partial<Record<MarketCell, { readonly baseF: number; readonly bcf: number }>> =
  { LBB: { baseF: 20, bcf: 0.25 }, DFW: { baseF: 22, bcf: 0.35 } };
const computeFrozen = (day: ImpactDay, cell: MarketCell): number => {
  const wells = FROZEN_WELLS[cell];
  return wells ? wells.bcf * degreesBelowF(day, wells.baseF) : 0;
};
const BCF_PER_HEATING = 1.6;
const BCF_PER_COOLING = 1.15;

export const GAS_HEATING_FLOW: Flow = {
  id: 'gas-weighted heating',
  unit: 'deg F day',
  description: 'heating degree days weighted by the gas that they burn',
  cells: buildCells(GAS_HEATING_WEIGHTS),
  ofDay: (day, cell) => gasHeat(cell) * computeHeating(day),
};
export const GAS_DEGREES_FLOW: Flow = {
  id: 'gas-weighted degree days',
  unit: 'deg F day',
  description: 'heating and cooling degree days weighted by the gas that they burn',
  cells: buildCells(GAS_HEATING_WEIGHTS, GAS_COOLING_WEIGHTS),
  ofDay: (day, cell) => gasHeat(cell) * computeHeating(day) + gasCool(cell) * computeCooling(day),
};
export const GAS_BALANCE_FLOW: Flow = {
  id: 'gas balance',
  unit: 'Bcf',
  description: 'gas burnt for warmth and cooling and gas frozen in at the wells',
  cells: buildCells(GAS_HEATING_WEIGHTS, GAS_COOLING_WEIGHTS, [['LBB', 1]]),
  ofDay: (day, cell) =>
    BCF_PER_HEATING * gasHeat(cell) * computeHeating(day) +
    BCF_PER_COOLING * gasCool(cell) * computeCooling(day) +
    computeFrozen(day, cell),
};
export const OIL_HEATING_FLOW: Flow = {
  id: 'northeast heating',
  unit: 'deg F day',
  description: 'heating degree days of the Northeast',
  cells: buildCells(OIL_HEATING_WEIGHTS),
  ofDay: (day, cell) => oilHeat(cell) * computeHeating(day),
};

/**
 * What a field crop loses: heat above a base per degree C day and dryness per month of rain, both
 * in bloom.
 */
export interface FieldCrop {
  readonly cells: readonly MarketCell[];
  readonly baseC: number;
  readonly heat: number;
  readonly dry: number;
  /** Day of the year on which it matters most, and days to each side. */
  readonly bloom: readonly [center: number, width: number];
}

/** A crop ends growing: so far into the tails of its season nothing counts. */
const STAGE_MIN = 0.01;

function fieldLoss(
  { cells, baseC, heat, dry, bloom }: FieldCrop,
  day: ImpactDay,
  cell: MarketCell,
): number {
  const stage = seasonBell(day.dayMs, ...bloom);
  return stage < STAGE_MIN
    ? 0
    : (stage * (heat * degreesAboveC(day, baseC) + dry * computeDryness(day, cell))) / cells.length;
}

export const CORN: FieldCrop = {
  cells: ['DSM', 'CHI'],
  baseC: 29,
  heat: 0.0042,
  dry: 0.06,
  bloom: [197, 22],
};
export const SOYBEANS: FieldCrop = {
  cells: ['DSM', 'CHI'],
  baseC: 30,
  heat: 0.0036,
  dry: 0.056,
  bloom: [221, 24],
};
export const WHEAT: FieldCrop = {
  cells: ['ICT'],
  baseC: 28,
  heat: 0.006,
  dry: 0.12,
  bloom: [125, 26],
};
export const COTTON: FieldCrop = {
  cells: ['LBB'],
  baseC: 32,
  heat: 0.004,
  dry: 0.11,
  bloom: [204, 35],
};
const WINTERKILL_F = 12;
const FROST_F = 48.5;
const FREEZE_F = 47;
/** Coffee flowers from September to November, oranges in March and April. */
export const COFFEE_BLOOM = [290, 30] as const;
export const ORANGE_BLOOM = [80, 30] as const;

const yieldFlow = (
  id: string,
  description: string,
  cells: readonly MarketCell[],
  ofDay: Flow['ofDay'],
): Flow => ({ id, unit: 'share of the yield', description, cells, ofDay });

export const CORN_FLOW = yieldFlow(
  'corn yield loss',
  'corn that heat and dryness cost at pollination',
  CORN.cells,
  (day, cell) => fieldLoss(CORN, day, cell),
);
export const SOYBEAN_FLOW = yieldFlow(
  'soybean yield loss',
  'soybeans that heat and dryness cost while pods fill',
  SOYBEANS.cells,
  (day, cell) => fieldLoss(SOYBEANS, day, cell),
);
export const WHEAT_FLOW = yieldFlow(
  'wheat yield loss',
  'wheat that cold kills in winter and dryness costs in spring',
  WHEAT.cells,
  (day, cell) => fieldLoss(WHEAT, day, cell) + 0.0035 * degreesBelowF(day, WINTERKILL_F),
);
export const COTTON_FLOW = yieldFlow(
  'cotton yield loss',
  'cotton that heat and dryness cost in West Texas',
  COTTON.cells,
  (day, cell) => fieldLoss(COTTON, day, cell),
);
export const COFFEE_FLOW = yieldFlow(
  'coffee yield loss',
  'coffee that frost and a dry flowering cost',
  ['MGB'],
  (day, cell) =>
    0.018 * degreesBelowF(day, FROST_F) +
    0.03 * seasonBell(day.dayMs, ...COFFEE_BLOOM) * computeDryness(day, cell),
);
export const ORANGE_FLOW = yieldFlow(
  'orange yield loss',
  'oranges that freezes and a dry bloom cost',
  ['LAK'],
  (day, cell) =>
    0.016 * degreesBelowF(day, FREEZE_F) +
    0.04 * seasonBell(day.dayMs, ...ORANGE_BLOOM) * computeDryness(day, cell),
);
export const BRAZIL_DRYNESS_FLOW: Flow = {
  id: 'dryness of Brazil',
  unit: 'months of rain',
  description: 'rain that stays away from Minas Gerais',
  cells: ['MGB'],
  ofDay: computeDryness,
};

/** A normal day of a place, as the climate has it. */
export function normalDay(cell: MarketCell, dayMs: number): ImpactDay {
  const { meanF, sdF, rainInches, windMph } = climateAt(cell, dayMs);
  return { dayMs, meanF, spreadF: sdF, rainInches, windMph, sunShare: NORMAL_SUN };
}
const NORMAL_SUN = 0.7;

const known = new WeakMap<ForecastRun, Map<Flow, Float64Array>>();

/**
 * What each day of a run adds to a flow, in the order of its days; worked out once for each run.
 */
function flowOfRun(flow: Flow, run: ForecastRun): Float64Array {
  const flows = known.get(run) ?? new Map<Flow, Float64Array>();
  if (flows.size === 0) known.set(run, flows);
  const told = flows.get(flow);
  if (told) return told;
  const made = Float64Array.from(run.days, (day) => flow.ofDay(day, run.cell as MarketCell));
  flows.set(flow, made);
  return made;
}

/**
 * Adds up a flow over the days of a run with `fromMs` <= day <= `untilMs`; days that the run does
 * not have are left out.
 */
export function flowBetween(flow: Flow, run: ForecastRun, fromMs: number, untilMs: number): number {
  const perDay = flowOfRun(flow, run);
  let sum = 0;
  for (let index = 0; index < perDay.length; index += 1) {
    const dayMs = run.days[index]?.dayMs ?? NaN;
    if (dayMs >= fromMs && dayMs <= untilMs) sum += perDay[index] ?? 0;
  }
  return sum;
}

/** Normal days of a flow, cell by cell: windows of neighboring days ask for the same ones. */
const normals = new WeakMap<Flow, Map<number, Float64Array>>();
const NORMAL_DAYS_KEPT = 1024;

function computeNormal(flow: Flow, dayMs: number): Float64Array {
  const days = normals.get(flow) ?? new Map<number, Float64Array>();
  if (days.size === 0) normals.set(flow, days);
  const known = days.get(dayMs);
  if (known) return known;
  if (days.size >= NORMAL_DAYS_KEPT) days.clear();
  const made = Float64Array.from(flow.cells, (cell) => flow.ofDay(normalDay(cell, dayMs), cell));
  days.set(dayMs, made);
  return made;
}

/** The same flow over days that are as the climate has them. */
export function normalFlow(flow: Flow, fromMs: number, untilMs: number): number {
  const days: Float64Array[] = [];
  for (let dayMs = fromMs; dayMs <= untilMs; dayMs += DAY_MS) days.push(computeNormal(flow, dayMs));
  let sum = 0;
  for (let cell = 0; cell < flow.cells.length; cell += 1)
    for (const day of days) sum += day[cell] ?? 0;
  return sum;
}
