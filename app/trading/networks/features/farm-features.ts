/** Inputs of AgNet, pooled over six crops. */
import { computeMean } from '../../statistics/sample';
import type { FuturesRoot } from '../../domain/commodity';
import type { MarketCell } from '../../weather/cell';
import { computeDrynessRevision, computeHeatRevision, computeRainRevision } from './crop-stress';
import {
  type FeatureSpec,
  type ReadFeature,
  createGroup,
  buildInputReader,
  SEASON_GROUP,
  buildOneHotFeatures,
  buildSeasonFeatures,
} from './feature';
import { computeExpectedImpact } from './expected-impact';
import { computeTenDayImpact, computeImpactRevision } from './impact-revision';
import {
  REPORTS,
  lifeFeature,
  computeNearness,
  computeRemainingSurprise,
} from './calendar-features';
import { carryFeature, buildMomentumFeatures, buildVolatilityRatioFeature } from './price-features';
import { getStormLevel, computeStormRevision } from './storms';

/** Commodities that are not crops. */
const NOT_GROWN = { NG: undefined, HO: undefined, CL: undefined };

/** Probability input of each crop's main weather hazard. */
export const HAZARD_INPUTS: Readonly<Record<string, string | undefined>> = {
  CORN: 'evt/heat-dome/corn-belt/chance',
  SOYB: 'evt/heat-dome/corn-belt/chance',
  WHEAT: 'evt/winterkill/ICT/chance',
  KC: 'evt/frost/MGB/chance',
  OJ: 'evt/freeze/LAK/chance',
  CT: 'evt/heat-dome/LBB/chance',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, string | undefined>;
export const FARM_SUBJECTS: readonly string[] = Object.keys(HAZARD_INPUTS).filter(
  (chain) => HAZARD_INPUTS[chain] !== undefined,
);
const SOIL_INPUTS: Readonly<Record<string, string | undefined>> = {
  CORN: 'gate/soil/DSM',
  SOYB: 'gate/soil/CHI',
  WHEAT: 'gate/soil/ICT',
  KC: 'gate/soil/MGB',
  OJ: 'gate/soil/LAK',
  CT: 'gate/soil/LBB',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, string | undefined>;

/** The main growing cell of each crop. */
const HOME_CELLS: Readonly<Record<string, MarketCell | undefined>> = {
  CORN: 'DSM',
  SOYB: 'CHI',
  WHEAT: 'ICT',
  KC: 'MGB',
  OJ: 'LAK',
  CT: 'LBB',
  ...NOT_GROWN,
} satisfies Record<FuturesRoot, MarketCell | undefined>;

/** Storms over Florida for orange juice, over the Gulf for cotton. */
const buildStormFeature =
  (read: typeof computeStormRevision, back: number): ReadFeature =>
  (view, chain) =>
    chain === 'OJ' ? read(view, 'florida', back) : chain === 'CT' ? read(view, 'gulf', back) : 0;

const readHazard = buildInputReader(HAZARD_INPUTS);
/** Mean of the last moves of the other crops. */
const computeOtherCropsMove: ReadFeature = (view, chain) => {
  const rest = FARM_SUBJECTS.filter((one) => one !== chain);
  return computeMean(rest.map((one) => view.getMarks(one)?.getScaledMove(0) ?? NaN));
};

const revisions = createGroup('revisions of the crop');
const soil = createGroup('soil');
const hazards = createGroup('frost, freeze and heat');
const storms = createGroup('storms');
const pacific = createGroup('soil');
const reports = createGroup('reports');
const economy = createGroup('economy');

export const FARM_FEATURES: readonly FeatureSpec[] = [
  ...[0, 1, 2, 3].map((back) =>
    revisions.scaled(`revision of the crop, ${back} days ago`, 'sigma', (view, chain) =>
      computeImpactRevision(view, chain, back),
    ),
  ),
  revisions.scaled('revisions of the crop in ten days', 'sigma', (view, chain) =>
    computeTenDayImpact(view, chain),
  ),
  ...[0, 1].map((back) =>
    revisions.scaled(`revision of dryness, ${back} days ago`, 'sigma', (view, chain) =>
      computeDrynessRevision(view, chain, back),
    ),
  ),
  revisions.scaled('revision of heat by the hour', 'sigma', (view, chain) =>
    computeHeatRevision(view, chain, 0),
  ),
  revisions.scaled(
    'revision of rain where it grows',
    'tenths of a month',
    (view, chain) => 10 * computeRainRevision(view, HOME_CELLS[chain] ?? 'MGB'),
  ),
  revisions.scaled('revision of rain in Brazil', 'tenths of a month', (view, chain) =>
    chain === 'SOYB' || chain === 'OJ' ? 10 * computeRainRevision(view, 'MGB') : 0,
  ),
  revisions.scaled('expected loss over the season', 'sigma', (view, chain) =>
    computeExpectedImpact(view, chain),
  ),
  soil.scaled('water in the root zone', 'sigma', buildInputReader(SOIL_INPUTS)),
  pacific.scaled('warmth of the Pacific', 'deg C', (view) => view.getInput('gate/nino')),
  pacific.scaled('warmth of the Pacific a quarter before', 'deg C', (view) =>
    view.getInput('gate/nino/3-months-before'),
  ),
  hazards.scaled('chance of the weather it fears', '', readHazard),
  hazards.scaled(
    'change of that chance in a day',
    '',
    (view, chain) => readHazard(view, chain) - readHazard(view.getEarlierView(1), chain),
  ),
  ...[0, 1].map((back) =>
    storms.scaled(
      `change of expected storms, ${back} days ago`,
      'categories',
      buildStormFeature(computeStormRevision, back),
    ),
  ),
  storms.scaled('expected storms', 'categories', buildStormFeature(getStormLevel, 0)),
  reports.scaled('surprise of the last crop report', 'sigma', (view, chain) =>
    REPORTS[chain] ? computeRemainingSurprise(view, 'crop-report', chain) : 0,
  ),
  reports.scaled('nearness of the crop report', '', (view, chain) =>
    REPORTS[chain] ? computeNearness(view, 'crop-report') : 0,
  ),
  carryFeature,
  lifeFeature,
  ...buildMomentumFeatures(),
  createGroup('price').scaled('last move of the other crops', 'sigma', computeOtherCropsMove),
  buildVolatilityRatioFeature(),
  ...buildSeasonFeatures(),
  economy.raw('trend of the dollar', 'log', (view) => view.getInput('gate/USD/trend')),
  economy.raw('trend of the world economy', 'log', (view) => view.getInput('gate/macro/trend')),
  ...buildOneHotFeatures(FARM_SUBJECTS, SEASON_GROUP),
];
