/**
 * What harms a crop, cause by cause: heat by the hours of a day, and rain that stays away in the
 * months before and after the bloom.
 *
 * Heat counts by the hour (Schlenker and Roberts 2009): a day whose mean lies well below the base
 * has an afternoon beyond it.
 */
import { expectedAbove } from '../../domain/normal-curve';
import { computeRevision } from '../../market/inputs/revisions';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import { seasonBell } from '../../weather/climate-table';
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
import { PRODUCTS } from './impact-revision';
import { DAY_MS, getMidnight } from '../../domain/time';

/** Half of the span between night and afternoon, deg F, and the hours by which a day is read. */
const HALF_SPAN_F = 10;
const COSINES = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) =>
  Math.cos((2 * Math.PI * (eighth + 0.5)) / 8),
);
/** A crop feels dryness for longer than its bloom. */
const DRY_WIDER = 1.4;
const STAGE_MIN = 0.01;

const computeStage = (
  { dayMs }: ImpactDay,
  [center, width]: readonly [number, number],
  wider: number,
): number => {
  const stage = seasonBell(dayMs, center, wider * width);
  return stage < STAGE_MIN ? 0 : stage;
};

/** Mean over the day of the degrees C above a base. */
const heatHours = ({ meanF, spreadF }: ImpactDay, baseC: number): number =>
  COSINES.reduce(
    (sum, cosine) => sum + expectedAbove(meanF + HALF_SPAN_F * cosine, spreadF, 32 + 1.8 * baseC),
    0,
  ) /
  COSINES.length /
  1.8;

const buildFlow = (id: string, cells: readonly MarketCell[], ofDay: Flow['ofDay']): Flow => ({
  id,
  unit: 'share of the yield',
  description: id,
  cells,
  ofDay,
});

function heatFlow(chain: string, { cells, baseC, heat, bloom }: FieldCrop): Flow {
  return buildFlow(`heat on ${chain}`, cells, (day) => {
    const stage = computeStage(day, bloom, 1);
    return stage === 0 ? 0 : (stage * heat * heatHours(day, baseC)) / cells.length;
  });
}

function dryFlow(
  chain: string,
  cells: readonly MarketCell[],
  share: number,
  bloom: readonly [number, number],
): Flow {
  return buildFlow(`dryness of ${chain}`, cells, (day, cell) => {
    const stage = computeStage(day, bloom, DRY_WIDER);
    return stage === 0 ? 0 : (stage * share * computeDryness(day, cell)) / cells.length;
  });
}

const FIELDS: Readonly<Record<string, FieldCrop>> = { CORN, SOYB: SOYBEANS, WHEAT, CT: COTTON };
const HEAT: Readonly<Record<string, Flow | undefined>> = Object.fromEntries(
  Object.entries(FIELDS).map(([chain, crop]) => [chain, heatFlow(chain, crop)]),
);
const DRYNESS: Readonly<Record<string, Flow | undefined>> = {
  ...Object.fromEntries(
    Object.entries(FIELDS).map(([chain, { cells, dry, bloom }]) => [
      chain,
      dryFlow(chain, cells, dry, bloom),
    ]),
  ),
  KC: dryFlow('KC', ['MGB'], 0.03, COFFEE_BLOOM),
  OJ: dryFlow('OJ', ['LAK'], 0.04, ORANGE_BLOOM),
};

function computeRevised(
  flows: typeof HEAT,
  view: PointInTimeView,
  chain: string,
  backDays: number,
): number {
  const own = flows[chain];
  if (!own) return 0;
  const found = computeRevision(own, [0, LEAD_DAYS_MAX], view.known, backDays);
  return found
    ? ((PRODUCTS[chain]?.worth ?? NaN) * found.value) / (view.marks(chain)?.sigma ?? NaN)
    : NaN;
}

/**
 * What the revision of heat in the 24 hours that ended so many days ago is worth, in deviations of
 * a day's move; 0 for crops that heat does not harm.
 */
export const heatRevision = (view: PointInTimeView, chain: string, backDays: number): number =>
  computeRevised(HEAT, view, chain, backDays);
/** The same of dryness. */
export const drynessRevision = (view: PointInTimeView, chain: string, backDays: number): number =>
  computeRevised(DRYNESS, view, chain, backDays);

/**
 * Change of the rain that is expected at a cell, as months of its normal rain, whatever the season.
 */
export function rainRevision(view: PointInTimeView, cell: MarketCell): number {
  const [newer, older] = [view.run(cell), view.run(cell, 1)];
  if (!newer || !older) return NaN;
  const [fromMs, untilMs] = [
    getMidnight(newer.issuedMs),
    getMidnight(older.issuedMs) + LEAD_DAYS_MAX * DAY_MS,
  ];
  const dry = (run: typeof newer): number =>
    run.days.reduce(
      (sum, day) =>
        day.dayMs >= fromMs && day.dayMs <= untilMs ? sum + computeDryness(day, cell) : sum,
      0,
    );
  return dry(older) - dry(newer);
}
