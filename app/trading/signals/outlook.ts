/**
 * Forecasts of the networks that do not forecast a direction: rain, corrections of the public
 * temperature forecast, crop health, spikes, and the size of the next moves.
 */
import { computeMean } from '../statistics/sample';
import { formatPercent } from '../domain/format';
import { POWER_HUBS, type PowerHub } from '../domain/contract';
import type { EpochMs } from '../domain/units';
import { getCashSeries } from '../market/series-catalog';
import { type Model, predictRow } from '../networks/core/model';
import type { PointInTimeView } from '../networks/features/point-in-time-view';
import { CASH_GAS } from '../networks/features/spike-features';
import { computeYearSigma } from '../networks/features/volatility-features';
import { findForecastDay } from '../networks/features/weather-features';
import { VERIFIED_LEADS } from '../networks/features/weather-record';
import { type NetworkId, computeRawFeatures } from '../networks/network-spec';
import { getNetworkSpec } from '../networks/registry';
import { CELL_PLACES, type MarketCell } from '../weather/cell';
import { getClimate } from '../weather/climate-table';

export interface Outlook {
  readonly stampMs: EpochMs;
  /**
   * Text: the highest probabilities of at least 0.1 in of rain within one day, by place. Places
   * without a public probability of rain are left out; null without any place.
   * `confidence`: mean over these places of max(p, 1 - p), 0 to 1.
   */
  readonly precipitationForecast: string | null;
  readonly confidence: number | null;
  /**
   * 100 = no loss beyond normal, 0 = the largest loss that can be predicted (80% of the yield);
   * mean of six crops.
   */
  readonly cropHealthIndex: number | null;
  /**
   * Probability that Henry Hub cash gas rises 15% within `days` days, and that price in $/MMBtu.
   */
  readonly gasSpike: {
    readonly probability: number;
    readonly targetPrice: number;
    readonly days: number;
  } | null;
  readonly expectedRanges: readonly ExpectedRange[];
  readonly spikeRisks: readonly SpikeRisk[];
  readonly temperatureCorrections: readonly TemperatureCorrection[];
}

/** Size of the move of the next day by VolNet, one standard deviation. */
export interface ExpectedRange {
  readonly chain: string;
  /** Fraction of the price; $/MWh for power, whose prices may be negative. */
  readonly sigma: number;
  /** Divided by the present exponentially weighted standard deviation. */
  readonly ratio: number;
}

/** Probability by SpikeNet that the dearest hour of the next day exceeds 2.5 times its month. */
export interface SpikeRisk {
  readonly hub: PowerHub;
  readonly probability: number;
}

/** Expected error of the public forecast by WeatherNet: added to it, the forecast is better. */
export interface TemperatureCorrection {
  readonly cell: MarketCell;
  readonly lead: number;
  /** Daily mean of the public forecast and its correction, deg F. */
  readonly forecastF: number;
  readonly correctionF: number;
}

const FIGURE_DIGITS = 4;
const RAIN_PLACES_MAX = 3;
/** Head of the one-day rain forecast; the temperature error heads come first. */
const RAIN_HEAD = VERIFIED_LEADS.length;
const RAIN_LEAD = VERIFIED_LEADS[0];
/** The network's output is in tenths of the yield; a loss cannot exceed 80%. */
const LOSS_SCALE = 10;
const LOSS_MAX = 0.8;
const SPIKE_RATIO = 1.15;
const SPIKE_DAYS = 5;
const SPIKE_HEAD = 1;

type GetModel = (id: NetworkId) => Model;

/** Whether a network has enough inputs for a subject. */
type CanPredict = (id: NetworkId, subject: string) => boolean;

/** A figure is null, or left out of its list, where its network cannot predict. */
export function computeOutlook(
  getModel: GetModel,
  view: PointInTimeView,
  canPredict: CanPredict = () => true,
): Outlook {
  const predictHead = (id: NetworkId, subject: string, head: number): number =>
    canPredict(id, subject)
      ? (predictRow(getModel(id), computeRawFeatures(getNetworkSpec(id), view, subject))[head] ??
        NaN)
      : NaN;
  return {
    stampMs: view.stampMs,
    ...summarizeRain(view, (cell) => predictHead('WeatherNet', cell, RAIN_HEAD)),
    cropHealthIndex: computeCropHealth((crop) => predictHead('CropNet', crop, 0)),
    gasSpike: buildGasSpike(view, predictHead('SpikeNet', CASH_GAS, SPIKE_HEAD)),
    expectedRanges: listExpectedRanges(view, (chain) => predictHead('VolNet', chain, 0)),
    spikeRisks: POWER_HUBS.flatMap((hub) => {
      const probability = predictHead('SpikeNet', hub, 0);
      return Number.isNaN(probability) ? [] : { hub, probability: Number(probability.toFixed(3)) };
    }),
    temperatureCorrections: listCorrections(view, (cell, head) =>
      predictHead('WeatherNet', cell, head),
    ),
  };
}

