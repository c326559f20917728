/**
 * Daily impact of a forecast on demand, supply and yields of a product.
 *
 * Sources: gas burned per degree day and well freeze-offs from weekly storage history and Texas
 * 2021; yield damage above 29, 30 and 32 C (Schlenker and Roberts 2009); frost and freeze
 * thresholds of growers for coffee and oranges. Dryness is measured in months of normal rain.
 */
import { computeExpectedAbove, computeExpectedBelow } from '../domain/normal-distribution';
import type { ForecastDay, ForecastRun } from './bulletin';
import type { MarketCell } from './cell';
import { getClimate, computeSeasonWeight } from './climate-table';
import {
  type CellWeights,
  DEGREE_DAY_BASE_F,
  GAS_COOLING_WEIGHTS,
  GAS_HEATING_WEIGHTS,
  OIL_HEATING_WEIGHTS,
} from './demand-weights';
import { DAY_MS } from '../domain/time';

/** Forecast fields that impacts use; wind, rain and sunshine are null where not forecast. */
export type ImpactDay = Pick<
  ForecastDay,
  'dayMs' | 'meanF' | 'spreadF' | 'rainInches' | 'windMph' | 'sunShare'
>;

/** A daily quantity of a product, summed over cells, in `unit`. */
export interface Flow {
  readonly id: string;
  readonly unit: string;
  readonly description: string;
  readonly cells: readonly MarketCell[];
  /** Null where the day lacks a figure that the quantity needs. */
  readonly computeDay: (day: ImpactDay, cell: MarketCell) => number | null;
}

/** Expected heating degree days of a day, deg F. */
export const computeHeating = ({ meanF, spreadF }: ImpactDay): number =>
  computeExpectedBelow(meanF, spreadF, DEGREE_DAY_BASE_F);
/** Expected cooling degree days of a day, deg F. */
export const computeCooling = ({ meanF, spreadF }: ImpactDay): number =>
  computeExpectedAbove(meanF, spreadF, DEGREE_DAY_BASE_F);
const computeDegreesAboveC = ({ meanF, spreadF }: ImpactDay, baseC: number): number =>
  computeExpectedAbove(meanF, spreadF, 32 + 1.8 * baseC) / 1.8;
const computeDegreesBelowF = ({ meanF, spreadF }: ImpactDay, baseF: number): number =>
  computeExpectedBelow(meanF, spreadF, baseF);

const MONTH_DAYS = 30;
/** Rain deficit of a day in months of normal rain; negative when wet. Null without rain. */
export function computeDryness(
  { dayMs, rainInches }: Pick<ImpactDay, 'dayMs' | 'rainInches'>,
  cell: MarketCell,
): number | null {
  if (rainInches === null) return null;
  const normal = getClimate(cell, dayMs).rainInches;
  return (normal - rainInches) / normal / MONTH_DAYS;
}

const createWeightLookup = (weights: CellWeights): ((cell: MarketCell) => number) => {
  const byCell = new Map<MarketCell, number>(weights);
  return (cell) => byCell.get(cell) ?? 0;
};
const buildCells = (...views: readonly CellWeights[]): readonly MarketCell[] => [
  ...new Set(views.flatMap((weights) => weights.map(([cell]) => cell))),
];
const getGasHeatingWeight = createWeightLookup(GAS_HEATING_WEIGHTS);
const getGasCoolingWeight = createWeightLookup(GAS_COOLING_WEIGHTS);
const getOilHeatingWeight = createWeightLookup(OIL_HEATING_WEIGHTS);

/** Supply loss in Bcf/d per deg F below these daily means, West and North Texas. */
const FROZEN_WELLS: Partial<Record<MarketCell, { readonly baseF: number; readonly bcf: number }>> =
  { LBB: { baseF: 20, bcf: 0.25 }, DFW: { baseF: 22, bcf: 0.35 } };
const computeFrozenSupply = (day: ImpactDay, cell: MarketCell): number => {
  const wells = FROZEN_WELLS[cell];
  return wells ? wells.bcf * computeDegreesBelowF(day, wells.baseF) : 0;
};
const BCF_PER_HEATING = 1.6;
const BCF_PER_COOLING = 1.15;

