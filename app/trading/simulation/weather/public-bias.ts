/** Bias of the public forecast by regime: season, ridge and El Nino. */
import { WEATHER_CELLS, type WeatherCell } from '../../weather/cell';
import { getSeasonAngle } from '../calendar';
import { computeWinterCosine } from './climate';

/** Largest temperature bias by place and season, deg F. */
export const BIAS_F = 1.2;
/** Forecasts of persistent highs are too cool: deg F per standard deviation of the ridge; assumed. */
const RIDGE_BIAS_F = -0.5;
/** Deg F in midwinter per deg C of the tropical Pacific; its sign differs by place; assumed. */
const NINO_BIAS_F = 0.4;

/** State of the atmosphere that the bias depends on. */
interface BiasRegime {
  /** Expected ridge over the cell on the target day, standard deviations. */
  readonly ridge: number;
  /** Sea surface temperature anomaly of the tropical Pacific, deg C. */
  readonly nino: number;
}

export const NEUTRAL_REGIME: BiasRegime = { ridge: 0, nino: 0 };

/** Bias of the service at a cell on a target day, deg F; can be estimated from its record. */
export function computePublicBiasF(
  cell: WeatherCell,
  day: number,
  { ridge, nino }: BiasRegime,
): number {
  const cellIndex = WEATHER_CELLS.indexOf(cell);
  return (
    BIAS_F *
      (0.4 * Math.cos(2.4 * cellIndex) + 0.6 * Math.cos(getSeasonAngle(day) + 1.7 * cellIndex)) +
    RIDGE_BIAS_F * ridge +
    NINO_BIAS_F * nino * Math.max(0, computeWinterCosine(day)) * Math.cos(1.3 * cellIndex)
  );
}
