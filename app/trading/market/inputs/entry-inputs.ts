/** Inputs of the checks before every entry: age of the newest forecast, and landfalls. */
import { COASTS, getLandfallInputId, hasLandfall } from './landfall';
import { FORECAST_INPUT_ID, getNewestForecastMs } from './newest-forecast';
import type { PublicData } from './public-data';

/** By id; the time of the newest forecast is NaN before the first one. */
export const resolveEntryInputs = (data: PublicData): Readonly<Record<string, number>> => ({
  [FORECAST_INPUT_ID]: getNewestForecastMs(data),
  ...Object.fromEntries(
    COASTS.map((coast) => [getLandfallInputId(coast), Number(hasLandfall(data, coast))]),
  ),
});
