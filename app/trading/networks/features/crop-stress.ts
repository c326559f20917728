/**
 * Crop stress by cause: heat by the hour, and dryness around the bloom.
 *
 * Heat counts by the hour (Schlenker and Roberts 2009): a day with a mean well below the base can
 * have an afternoon above it.
 */
import { computeExpectedAbove } from '../../domain/normal-distribution';
import { computeRevision, getLastDay } from '../../market/inputs/revisions';
import { sumValues } from '../../statistics/sample';
import { type ForecastRun, LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { computeSeasonWeight } from '../../weather/climate-table';
import {
  COFFEE_BLOOM,
  CORN,
  COTTON,
  type FieldCrop,
  type Flow,
  type ImpactDay,
  ORANGE_BLOOM,
  SOYBEANS,
  WHEAT,
  computeDryness,
} from '../../weather/impact';
import type { PointInTimeView } from './point-in-time-view';
import { PRODUCTS } from './impact-products';
import { getMidnight } from '../../domain/time';

/** Half the daily temperature range, °F, and eight points of the daily cycle. */
const HALF_SPAN_F = 10;
const COSINES = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) =>
  Math.cos((2 * Math.PI * (eighth + 0.5)) / 8),
);
/** Dryness matters for longer than the bloom, by this factor. */
const DRYNESS_WIDTH_FACTOR = 1.4;
const STAGE_MIN = 0.01;

const computeStage = (
  { dayMs }: ImpactDay,
  [center, width]: readonly [number, number],
  widthFactor: number,
): number => {
  const stage = computeSeasonWeight(dayMs, center, widthFactor * width);
  return stage < STAGE_MIN ? 0 : stage;
};

/** Mean °C above a base over the day. */
const computeHeatHours = ({ meanF, spreadF }: ImpactDay, baseC: number): number =>
  COSINES.reduce(
    (sum, cosine) =>
      sum + computeExpectedAbove(meanF + HALF_SPAN_F * cosine, spreadF, 32 + 1.8 * baseC),
    0,
  ) /
  COSINES.length /
  1.8;

const buildFlow = (id: string, cells: readonly MarketCell[], ofDay: Flow['computeDay']): Flow => ({
  id,
  unit: 'share of the yield',
  description: id,
  cells,
  computeDay: ofDay,
});

function buildHeatFlow(chain: string, { cells, baseC, heat, bloom }: FieldCrop): Flow {
  return buildFlow(`heat on ${chain}`, cells, (day) => {
    const stage = computeStage(day, bloom, 1);
    return stage === 0 ? 0 : (stage * heat * computeHeatHours(day, baseC)) / cells.length;
  });
}

function buildDrynessFlow(
  chain: string,
  cells: readonly MarketCell[],
  fraction: number,
  bloom: readonly [number, number],
): Flow {
  return buildFlow(`dryness of ${chain}`, cells, (day, cell) => {
    const stage = computeStage(day, bloom, DRYNESS_WIDTH_FACTOR);
    if (stage === 0) return 0;
    const dryness = computeDryness(day, cell);
    return dryness === null ? null : (stage * fraction * dryness) / cells.length;
  });
}

const FIELD_CROPS: Readonly<Record<string, FieldCrop>> = {
  CORN,
  SOYB: SOYBEANS,
  WHEAT,
  CT: COTTON,
};
const HEAT_FLOWS: Readonly<Record<string, Flow | undefined>> = Object.fromEntries(
  Object.entries(FIELD_CROPS).map(([chain, crop]) => [chain, buildHeatFlow(chain, crop)]),
);
const DRYNESS_FLOWS: Readonly<Record<string, Flow | undefined>> = {
  ...Object.fromEntries(
    Object.entries(FIELD_CROPS).map(([chain, { cells, dry, bloom }]) => [
      chain,
      buildDrynessFlow(chain, cells, dry, bloom),
    ]),
  ),
  KC: buildDrynessFlow('KC', ['MGB'], 0.03, COFFEE_BLOOM),
  OJ: buildDrynessFlow('OJ', ['LAK'], 0.04, ORANGE_BLOOM),
};

function computeFlowRevision(
  flows: typeof HEAT_FLOWS,
  view: PointInTimeView,
  chain: string,
  backDays: number,
): number {
  const flow = flows[chain];
  if (!flow) return 0;
  const revision = computeRevision(flow, [0, LEAD_DAYS_MAX], view.publicData, backDays);
  return revision
    ? ((PRODUCTS[chain]?.logPricePerUnit ?? NaN) * revision.value) /
        (view.getMarks(chain)?.sigma ?? NaN)
    : NaN;
}

/**
 * Price impact of the heat revision in the 24 hours that ended `backDays` ago, in standard
 * deviations of a daily move; 0 for crops without heat damage.
 */
export const computeHeatRevision = (
  view: PointInTimeView,
  chain: string,
  backDays: number,
): number => computeFlowRevision(HEAT_FLOWS, view, chain, backDays);
/** The same for dryness. */
export const computeDrynessRevision = (
  view: PointInTimeView,
  chain: string,
  backDays: number,
): number => computeFlowRevision(DRYNESS_FLOWS, view, chain, backDays);

/**
 * Change of expected rain at a cell, in months of normal rain; NaN while a run is missing, or the
 * rain of one of the days.
 */
export function computeRainRevision(view: PointInTimeView, cell: MarketCell): number {
  const [newer, older] = [view.findRun(cell), view.findRun(cell, 1)];
  if (!newer || !older) return NaN;
  const [fromMs, untilMs] = [getMidnight(newer.issuedMs), getLastDay([newer, older])];
  const computeRunDryness = ({ days }: ForecastRun): number =>
    sumValues(
      days
        .filter(({ dayMs }) => dayMs >= fromMs && dayMs <= untilMs)
        .map((day) => computeDryness(day, cell)),
    ) ?? NaN;
  return computeRunDryness(older) - computeRunDryness(newer);
}
