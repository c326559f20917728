/**
 * The inputs of AgNet: what one knows of a day's corn, soybeans, wheat, coffee, orange juice and
 * cotton, pooled.
 */
import { computeMean } from '../../statistics/sample';
import type { FuturesRoot } from '../../domain/commodity';
import type { MarketCell } from '../../weather/cell';
import { drynessRevision, heatRevision, rainRevision } from './crop-stress';
import {
  type FeatureSpec,
  type ReadFeature,
  inGroup,
  buildInput,
  oneHot,
  seasonFeatures,
} from './feature';
import { impactExpected, impactOfTenDays, impactRevision } from './impact-revision';
import {
  REPORTS,
  carryFeature,
  lifeFeature,
  momentumFeatures,
  computeNearness,
  surpriseLeft,
  volatilityRatioFeature,
} from './price-features';
import { stormLevel, stormRevision } from './storms';

export const FARM_SUBJECTS = ['CORN', 'SOYB', 'WHEAT', 'KC', 'OJ', 'CT'] as const;

/** Commodities that are not grown have no hazard, soil or field. */
const NOT_GROWN = { NG: undefined, HO: undefined, CL: undefined };

/** The chance of the weather that each crop fears most. */
export const HAZARDS: Readonly<Record<string, string | undefined>> = {
  CORN: 'evt/heat-dome/corn-belt/chance',
  SOYB: 'evt/heat-dome/corn-belt/chance',
  WHEAT: 'evt/winterkill/ICT/chance',
  KC: 'evt/frost/MGB/chance',
  OJ: 'evt/freeze/LAK/chance',
  CT: 'evt/heat-dome/LBB/chance',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, string | undefined>;
const SOILS: Readonly<Record<string, string | undefined>> = {
  CORN: 'gate/soil/DSM',
  SOYB: 'gate/soil/CHI',
  WHEAT: 'gate/soil/ICT',
  KC: 'gate/soil/MGB',
  OJ: 'gate/soil/LAK',
  CT: 'gate/soil/LBB',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, string | undefined>;

/** The cell in which most of a crop grows. */
const HOMES: Readonly<Record<string, MarketCell | undefined>> = {
  CORN: 'DSM',
  SOYB: 'CHI',
  WHEAT: 'ICT',
  KC: 'MGB',
  OJ: 'LAK',
  CT: 'LBB',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, MarketCell | undefined>;

/** Storms over the groves of Florida, and of the Gulf where cotton grows. */
const buildStormFeature =
  (read: typeof stormRevision, back: number): ReadFeature =>
  (view, chain) =>
    chain === 'OJ' ? read(view, 'florida', back) : chain === 'CT' ? read(view, 'gulf', back) : 0;

const hazard = buildInput(HAZARDS);
/** The mean of the last moves of the other crops. */
const computeOthersMove: ReadFeature = (view, chain) => {
  const rest = FARM_SUBJECTS.filter((one) => one !== chain);
  return computeMean(rest.map((one) => view.marks(one)?.scaledMove(0) ?? NaN));
};

const revisions = inGroup('revisions of the crop');
const soil = inGroup('soil');
const hazards = inGroup('frost, freeze and heat');
const storms = inGroup('storms');
const pacific = inGroup('soil');
const reports = inGroup('reports');
const economy = inGroup('economy');

export const FARM_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2, 3].map((back) =>
    revisions.scaled(`revision of the crop, ${back} days ago`, 'deviations', (view, chain) =>
      impactRevision(view, chain, back),
    ),
  ),
  revisions.scaled('revisions of the crop in ten days', 'deviations', (view, chain) =>
    impactOfTenDays(view, chain),
  ),
  ...[0, 1].map((back) =>
    revisions.scaled(`revision of dryness, ${back} days ago`, 'deviations', (view, chain) =>
      drynessRevision(view, chain, back),
    ),
  ),
  revisions.scaled('revision of heat by the hour', 'deviations', (view, chain) =>
    heatRevision(view, chain, 0),
  ),
  revisions.scaled(
    'revision of rain where it grows',
    'tenths of a month',
    (view, chain) => 10 * rainRevision(view, HOMES[chain] ?? 'MGB'),
  ),
  revisions.scaled('revision of rain in Brazil', 'tenths of a month', (view, chain) =>
    chain === 'SOYB' || chain === 'OJ' ? 10 * rainRevision(view, 'MGB') : 0,
  ),
  revisions.scaled('expected loss over the season', 'deviations', (view, chain) =>
    impactExpected(view, chain),
  ),
  soil.scaled('water in the root zone', 'deviations', buildInput(SOILS)),
  pacific.scaled('warmth of the Pacific', 'deg C', (view) => view.input('gate/nino')),
  pacific.scaled('warmth of the Pacific a quarter before', 'deg C', (view) =>
    view.input('gate/nino/3-months-before'),
  ),
  hazards.scaled('chance of the weather it fears', 'chance', hazard),
  hazards.scaled(
    'change of that chance in a day',
    'chance',
    (view, chain) => hazard(view, chain) - hazard(view.before(1), chain),
  ),
  ...[0, 1].map((back) =>
    storms.scaled(
      `change of expected storms, ${back} days ago`,
      'categories',
      buildStormFeature(stormRevision, back),
    ),
  ),
  storms.scaled('expected storms', 'categories', buildStormFeature(stormLevel, 0)),
  reports.scaled('surprise of the last crop report', 'deviations', (view, chain) =>
    REPORTS[chain] ? surpriseLeft(view, 'crop-report', chain) : 0,
  ),
  reports.scaled('nearness of the crop report', 'share', (view, chain) =>
    REPORTS[chain] ? computeNearness(view, 'crop-report') : 0,
  ),
  carryFeature,
  lifeFeature,
  ...momentumFeatures(),
  inGroup('price').scaled('last move of the other crops', 'deviations', computeOthersMove),
  volatilityRatioFeature(),
  ...seasonFeatures(),
  economy.raw('trend of the dollar', 'log', (view) => view.input('gate/USD/trend')),
  economy.raw('trend of the world economy', 'log', (view) => view.input('gate/macro/trend')),
  ...oneHot(FARM_SUBJECTS, 'season and place'),
];
