/**
 * Parser of the EIA API, version 2 (https://www.eia.gov/opendata/documentation.php).
 *
 * The answer repeats the request with its key under `request`, which is never read. Hours of demand
 * are stated by their end in UTC.
 */
import { formatDay, readCalendarDay } from '../answer-days';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getWeekday } from '../../calendar';
import { RefusedAnswer, checkNumber, readJson, readNumber, quoteText } from '../answer';
import type { SeriesReading } from '../reading';
import { FigureCell, lowerFieldNames, readFigure } from '../report-rows';
import { getNewestDayLink } from '../report-slot';
import type { ParsedAnswer } from '../source';
import type { EiaSeries } from './series';

/** Largest number of rows that the API returns. */
const ROWS_MAX = 5000;
const FRIDAY = 5;
const WEEK_MS = 7 * DAY_MS;

const RowSchema = z.preprocess(
  lowerFieldNames,
  z.looseObject({
    period: z.string(),
    value: FigureCell,
    units: z.string().nullish(),
    'value-units': z.string().nullish(),
  }),
);
type Row = z.infer<typeof RowSchema>;

const EnvelopeSchema = z.object({
  error: z.unknown().optional(),
  code: z.unknown().optional(),
  response: z
    .object({
      /** Rows found, of which at most `length` are in the answer. Not on every route. */
      total: z.union([z.string(), z.number()]).optional(),
      frequency: z.string().nullish(),
      data: z.array(RowSchema).max(ROWS_MAX),
    })
    .optional(),
});

interface Level {
  /** Start of the period. */
  readonly validMs: EpochMs;
  readonly value: number | null;
}

/** Reads the answer for a series. Throws RefusedAnswer. */
export function parseEiaSeries(body: Uint8Array, wanted: EiaSeries): ParsedAnswer {
  const rows = readRows(body, wanted);
  const levels = rows
    .map((row) => readLevel(row, wanted))
    .sort((a, b) => b.validMs - a.validMs)
    .slice(0, wanted.rows);
  assertDistinct(levels, wanted.id);
  const readings = levels.flatMap(({ validMs, value }) =>
    value === null ? [] : [buildReading(wanted.series, validMs, value)],
  );
  const [newest] = readings;
  return {
    publishedMs: null,
    readings: [...readings, ...listChanges(levels, wanted)],
    ...(wanted.report && newest
      ? { links: { [getNewestDayLink(wanted.id)]: formatDay(newest.validMs) } }
      : {}),
  };
}

const buildReading = (series: string, validMs: EpochMs, value: number): SeriesReading => ({
  kind: 'series',
  series,
  validMs,
  value,
});

function readRows(body: Uint8Array, wanted: EiaSeries): readonly Row[] {
  const { error, code, response } = readJson(body, EnvelopeSchema);
  if (error !== undefined && error !== null)
    throw new RefusedAnswer(`EIA answers with the error ${formatError(error, code)}`);
  if (!response) throw new RefusedAnswer('the answer lacks response: expected the rows of EIA');
  const { total, frequency, data } = response;
  if (frequency && frequency.toLowerCase() !== wanted.frequency)
    throw new RefusedAnswer(
      `the frequency is ${quoteText(frequency)}, expected ${wanted.frequency} values`,
    );
  if (data.length === 0) throw new RefusedAnswer(`the answer has no rows of ${wanted.id}`);
  const count =
    total === undefined
      ? data.length
      : readNumber(String(total), { what: 'the total of rows', min: 0, max: 1e9 });
  const expected = Math.min(count, wanted.rows);
  if (data.length < expected)
    throw new RefusedAnswer(`the answer is cut off: ${data.length} rows, expected ${expected}`);
  return data;
}

function formatError(error: unknown, code: unknown): string {
  const parsed = z
    .object({ code: z.unknown().optional(), message: z.unknown().optional() })
    .safeParse(error);
  const parts = parsed.success ? [parsed.data.code, parsed.data.message] : [code, error];
  return parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => quoteText(String(part)))
    .join(' ');
}

function readLevel(row: Row, wanted: EiaSeries): Level {
  for (const [facet, expected] of Object.entries(wanted.facets)) {
    const found = row[facet];
    if (typeof found !== 'string' || found.toUpperCase() !== expected)
      throw new RefusedAnswer(
        `a row has the ${facet} ${quoteText(String(found))}, expected ${expected}`,
      );
  }
  const unit = row.units ?? row['value-units'] ?? '';
  if (unit.trim().toUpperCase() !== wanted.unit)
    throw new RefusedAnswer(`a row has the unit ${quoteText(unit)}, expected ${wanted.unit}`);
  const { divisor, min, max } = wanted;
  const stated = readFigure(row.value, {
    what: `${wanted.id} of ${quoteText(row.period)} in ${wanted.unit}`,
    min: min * divisor,
    max: max * divisor,
  });
  return {
    validMs: readPeriod(row.period, wanted),
    value: stated === null ? null : stated / divisor,
  };
}

/** Reads the start of a period: an hour, a day, or the Friday on which a week ends. */
function readPeriod(period: string, { frequency, id }: EiaSeries): EpochMs {
  const what = `a period of ${id}`;
  if (frequency === 'hourly') {
    const [, day = '', hour = ''] = /^(.*)T([01]\d|2[0-3])$/.exec(period) ?? [];
    if (hour === '')
      throw new RefusedAnswer(`${what} is no hour of the form 2026-01-31T05: ${quoteText(period)}`);
    return readCalendarDay(day, what) + (Number(hour) - 1) * HOUR_MS;
  }
  const dayMs = readCalendarDay(period, what);
  if (frequency === 'weekly' && getWeekday(dayMs) !== FRIDAY)
    throw new RefusedAnswer(`${what} is ${period}, expected a Friday`);
  return dayMs;
}

function assertDistinct(levels: readonly Level[], id: string): void {
  const twice = levels.find(({ validMs }, index) => levels[index + 1]?.validMs === validMs);
  if (twice)
    throw new RefusedAnswer(
      `the answer has two rows of ${id} for ${new Date(twice.validMs).toISOString()}`,
    );
}

/** Thousandths: the finest step of the stated stocks in the unit of this project. */
const STEPS = 1000;

/** Changes between levels of consecutive weeks. */
function listChanges(levels: readonly Level[], wanted: EiaSeries): readonly SeriesReading[] {
  const { report } = wanted;
  if (!report) return [];
  return levels.flatMap(({ validMs, value }, index) => {
    const before = levels[index + 1];
    if (!before || value === null || before.value === null) return [];
    if (validMs - before.validMs !== WEEK_MS) return [];
    const change = checkNumber(Math.round((value - before.value) * STEPS) / STEPS + 0, {
      what: `the change of ${wanted.id} in the week to ${formatDay(validMs)}`,
      min: -report.changeMax,
      max: report.changeMax,
    });
    return [buildReading(report.changeSeries, validMs, change)];
  });
}
