/** Items of Quick Stats that are requested: name, months in which they are reported, series. */
import { type RatedChain, getCropSeries } from '../../series-catalog';

export interface CropItem {
  /** Request id without the year, such as `CORN condition/good`. */
  readonly id: string;
  /** Name of the item (`short_desc`). */
  readonly name: string;
  /** Unit that each row must state. */
  readonly unit: string;
  readonly series: string;
  /** First and last day of the season as MMDD: outside, the item is not reported. */
  readonly fromDate: number;
  readonly untilDate: number;
}

interface Crop {
  readonly chain: RatedChain;
  readonly name: string;
}

type Season = readonly [fromDate: number, untilDate: number];

/** Catalog id and grade, such as `crop/CORN/condition/good`. */
export const getConditionSeries = (chain: RatedChain, grade: 'good' | 'excellent'): string =>
  `${getCropSeries(chain, 'condition')}/${grade}`;

const buildItem = (
  { chain, name }: Crop,
  what: 'condition' | 'progress',
  stage: string,
  [fromDate, untilDate]: Season,
): CropItem => {
  const unit = `PCT ${stage.toUpperCase()}`;
  const path = `${what}/${stage.toLowerCase().replace(' ', '-')}`;
  return {
    id: `${chain} ${path}`,
    name: `${name} - ${what.toUpperCase()}, MEASURED IN ${unit}`,
    unit,
    series: `crop/${chain}/${path}`,
    fromDate,
    untilDate,
  };
};

const buildCondition = (crop: Crop, season: Season): readonly CropItem[] => [
  buildItem(crop, 'condition', 'good', season),
  buildItem(crop, 'condition', 'excellent', season),
];

const CORN: Crop = { chain: 'CORN', name: 'CORN' };
const SOYBEANS: Crop = { chain: 'SOYB', name: 'SOYBEANS' };
/** The contract is of soft red winter wheat. */
const WHEAT: Crop = { chain: 'WHEAT', name: 'WHEAT, WINTER' };
const COTTON: Crop = { chain: 'CT', name: 'COTTON, UPLAND' };

/** Seasons begin when the first figure of a usual year is published. */
export const CROP_ITEMS: readonly CropItem[] = [
  ...buildCondition(CORN, [601, 1115]),
  buildItem(CORN, 'progress', 'planted', [413, 630]),
  buildItem(CORN, 'progress', 'silking', [701, 831]),
  buildItem({ ...CORN, name: 'CORN, GRAIN' }, 'progress', 'harvested', [914, 1130]),
  ...buildCondition(SOYBEANS, [608, 1031]),
  buildItem(SOYBEANS, 'progress', 'planted', [427, 715]),
  buildItem(SOYBEANS, 'progress', 'setting pods', [713, 915]),
  buildItem(SOYBEANS, 'progress', 'harvested', [921, 1130]),
  ...buildCondition(WHEAT, [406, 715]),
  buildItem(WHEAT, 'progress', 'headed', [427, 630]),
  buildItem(WHEAT, 'progress', 'harvested', [615, 815]),
  buildItem(WHEAT, 'progress', 'planted', [914, 1115]),
  ...buildCondition(COTTON, [608, 1031]),
  buildItem(COTTON, 'progress', 'planted', [413, 630]),
  buildItem(COTTON, 'progress', 'setting bolls', [713, 930]),
  buildItem(COTTON, 'progress', 'harvested', [914, 1130]),
];
