/** Forecasts, observations and alerts of the US National Weather Service. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time';
import { CELL_PLACES, type WeatherCell } from '../../../weather/cell';
import { RefusedAnswer } from '../answer';
import {
  type ParsedAnswer,
  type PublicSource,
  type SourceHistory,
  type SourceRequest,
  isDue,
} from '../source';
import { type ZoneCells, parseAlerts } from './alerts';
import { NWS_CELLS, readNwsCell } from './cells';
import { parseGridForecast } from './grid-forecast';
import { NWS_HOST, type NwsLink, isNwsLink } from './links';
import { parseObservations } from './observations';
import { parsePoint, parseStations } from './points';

const ROOT = `https://${NWS_HOST}`;
const ACCEPT = 'application/geo+json';
const ALERTS_EVERY_MS = 2 * MINUTE_MS;
const PLACES_EVERY_MS = 7 * DAY_MS;
const OBSERVATIONS = 24;
/** Each cell of the request for alerts has a forecast zone and a county. */
const ZONES_A_CELL = 2;

export const nwsSource: PublicSource = {
  id: 'nws',
  name: 'National Weather Service',
  offers: 'hourly forecasts, observations and alerts of the United States',
  hosts: [NWS_HOST],
  licence: 'Public domain as a work of the US government; requests name a contact.',
  attribution: 'Data: NOAA National Weather Service',
  key: null,
  terms: null,
  gapMs: SECOND_MS,
  requestsPerDayMax: 3000,
  delayMs: 20 * MINUTE_MS,
  staleAfterMs: 3 * HOUR_MS,
  planRequests: (nowMs, history) =>
    [
      ...planAlerts(history),
      ...NWS_CELLS.flatMap((cell) => planObservations(cell, history)),
      ...NWS_CELLS.flatMap((cell) => planForecast(cell, history)),
      ...NWS_CELLS.flatMap((cell) => planPlaces(cell, history)),
    ]
      .filter(({ request, everyMs }) => isDue(history, request.id, nowMs, everyMs))
      .map(({ request }) => request),
  parseAnswer,
};

interface Planned {
  readonly request: SourceRequest;
  readonly everyMs: number;
}

const buildPlanned = (id: string, url: string, everyMs: number): Planned => ({
  request: { id, url, accept: ACCEPT },
  everyMs,
});

function findNwsLink(history: SourceHistory, kind: NwsLink, cell: WeatherCell): string | null {
  const link = history.findLink(`${kind} ${cell}`);
  return link !== null && isNwsLink(kind, link) ? link : null;
}

/**
 * One request for all cells whose zones are stored. Its id names the cells, in the order of their
 * zones in the address, so that the parser can assign the alerts.
 */
function planAlerts(history: SourceHistory): readonly Planned[] {
  const found = NWS_CELLS.map((cell) => ({ cell, zones: findNwsLink(history, 'zones', cell) }));
  const covered = found.filter(({ zones }) => zones !== null);
  if (covered.length === 0) return [];
  const id = `alerts ${covered.map(({ cell }) => cell).join(' ')}`;
  const zones = covered.map((each) => each.zones).join(',');
  const url = `${ROOT}/alerts/active?status=actual&message_type=alert,update,cancel&zone=${zones}`;
  return [buildPlanned(id, url, ALERTS_EVERY_MS)];
}

function planObservations(cell: WeatherCell, history: SourceHistory): readonly Planned[] {
  const station = findNwsLink(history, 'station', cell);
  if (station === null) return [];
  const url = `${ROOT}/stations/${station}/observations?limit=${OBSERVATIONS}`;
  return [buildPlanned(`observations ${cell}`, url, HOUR_MS)];
}

function planForecast(cell: WeatherCell, history: SourceHistory): readonly Planned[] {
  const url = findNwsLink(history, 'forecastGridData', cell);
  return url === null ? [] : [buildPlanned(`grid forecast ${cell}`, url, HOUR_MS)];
}

function planPlaces(cell: WeatherCell, history: SourceHistory): readonly Planned[] {
  const { latitude, longitude } = CELL_PLACES[cell];
  // A point that was stored before the grid forecast was used lacks the link.
  const isComplete = findNwsLink(history, 'forecastGridData', cell) !== null;
  const point = buildPlanned(
    `point ${cell}`,
    `${ROOT}/points/${latitude},${longitude}`,
    isComplete ? PLACES_EVERY_MS : HOUR_MS,
  );
  const stations = findNwsLink(history, 'stations', cell);
  return stations === null
    ? [point]
    : [point, buildPlanned(`stations ${cell}`, stations, PLACES_EVERY_MS)];
}

type Requested = Pick<SourceRequest, 'id' | 'url'>;

function parseAnswer(body: Uint8Array, request: Requested): ParsedAnswer {
  const match = /^(point|stations|grid forecast|observations|alerts) (.+)$/.exec(request.id);
  const [, kind, names = ''] = match ?? [];
  switch (kind) {
    case 'point':
      return parsePoint(body, readNwsCell(names));
    case 'stations':
      return parseStations(body, readNwsCell(names));
    case 'grid forecast':
      return parseGridForecast(body, readNwsCell(names));
    case 'observations':
      return parseObservations(body, readNwsCell(names), findStation(request.url));
    case 'alerts':
      return parseAlerts(body, listZoneCells(names, request.url));
    default:
      throw new RefusedAnswer(`'${request.id.slice(0, 40)}' is no request of the weather service`);
  }
}

function findStation(url: string): string {
  const station = /\/stations\/([A-Z0-9]+)\/observations/.exec(url)?.[1];
  if (station === undefined)
    throw new RefusedAnswer(`${url.slice(0, 80)} names no station, expected /stations/ID`);
  return station;
}

function listZoneCells(names: string, url: string): ZoneCells {
  const cells = names.split(' ').map(readNwsCell);
  const zones = /[?&]zone=([A-Z0-9,]+)/.exec(url)?.[1]?.split(',') ?? [];
  if (zones.length !== cells.length * ZONES_A_CELL)
    throw new RefusedAnswer(
      `the request has ${zones.length} zones, expected ${ZONES_A_CELL} for each of ${cells.length} cells`,
    );
  const pairs = zones.flatMap((zone, index) => {
    const cell = cells[Math.floor(index / ZONES_A_CELL)];
    return cell === undefined ? [] : [[zone, cell] as const];
  });
  return new Map(pairs);
}
