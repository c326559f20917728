/** The inputs of PetroNet: what one knows of a day's crude and heating oil. */
import { type FeatureSpec, inGroup, oneHot, seasonFeatures } from './feature';
import { impactExpected, impactOfTenDays, impactRevision } from './impact-revision';
import {
  carryFeature,
  momentumFeatures,
  computeNearness,
  surpriseLeft,
  volatilityRatioFeature,
} from './price-features';
import { stormLevel, stormRevision } from './storms';

export const PETRO_SUBJECTS = ['CL', 'HO'] as const;

const heating = inGroup('revisions of heating');
const storms = inGroup('storms');
const curve = inGroup('curve');
const reports = inGroup('reports');
const related = inGroup('the other product');
const economy = inGroup('economy');

const GALLONS_PER_BARREL = 42;
const getOther = (chain: string): string => (chain === 'CL' ? 'HO' : 'CL');

export const PETRO_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2].map((back) =>
    heating.scaled(`revision of northeast heating, ${back} days ago`, 'deviations', (view, chain) =>
      impactRevision(view, chain, back),
    ),
  ),
  heating.scaled('revisions of northeast heating in ten days', 'deviations', (view, chain) =>
    impactOfTenDays(view, chain),
  ),
  heating.scaled('expected northeast heating over the season', 'deviations', (view, chain) =>
    impactExpected(view, chain),
  ),
  ...[0, 1, 2, 3].map((back) =>
    storms.scaled(
      `change of expected storms over the Gulf, ${back} days ago`,
      'categories',
      (view) => stormRevision(view, 'gulf', back),
    ),
  ),
  storms.scaled('expected category over the Gulf', 'categories', (view) =>
    stormLevel(view, 'gulf'),
  ),
  curve.raw('heating oil over crude', 'log', (view) =>
    Math.log((GALLONS_PER_BARREL * view.input('price/HO')) / view.input('price/CL')),
  ),
  carryFeature,
  reports.scaled('surprise of the last petroleum report', 'deviations', (view, chain) =>
    surpriseLeft(view, 'EIA-petroleum', chain),
  ),
  reports.scaled('surprise of the last OPEC meeting', 'deviations', (view) =>
    surpriseLeft(view, 'OPEC', 'CL'),
  ),
  reports.scaled('nearness of the OPEC meeting', 'share', (view) => computeNearness(view, 'OPEC')),
  related.scaled(
    'last move of the other product',
    'deviations',
    (view, chain) => view.marks(getOther(chain))?.scaledMove(0) ?? NaN,
  ),
  ...momentumFeatures(),
  volatilityRatioFeature(),
  ...seasonFeatures(),
  economy.raw('trend of the world economy', 'log', (view) => view.input('gate/macro/trend')),
  ...oneHot(['HO'], 'season and place'),
];
