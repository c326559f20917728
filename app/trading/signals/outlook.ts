/**
 * What the networks of weather, crops and spikes say besides prices: rain to come, how the crops
 * stand, whether cash gas may leap.
 */
import { computeMean } from '../statistics/sample';
import { formatPercent } from '../domain/format';
import type { EpochMs } from '../domain/units';
import { cashSeries } from '../market/series-catalogue';
import { type Model, predictRow } from '../networks/core/model';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { CASH_GAS } from '../networks/features/spike-features';
import { VERIFIED_LEADS } from '../networks/features/weather-record';
import { type NetworkId, rawFeatures } from '../networks/network-spec';
import { networkSpec } from '../networks/registry';
import { CELL_PLACES, type MarketCell } from '../weather/cell';

export interface Outlook {
  readonly stampMs: EpochMs;
  /**
   * Chances of a tenth of an inch of rain within the next day where it is likeliest, in words; and
   * the mean chance, 0 to 1, with which each place's likelier answer is right.
   */
  readonly precipitationForecast: string | null;
  readonly confidence: number | null;
  /**
   * 100 = crops that lose no more than usual, 0 = the greatest loss that is told apart; mean of six
   * crops.
   */
  readonly cropHealthIndex: number | null;
  /**
   * Chance that cash gas at Henry Hub stands 15 % higher within five days, the price that would be,
   * $/MMBtu, and the days.
   */
  readonly gasSpike: {
    readonly probability: number;
    readonly targetPrice: number;
    readonly days: number;
  } | null;
}

const TOLD = 3;
/** The head of rain a day ahead: heads of errors come first. */
const RAIN_HEAD = VERIFIED_LEADS.length;
/** Losses are told in tenths of the yield, and never above four fifths. */
const TENTHS = 10;
const LOSS_MAX = 0.8;
const LEAP = 1.15;
const LEAP_DAYS = 5;
const LEAP_HEAD = 1;

type ModelOf = (id: NetworkId) => Model;

/** The outlook at a view's stamp. */
export function computeOutlook(modelOf: ModelOf, view: PointInTimeView): Outlook {
  const ask = (id: NetworkId, subject: string, head: number): number =>
    predictRow(modelOf(id), rawFeatures(networkSpec(id), view, subject))[head] ?? NaN;
  const rains = networkSpec('WeatherNet')
    .subjects.map((cell) => ({
      place: CELL_PLACES[cell as MarketCell].name,
      chance: ask('WeatherNet', cell, RAIN_HEAD),
    }))
    .sort((a, b) => b.chance - a.chance);
  const sure = computeMean(rains.map(({ chance }) => Math.max(chance, 1 - chance)));
  const crops = networkSpec('CropNet').subjects;
  const loss = computeMean(crops.map((crop) => ask('CropNet', crop, 0) / TENTHS));
  return {
    stampMs: view.stampMs,
    precipitationForecast: `Chance of a tenth of an inch of rain tomorrow: ${rains
      .slice(0, TOLD)
      .map(({ place, chance }) => `${place} ${formatPercent(100 * chance, 0)}`)
      .join(', ')}`,
    confidence: Number(sure.toFixed(3)),
    cropHealthIndex: Number(Math.max(0, Math.min(100, 100 * (1 - loss / LOSS_MAX))).toFixed(1)),
    gasSpike: gasSpike(view, ask('SpikeNet', CASH_GAS, LEAP_HEAD)),
  };
}

function gasSpike(
  { known: { vintages, knownMs } }: PointInTimeView,
  probability: number,
): Outlook['gasSpike'] {
  const cash = vintages.latest(cashSeries('henry-hub'), knownMs)?.value;
  return cash === undefined
    ? null
    : {
        probability: Number(probability.toFixed(3)),
        targetPrice: Number((LEAP * cash).toFixed(2)),
        days: LEAP_DAYS,
      };
}
