// Made answers of the Iowa Environmental Mesonet to every request of a backfill.
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';
import type { Exchange } from '../../app/server/feeds/cassette.server';
import { formatDay } from '../../app/trading/market/sources/answer-days';
import type { SourceRequest } from '../../app/trading/market/sources/source';

/** Mean temperature of a day in deg F: an annual cycle that is coldest at new year. */
export const computeArchiveMeanF = (dayMs: number): number =>
  50 - Math.round(20 * Math.cos((2 * Math.PI * (dayMs / DAY_MS)) / 365.25));

const HALF_RANGE_F = 8;
const formatTime = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

function listDays(id: string): readonly number[] {
  const [from = '', last = ''] = id.split(' ').slice(-2);
  const days: number[] = [];
  for (let dayMs = Date.parse(from); dayMs <= Date.parse(last); dayMs += DAY_MS) days.push(dayMs);
  return days;
}

function buildClimateText({ id, url }: SourceRequest): string {
  const station = /stations=(\w+)/.exec(url)?.[1] ?? '';
  const rows = listDays(id).map((dayMs) => {
    const meanF = computeArchiveMeanF(dayMs);
    return `${station},${formatDay(dayMs)},${meanF + HALF_RANGE_F}.0,${meanF - HALF_RANGE_F}.0,0.05,8.0`;
  });
  return ['station,day,max_temp_f,min_temp_f,precip_in,avg_wind_speed_kts', ...rows, ''].join('\n');
}

/** Hours from the run to its forecast times. */
const STEPS: Readonly<Record<string, readonly number[]>> = {
  GFS: Array.from({ length: 23 }, (_, index) => 6 + 3 * index),
  NBE: Array.from({ length: 8 }, (_, index) => 23 + 12 * index),
};
const RUN_HOURS: Readonly<Record<string, readonly number[]>> = { GFS: [0, 12], NBE: [1, 13] };

function buildMosText({ id, url }: SourceRequest): string {
  const [, model = ''] = id.split(' ');
  const station = /station=(\w+)/.exec(url)?.[1] ?? '';
  const runs = listDays(id).flatMap((dayMs) =>
    (RUN_HOURS[model] ?? []).map((hour) => dayMs + hour * HOUR_MS),
  );
  const rows = runs.flatMap((runMs) =>
    (STEPS[model] ?? []).map((hours) => {
      const validMs = runMs + hours * HOUR_MS;
      const meanF = computeArchiveMeanF(Math.floor(validMs / DAY_MS) * DAY_MS);
      // Runs of the National Blend are two degrees too warm.
      const errorF = model === 'NBE' ? 2 : 0;
      return `${formatTime(runMs)},${formatTime(validMs)},${model},${meanF + errorF},${station}`;
    }),
  );
  return ['runtime,ftime,model,tmp,station', ...rows, ''].join('\n');
}

/** Body of the answer to a request. */
export const buildArchiveText = (request: SourceRequest): string =>
  request.id.startsWith('climate') ? buildClimateText(request) : buildMosText(request);

/** A recorded exchange of a request. */
export const buildArchiveExchange = (request: SourceRequest, at: string): Exchange => ({
  title: request.id,
  source: 'iem',
  request: { id: request.id, url: request.url },
  at,
  status: 200,
  headers: {},
  body: new TextEncoder().encode(buildArchiveText(request)),
  origin: 'made',
  licence: 'made by this project',
});