export const GAS_HEATING_FLOW: Flow = {
  id: 'gas-weighted heating',
  unit: 'deg F day',
  description: 'gas-weighted heating degree days',
  cells: buildCells(GAS_HEATING_WEIGHTS),
  computeDay: (day, cell) => getGasHeatingWeight(cell) * computeHeating(day),
};
export const GAS_DEGREES_FLOW: Flow = {
  id: 'gas-weighted degree days',
  unit: 'deg F day',
  description: 'gas-weighted degree days',
  cells: buildCells(GAS_HEATING_WEIGHTS, GAS_COOLING_WEIGHTS),
  computeDay: (day, cell) =>
    getGasHeatingWeight(cell) * computeHeating(day) +
    getGasCoolingWeight(cell) * computeCooling(day),
};
export const GAS_BALANCE_FLOW: Flow = {
  id: 'gas balance',
  unit: 'Bcf',
  description: 'weather-driven gas demand and well freeze-offs',
  cells: buildCells(GAS_HEATING_WEIGHTS, GAS_COOLING_WEIGHTS, [['LBB', 1]]),
  computeDay: (day, cell) =>
    BCF_PER_HEATING * getGasHeatingWeight(cell) * computeHeating(day) +
    BCF_PER_COOLING * getGasCoolingWeight(cell) * computeCooling(day) +
    computeFrozenSupply(day, cell),
};
export const OIL_HEATING_FLOW: Flow = {
  id: 'northeast heating',
  unit: 'deg F day',
  description: 'Northeast heating degree days',
  cells: buildCells(OIL_HEATING_WEIGHTS),
  computeDay: (day, cell) => getOilHeatingWeight(cell) * computeHeating(day),
};

/**
 * Yield loss of a field crop: per deg C day above a base and per month of missing rain, weighted by
 * bloom.
 */
export interface FieldCrop {
  readonly cells: readonly MarketCell[];
  readonly baseC: number;
  readonly heat: number;
  readonly dry: number;
  /** Center and width of the sensitive period, days of the year. */
  readonly bloom: readonly [center: number, width: number];
}

/** Below this seasonal weight the loss is zero. */
const STAGE_MIN = 0.01;

/** Null in the sensitive period without rain; at other times rain does not matter. */
function computeFieldLoss(
  { cells, baseC, heat, dry, bloom }: FieldCrop,
  day: ImpactDay,
  cell: MarketCell,
): number | null {
  const stage = computeSeasonWeight(day.dayMs, ...bloom);
  if (stage < STAGE_MIN) return 0;
  const dryness = computeDryness(day, cell);
  if (dryness === null) return null;
  return (stage * (heat * computeDegreesAboveC(day, baseC) + dry * dryness)) / cells.length;
}

/** Yield loss of a tree crop: per deg F below a base and per month of missing rain at bloom. */
interface TreeCrop {
  readonly baseF: number;
  readonly cold: number;
  readonly dry: number;
  readonly bloom: readonly [center: number, width: number];
}