/** Null unless the loss of every crop can be predicted. */
function computeCropHealth(predictTenths: (crop: string) => number): number | null {
  const { subjects } = getNetworkSpec('CropNet');
  const loss = computeMean(subjects.map((crop) => predictTenths(crop) / LOSS_SCALE));
  return Number.isNaN(loss)
    ? null
    : Number(Math.max(0, Math.min(100, 100 * (1 - loss / LOSS_MAX))).toFixed(1));
}

/** The network corrects the public probability of rain, so it has none where that is missing. */
function summarizeRain(
  view: PointInTimeView,
  predictProbability: (cell: MarketCell) => number,
): Pick<Outlook, 'precipitationForecast' | 'confidence'> {
  const cells = getNetworkSpec('WeatherNet').subjects.map((subject) => subject as MarketCell);
  const places = cells
    .filter((cell) => (findForecastDay(view, cell, RAIN_LEAD)?.rainChance ?? null) !== null)
    .map((cell) => ({ place: CELL_PLACES[cell].name, probability: predictProbability(cell) }))
    .filter(({ probability }) => !Number.isNaN(probability))
    .sort((a, b) => b.probability - a.probability);
  if (places.length === 0) return { precipitationForecast: null, confidence: null };
  const confidence = computeMean(
    places.map(({ probability }) => Math.max(probability, 1 - probability)),
  );
  const highest = places
    .slice(0, RAIN_PLACES_MAX)
    .map(({ place, probability }) => `${place} ${formatPercent(100 * probability, 0)}`);
  return {
    precipitationForecast: `Chance of a tenth of an inch of rain tomorrow: ${highest.join(', ')}`,
    confidence: Number(confidence.toFixed(3)),
  };
}

/** Chains without a year of prices are left out. */
function listExpectedRanges(
  view: PointInTimeView,
  predictLogRatio: (chain: string) => number,
): readonly ExpectedRange[] {
  return getNetworkSpec('VolNet').subjects.flatMap((chain) => {
    const now = view.getMarks(chain)?.sigma ?? NaN;
    const sigma = Math.exp(predictLogRatio(chain)) * computeYearSigma(view, chain);
    return sigma > 0 && now > 0
      ? [
          {
            chain,
            sigma: Number(sigma.toPrecision(FIGURE_DIGITS)),
            ratio: Number((sigma / now).toPrecision(FIGURE_DIGITS)),
          },
        ]
      : [];
  });
}

/** The network forecasts errors in standard deviations of the season. */
function listCorrections(
  view: PointInTimeView,
  predictError: (cell: MarketCell, head: number) => number,
): readonly TemperatureCorrection[] {
  return getNetworkSpec('WeatherNet').subjects.flatMap((subject) => {
    const cell = subject as MarketCell;
    return VERIFIED_LEADS.flatMap((lead, head): readonly TemperatureCorrection[] => {
      const day = findForecastDay(view, cell, lead);
      if (!day) return [];
      const correctionF = predictError(cell, head) * getClimate(cell, day.dayMs).sdF;
      if (Number.isNaN(correctionF)) return [];
      return [
        {
          cell,
          lead,
          forecastF: Number(day.meanF.toFixed(1)),
          correctionF: Number(correctionF.toFixed(1)),
        },
      ];
    });
  });
}

function buildGasSpike(
  { publicData: { vintages, knownMs } }: PointInTimeView,
  probability: number,
): Outlook['gasSpike'] {
  const cash = vintages.findLatest(getCashSeries('henry-hub'), knownMs)?.value;
  return cash === undefined || Number.isNaN(probability)
    ? null
    : {
        probability: Number(probability.toFixed(3)),
        targetPrice: Number((SPIKE_RATIO * cash).toFixed(2)),
        days: SPIKE_DAYS,
      };
}
