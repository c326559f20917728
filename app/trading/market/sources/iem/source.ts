/** Archive of forecasts as issued, for backfill and measures of skill. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer } from '../answer';
import type { ParsedAnswer, PublicSource, SourceRequest } from '../source';
import { MOS_MODELS, type MosModel, parseMosRuns } from './mos';

const HOST = 'mesonet.agron.iastate.edu';

/** Airport with MOS near each cell of the United States, by ICAO id; `mos.py` has no other ids. */
const STATIONS: Readonly<Partial<Record<WeatherCell, string>>> = {
  NYC: 'KNYC',
  PJM: 'KPIT',
  CHI: 'KORD',
  DSM: 'KDSM',
  ATL: 'KATL',
  LAK: 'KMCO',
  DFW: 'KDFW',
  LBB: 'KLBB',
  ICT: 'KICT',
  CAL: 'KBFL',
  PDX: 'KPDX',
  AK: 'PANC',
  HI: 'PHNL',
};
const CELL_STATIONS = Object.entries(STATIONS) as readonly (readonly [WeatherCell, string])[];

export const iemSource: PublicSource = {
  id: 'iem',
  name: 'Iowa Environmental Mesonet',
  offers: 'archive of GFS and National Blend MOS forecasts as issued',
  hosts: [HOST],
  licence: 'NOAA guidance is in the public domain; the archive asks for fair use.',
  attribution: 'Data: NOAA, archived by the Iowa Environmental Mesonet',
  key: null,
  terms: null,
  gapMs: 2 * SECOND_MS,
  requestsPerDayMax: 5000,
  // The bulletins are issued about four hours after the model run.
  delayMs: 4 * HOUR_MS,
  staleAfterMs: DAY_MS,
  // The archive serves backfill only.
  planRequests: () => [],
  parseAnswer,
};

/**
 * Requests of all runs in [fromMs, untilMs): by model, station and calendar month, oldest month
 * first. They are sent at the pace of the source.
 */
export function planMosBackfill(
  fromMs: EpochMs,
  untilMs: EpochMs,
  models: readonly MosModel[] = MOS_MODELS,
): readonly SourceRequest[] {
  return listMonths(fromMs, untilMs).flatMap((month) =>
    models.flatMap((model) =>
      CELL_STATIONS.map(([cell, station]) => buildRequest(model, cell, station, month)),
    ),
  );
}

interface Span {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
}

/** Calendar months in UTC, the first and last cut to the range. */
function listMonths(fromMs: EpochMs, untilMs: EpochMs): readonly Span[] {
  const spans: Span[] = [];
  let startsMs = fromMs;
  while (startsMs < untilMs) {
    const day = new Date(startsMs);
    const nextMs = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
    const endsMs = Math.min(nextMs, untilMs);
    spans.push({ startsMs, endsMs });
    startsMs = endsMs;
  }
  return spans;
}

function buildRequest(
  model: MosModel,
  cell: WeatherCell,
  station: string,
  { startsMs, endsMs }: Span,
): SourceRequest {
  // The end of the range is inclusive.
  const [sts, ets] = [startsMs, endsMs - MINUTE_MS].map(
    (ms) => `${new Date(ms).toISOString().slice(0, 16)}Z`,
  );
  return {
    id: `mos ${model} ${cell} ${sts?.slice(0, 10)}`,
    url: `https://${HOST}/cgi-bin/request/mos.py?station=${station}&model=${model}&format=csv&sts=${sts}&ets=${ets}`,
    accept: 'text/csv',
  };
}

function parseAnswer(body: Uint8Array, { id }: Pick<SourceRequest, 'id'>): ParsedAnswer {
  const [, modelName, cellName] = /^mos (\w+) (\w+) \d{4}-\d{2}-\d{2}$/.exec(id) ?? [];
  const model = MOS_MODELS.find((each) => each === modelName);
  const [cell, station] = CELL_STATIONS.find(([each]) => each === cellName) ?? [];
  if (!model || !cell || !station)
    throw new RefusedAnswer(`'${id.slice(0, 40)}' is no request of the MOS archive`);
  // Runs state no time of publication; the usual lag applies.
  return { publishedMs: null, readings: parseMosRuns(body, { cell, station, model }) };
}
