/** Inputs of PetroNet. */
import {
  type FeatureSpec,
  SEASON_GROUP,
  createGroup,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { computeExpectedImpact } from './expected-impact';
import { computeTenDayImpact, computeImpactRevision } from './impact-revision';
import { computeNearness, computeRemainingSurprise } from './calendar-features';
import { carryFeature, buildMomentumFeatures, buildVolatilityRatioFeature } from './price-features';
import { getStormLevel, computeStormRevision } from './storms';

export const PETRO_SUBJECTS = ['CL', 'HO'] as const;

const heating = createGroup('revisions of heating');
const storms = createGroup('storms');
const curve = createGroup('curve');
const reports = createGroup('reports');
const related = createGroup('the other product');
const economy = createGroup('economy');

const GALLONS_PER_BARREL = 42;
const getOtherProduct = (chain: string): string => (chain === 'CL' ? 'HO' : 'CL');

export const PETRO_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2].map((back) =>
    heating.scaled(`revision of northeast heating, ${back} days ago`, 'sigma', (view, chain) =>
      computeImpactRevision(view, chain, back),
    ),
  ),
  heating.scaled('revisions of northeast heating in ten days', 'sigma', (view, chain) =>
    computeTenDayImpact(view, chain),
  ),
  heating.scaled('expected northeast heating over the season', 'sigma', (view, chain) =>
    computeExpectedImpact(view, chain),
  ),
  ...[0, 1, 2, 3].map((back) =>
    storms.scaled(
      `change of expected storms over the Gulf, ${back} days ago`,
      'categories',
      (view) => computeStormRevision(view, 'gulf', back),
    ),
  ),
  storms.scaled('expected category over the Gulf', 'categories', (view) =>
    getStormLevel(view, 'gulf'),
  ),
  curve.raw('heating oil over crude', 'log', (view) =>
    Math.log((GALLONS_PER_BARREL * view.getInput('price/HO')) / view.getInput('price/CL')),
  ),
  carryFeature,
  reports.scaled('surprise of the last petroleum report', 'sigma', (view, chain) =>
    computeRemainingSurprise(view, 'EIA-petroleum', chain),
  ),
  reports.scaled('surprise of the last OPEC meeting', 'sigma', (view) =>
    computeRemainingSurprise(view, 'OPEC', 'CL'),
  ),
  reports.scaled('nearness of the OPEC meeting', '', (view) => computeNearness(view, 'OPEC')),
  related.scaled(
    'last move of the other product',
    'sigma',
    (view, chain) => view.getMarks(getOtherProduct(chain))?.getScaledMove(0) ?? NaN,
  ),
  ...buildMomentumFeatures(),
  buildVolatilityRatioFeature(),
  ...buildSeasonFeatures(),
  economy.raw('trend of the world economy', 'log', (view) => view.getInput('gate/macro/trend')),
  ...buildOneHotFeatures(['HO'], SEASON_GROUP),
];