/** Null without rain: the sensitive period has no end. */
function computeTreeLoss(
  { baseF, cold, dry, bloom }: TreeCrop,
  day: ImpactDay,
  cell: MarketCell,
): number | null {
  const dryness = computeDryness(day, cell);
  if (dryness === null) return null;
  return (
    cold * computeDegreesBelowF(day, baseF) +
    dry * computeSeasonWeight(day.dayMs, ...bloom) * dryness
  );
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
/** Bloom: coffee September to November, oranges March and April. */
export const COFFEE_BLOOM = [290, 30] as const;
export const ORANGE_BLOOM = [80, 30] as const;

const buildYieldFlow = (
  id: string,
  description: string,
  cells: readonly MarketCell[],
  computeDay: Flow['computeDay'],
): Flow => ({ id, unit: 'share of the yield', description, cells, computeDay });

export const CORN_FLOW = buildYieldFlow(
  'corn yield loss',
  'corn yield loss from heat and drought at pollination',
  CORN.cells,
  (day, cell) => computeFieldLoss(CORN, day, cell),
);
export const SOYBEAN_FLOW = buildYieldFlow(
  'soybean yield loss',
  'soybean yield loss from heat and drought at pod fill',
  SOYBEANS.cells,
  (day, cell) => computeFieldLoss(SOYBEANS, day, cell),
);
export const WHEAT_FLOW = buildYieldFlow(
  'wheat yield loss',
  'wheat yield loss from winterkill and spring drought',
  WHEAT.cells,
  (day, cell) => {
    const fieldLoss = computeFieldLoss(WHEAT, day, cell);
    return fieldLoss === null ? null : fieldLoss + 0.0035 * computeDegreesBelowF(day, WINTERKILL_F);
  },
);
export const COTTON_FLOW = buildYieldFlow(
  'cotton yield loss',
  'cotton yield loss from heat and drought in West Texas',
  COTTON.cells,
  (day, cell) => computeFieldLoss(COTTON, day, cell),
);
export const COFFEE_FLOW = buildYieldFlow(
  'coffee yield loss',
  'coffee yield loss from frost and dry flowering',
  ['MGB'],
  (day, cell) =>
    computeTreeLoss({ baseF: FROST_F, cold: 0.018, dry: 0.03, bloom: COFFEE_BLOOM }, day, cell),
);
export const ORANGE_FLOW = buildYieldFlow(
  'orange yield loss',
  'orange yield loss from freezes and dry bloom',
  ['LAK'],
  (day, cell) =>
    computeTreeLoss({ baseF: FREEZE_F, cold: 0.016, dry: 0.04, bloom: ORANGE_BLOOM }, day, cell),
);
export const BRAZIL_DRYNESS_FLOW: Flow = {
  id: 'dryness of Brazil',
  unit: 'months of rain',
  description: 'rain deficit in Minas Gerais',
  cells: ['MGB'],
  computeDay: computeDryness,
};

/** Climatological day of a cell. */
export function getNormalDay(cell: MarketCell, dayMs: number): ImpactDay {
  const { meanF, sdF, rainInches, windMph } = getClimate(cell, dayMs);
  return { dayMs, meanF, spreadF: sdF, rainInches, windMph, sunShare: NORMAL_SUN };
}
const NORMAL_SUN = 0.7;

const runFlowCache = new WeakMap<ForecastRun, Map<Flow, Float64Array>>();

/** Flow of each day of a run, NaN where a figure is missing; cached per run. */
function getRunFlow(flow: Flow, run: ForecastRun): Float64Array {
  const flows = runFlowCache.get(run) ?? new Map<Flow, Float64Array>();
  if (flows.size === 0) runFlowCache.set(run, flows);
  const cached = flows.get(flow);
  if (cached) return cached;
  const computed = Float64Array.from(
    run.days,
    (day) => flow.computeDay(day, run.cell as MarketCell) ?? Number.NaN,
  );
  flows.set(flow, computed);
  return computed;
}

/**
 * Sums a flow over days with `fromMs` <= day <= `untilMs`. Days after the run are skipped; null
 * where one of its days lacks a figure that the flow needs, since the sum of the others would not
 * be that of the same days in another run.
 */
export function sumFlow(
  flow: Flow,
  run: ForecastRun,
  fromMs: number,
  untilMs: number,
): number | null {
  const perDay = getRunFlow(flow, run);
  let sum = 0;
  for (let index = 0; index < perDay.length; index += 1) {
    const dayMs = run.days[index]?.dayMs ?? NaN;
    if (dayMs >= fromMs && dayMs <= untilMs) sum += perDay[index] ?? 0;
  }
  return Number.isNaN(sum) ? null : sum;
}

/** Cache of normal flows by day and cell, shared by overlapping windows. */
const normalFlowCache = new WeakMap<Flow, Map<number, Float64Array>>();
const CACHED_DAYS_MAX = 1024;

function getNormalByCell(flow: Flow, dayMs: number): Float64Array {
  const days = normalFlowCache.get(flow) ?? new Map<number, Float64Array>();
  if (days.size === 0) normalFlowCache.set(flow, days);
  const cached = days.get(dayMs);
  if (cached) return cached;
  if (days.size >= CACHED_DAYS_MAX) days.clear();
  // Climatology has all figures.
  const computed = Float64Array.from(
    flow.cells,
    (cell) => flow.computeDay(getNormalDay(cell, dayMs), cell) ?? Number.NaN,
  );
  days.set(dayMs, computed);
  return computed;
}

/** Sums the climatological flow over `fromMs` to `untilMs`. */
export function sumNormalFlow(flow: Flow, fromMs: number, untilMs: number): number {
  const days: Float64Array[] = [];
  for (let dayMs = fromMs; dayMs <= untilMs; dayMs += DAY_MS)
    days.push(getNormalByCell(flow, dayMs));
  let sum = 0;
  for (let cell = 0; cell < flow.cells.length; cell += 1)
    for (const day of days) sum += day[cell] ?? 0;
  return sum;
}
