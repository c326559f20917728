// Price features: moves, momentum, volatility and futures curve.
import { type CommodityKey, ROOT_SYMBOLS } from '../../domain/commodity';
import { type FeatureSpec, type ReadFeature, createGroup } from './feature';

/** Commodity of each futures chain (power hubs excluded). */
export const FUTURES: Readonly<Record<string, CommodityKey>> = Object.fromEntries(
  Object.entries(ROOT_SYMBOLS)
    .filter(([key]) => key !== 'electricity')
    .map(([key, root]) => [root, key as CommodityKey]),
);

/** Momentum windows in days. */
const SUM_DAYS = [5, 20, 60, 250];

const buildMoveFeature =
  (back: number): ReadFeature =>
  (view, chain) =>
    view.getMarks(chain)?.getScaledMove(back) ?? NaN;
const buildSumFeature =
  (days: number): ReadFeature =>
  (view, chain) =>
    view.getMarks(chain)?.computeScaledSum(days) ?? NaN;

/**
 * Moves of the last three days and over longer windows, each in standard deviations of such a move.
 */
export const buildMomentumFeatures = (
  getChain: (subject: string) => string = (subject) => subject,
): readonly FeatureSpec[] => {
  const { scaled } = createGroup('price');
  const forChain =
    (read: ReadFeature): ReadFeature =>
    (view, subject) =>
      read(view, getChain(subject));
  return [
    ...['of the last day', 'of the day before', 'of two days before'].map((name, back) =>
      scaled(`move ${name}`, 'sigma', forChain(buildMoveFeature(back))),
    ),
    ...SUM_DAYS.map((days) =>
      scaled(`move of ${days} days`, 'sigma', forChain(buildSumFeature(days))),
    ),
  ];
};

const YEAR_DAYS = 250;

/** Log of current volatility over 1-year volatility. */
export const buildVolatilityRatioFeature = (
  getChain: (subject: string) => string = (subject) => subject,
): FeatureSpec =>
  createGroup('price').scaled('present volatility over that of a year', 'log', (view, subject) => {
    const marks = view.getMarks(getChain(subject));
    return marks ? Math.log(marks.sigma / marks.computeRms(YEAR_DAYS)) : NaN;
  });

export const carryFeature: FeatureSpec = createGroup('curve').raw(
  'roll yield of the first two months without their season',
  'a year',
  (view, chain) => view.getInput(`carry/${chain}/slope`),
);
