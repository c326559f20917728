/** Archive of forecasts as issued and of the days of stations, for backfill. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, getMidnight } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RETENTION } from '../../../weather/archive';
import { RefusedAnswer } from '../answer';
import { formatDay, readCalendarDay } from '../answer-days';
import { ARCHIVED_RUN_DAYS } from '../archived-runs';
import type { Reading } from '../reading';
import type { BackfillRange, BackfillSource, ParsedAnswer, SourceRequest } from '../source';
import { CLIMATE_COLUMNS, parseClimateDays } from './climate-days';
import { MOS_MODELS, type MosModel, parseMosRuns } from './mos';
import { ARCHIVE_STATIONS, type ArchiveStation } from './stations';

const HOST = 'mesonet.agron.iastate.edu';

/** The bulletins are issued about four hours after the model run. */
const MOS_LAG_MS = 4 * HOUR_MS;
/** Local days of Hawaii end at 10 UTC; their figures are complete by noon. */
const CLIMATE_LAG_MS = DAY_MS + 12 * HOUR_MS;

export const iemSource: BackfillSource = {
  id: 'iem',
  name: 'Iowa Environmental Mesonet',
  offers: 'archive of daily station weather, and of GFS and National Blend MOS forecasts as issued',
  hosts: [HOST],
  licence: 'NOAA data and guidance are in the public domain; the archive asks for fair use.',
  attribution: 'Data: NOAA, archived by the Iowa Environmental Mesonet',
  key: null,
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 5000,
  delayMs: MOS_LAG_MS,
  staleAfterMs: DAY_MS,
  // The archive serves backfill only.
  planRequests: () => [],
  planBackfill,
  parseAnswer,
};

/** Days first: without them there are no normals. */
function planBackfill(
  { fromMs, untilMs }: BackfillRange,
  nowMs: EpochMs,
): readonly SourceRequest[] {
  const untilDay = (lagMs: number): EpochMs =>
    Math.min(untilMs ?? Infinity, getMidnight(nowMs - lagMs));
  return [
    ...planClimateBackfill(
      fromMs ?? getStartOfYear(nowMs - RETENTION.dayDays * DAY_MS),
      untilDay(CLIMATE_LAG_MS - DAY_MS),
    ),
    // All runs of a day are public when it ends.
    ...planMosBackfill(fromMs ?? getStartOfMonth(nowMs - ARCHIVED_RUN_DAYS * DAY_MS), untilDay(0)),
  ];
}

/**
 * Requests of all runs in [fromMs, untilMs): by model, station and calendar month, oldest month
 * first. They are sent at the pace of the source.
 */
export function planMosBackfill(
  fromMs: EpochMs,
  untilMs: EpochMs,
  models: readonly MosModel[] = MOS_MODELS,
): readonly SourceRequest[] {
  return listSpans(fromMs, untilMs, getNextMonth).flatMap((month) =>
    models.flatMap((model) =>
      ARCHIVE_STATIONS.map((station) => buildMosRequest(model, station, month)),
    ),
  );
}

/**
 * Requests of the days in [fromMs, untilMs): by station and calendar year, newest year first. A busy
 * server answers requests of one year only.
 */
export function planClimateBackfill(fromMs: EpochMs, untilMs: EpochMs): readonly SourceRequest[] {
  return [...listSpans(fromMs, untilMs, getNextYear)]
    .reverse()
    .flatMap((year) => ARCHIVE_STATIONS.map((station) => buildClimateRequest(station, year)));
}

interface Span {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

const getYear = (ms: EpochMs): number => new Date(ms).getUTCFullYear();
const getMonth = (ms: EpochMs): number => new Date(ms).getUTCMonth();
const getStartOfYear = (ms: EpochMs): EpochMs => Date.UTC(getYear(ms), 0, 1);
const getNextYear = (ms: EpochMs): EpochMs => Date.UTC(getYear(ms) + 1, 0, 1);
const getStartOfMonth = (ms: EpochMs): EpochMs => Date.UTC(getYear(ms), getMonth(ms), 1);
const getNextMonth = (ms: EpochMs): EpochMs => Date.UTC(getYear(ms), getMonth(ms) + 1, 1);

/** Calendar spans in UTC, the first and last cut to the range. */
function listSpans(
  fromMs: EpochMs,
  untilMs: EpochMs,
  getNext: (ms: EpochMs) => EpochMs,
): readonly Span[] {
  const spans: Span[] = [];
  let startsMs = fromMs;
  while (startsMs < untilMs) {
    const endsMs = Math.min(getNext(startsMs), untilMs);
    spans.push({ startsMs, endsMs });
    startsMs = endsMs;
  }
  return spans;
}

/** First and last day of a span. */
const formatSpan = ({ startsMs, endsMs }: Span): readonly [string, string] => [
  formatDay(startsMs),
  formatDay(endsMs - 1),
];

function buildMosRequest(
  model: MosModel,
  { cell, icao }: ArchiveStation,
  span: Span,
): SourceRequest {
  // The end of the range is inclusive.
  const [sts, ets] = [span.startsMs, span.endsMs - MINUTE_MS].map(
    (ms) => `${new Date(ms).toISOString().slice(0, 16)}Z`,
  );
  return {
    id: `mos ${model} ${cell} ${formatSpan(span).join(' ')}`,
    url: `https://${HOST}/cgi-bin/request/mos.py?station=${icao}&model=${model}&format=csv&sts=${sts}&ets=${ets}`,
    accept: 'text/csv',
  };
}

function buildClimateRequest({ cell, network, id }: ArchiveStation, span: Span): SourceRequest {
  const [sts, ets] = formatSpan(span);
  return {
    id: `climate ${cell} ${sts} ${ets}`,
    url: `https://${HOST}/cgi-bin/request/daily.py?network=${network}&stations=${id}&sts=${sts}&ets=${ets}&var=${CLIMATE_COLUMNS.join(',')}&na=M&format=csv`,
    accept: 'text/csv',
  };
}

function parseAnswer(body: Uint8Array, { id }: Pick<SourceRequest, 'id'>): ParsedAnswer {
  const [, kind, modelName, cellName, from = '', last = ''] =
    /^(climate|mos)(?: (\w+))? (\w+) (\d{4}-\d{2}-\d{2}) (\d{4}-\d{2}-\d{2})$/.exec(id) ?? [];
  const model = MOS_MODELS.find((each) => each === modelName);
  const station = ARCHIVE_STATIONS.find(({ cell }) => cell === cellName);
  if (!station || (kind === 'mos') !== (model !== undefined))
    throw new RefusedAnswer(`'${id.slice(0, 40)}' is no request of the archive`);
  const readings: readonly Reading[] = model
    ? parseMosRuns(body, { cell: station.cell, station: station.icao, model })
    : parseClimateDays(body, {
        station,
        fromMs: readCalendarDay(from, 'the first day of the request'),
        lastMs: readCalendarDay(last, 'the last day of the request'),
      });
  // The archive states no time of publication; the usual lag applies.
  return { publishedMs: null, readings, getUsualMs };
}

function getUsualMs(reading: Reading): EpochMs {
  switch (reading.kind) {
    case 'archived forecast':
      return reading.issuedMs + MOS_LAG_MS;
    case 'climate day':
      return reading.dayMs + CLIMATE_LAG_MS;
    default:
      throw new Error(`the archive has no reading '${reading.kind}'`);
  }
}
