/** Forecasts of places that the US weather service does not cover. */
import { HOUR_MS, SECOND_MS } from '../../../domain/time';
import { CELL_PLACES, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer } from '../answer';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { CYCLE_MS, OPEN_METEO_VARIABLES, parseOpenMeteoForecast } from './forecast';

const HOST = 'api.open-meteo.com';
const CELLS: readonly WeatherCell[] = ['GOM', 'MGB'];

export const openMeteoSource: PublicSource = {
  id: 'openmeteo',
  name: 'Open-Meteo',
  offers: 'forecasts of the Gulf of Mexico and Minas Gerais',
  hosts: [HOST],
  licence: 'CC BY 4.0; the free service is for non-commercial use only.',
  attribution: 'Weather data by Open-Meteo.com',
  key: null,
  terms: 'I use the data of Open-Meteo for non-commercial purposes only.',
  gapMs: SECOND_MS,
  requestsPerDayMax: 8000,
  // Models are computed for about five hours after the start of a run.
  delayMs: 5 * HOUR_MS,
  staleAfterMs: 2 * CYCLE_MS,
  planRequests: (nowMs, history) =>
    CELLS.map(buildRequest).filter(({ id }) => isDue(history, id, nowMs, CYCLE_MS)),
  parseAnswer: (body, request) => {
    const cell = CELLS.find((each) => request.id === `forecast ${each}`);
    if (!cell) throw new RefusedAnswer(`'${request.id.slice(0, 40)}' is no request of Open-Meteo`);
    return parseOpenMeteoForecast(body, cell);
  },
};

function buildRequest(cell: WeatherCell): SourceRequest {
  const { latitude, longitude } = CELL_PLACES[cell];
  const query = [
    `latitude=${latitude}`,
    `longitude=${longitude}`,
    // States the time of the answer, from which the cycle follows.
    'current=temperature_2m',
    `hourly=${OPEN_METEO_VARIABLES.join(',')}`,
    'temperature_unit=fahrenheit',
    'wind_speed_unit=mph',
    'precipitation_unit=inch',
    'timezone=UTC',
    'forecast_days=15',
  ];
  return {
    id: `forecast ${cell}`,
    url: `https://${HOST}/v1/forecast?${query.join('&')}`,
    accept: 'application/json',
  };
}
