/** Parser of USDA NASS Quick Stats (https://quickstats.nass.usda.gov/api). */
import { formatDay, readCalendarDay } from '../answer-days';
import { z } from 'zod';
import type { EpochMs } from '../../../domain/units';
import { getWeekday } from '../../calendar';
import { getMoment } from '../../local-time';
import { RefusedAnswer, readJson, quoteText } from '../answer';
import type { SeriesReading } from '../reading';
import { FigureCell, lowerFieldNames, readFigure } from '../report-rows';
import { getNewestDayLink } from '../report-slot';
import type { ParsedAnswer } from '../source';
import type { CropItem } from './crop-items';

/** More than the weeks of a year, of one item for the country. */
const ROWS_MAX = 200;
const SUNDAY = 7;
const NEW_YORK = 'America/New_York';

const RowSchema = z.preprocess(
  lowerFieldNames,
  z.object({
    short_desc: z.string(),
    unit_desc: z.string(),
    agg_level_desc: z.string(),
    week_ending: z.string(),
    value: FigureCell,
    load_time: z.string().nullish(),
  }),
);
type Row = z.infer<typeof RowSchema>;

const AnswerSchema = z.object({
  error: z.union([z.string(), z.array(z.string())]).nullish(),
  data: z.array(RowSchema).max(ROWS_MAX).optional(),
});

/** Reads the weeks of one item. Throws RefusedAnswer. */
export function parseCropItem(body: Uint8Array, item: CropItem, requestId: string): ParsedAnswer {
  const { error, data } = readJson(body, AnswerSchema);
  if (error)
    throw new RefusedAnswer(`NASS answers with the error ${quoteText([error].flat().join('; '))}`);
  if (!data || data.length === 0) throw new RefusedAnswer(`the answer has no rows of ${item.name}`);
  const weeks = data.map((row) => readWeek(row, item)).sort((a, b) => b.validMs - a.validMs);
  const twice = weeks.find(({ validMs }, index) => weeks[index + 1]?.validMs === validMs);
  if (twice)
    throw new RefusedAnswer(
      `the answer has two rows of ${item.name} for ${formatDay(twice.validMs)}`,
    );
  const readings = weeks.flatMap(({ validMs, value }): readonly SeriesReading[] =>
    value === null ? [] : [{ kind: 'series', series: item.series, validMs, value }],
  );
  const [newest] = readings;
  return {
    publishedMs: findLoadTime(data),
    readings,
    ...(newest ? { links: { [getNewestDayLink(requestId)]: formatDay(newest.validMs) } } : {}),
  };
}

function readWeek(row: Row, item: CropItem): { validMs: EpochMs; value: number | null } {
  assertSame('item', row.short_desc, item.name);
  assertSame('unit', row.unit_desc, item.unit);
  assertSame('level', row.agg_level_desc, 'NATIONAL');
  const validMs = readCalendarDay(row.week_ending, `a week of ${item.name}`);
  if (getWeekday(validMs) !== SUNDAY)
    throw new RefusedAnswer(`a week of ${item.name} ends ${row.week_ending}, expected a Sunday`);
  const what = `${item.name} of ${row.week_ending}`;
  return { validMs, value: readFigure(row.value, { what, min: 0, max: 100 }) };
}

function assertSame(what: string, found: string, expected: string): void {
  if (found.trim().toUpperCase() !== expected)
    throw new RefusedAnswer(`a row has the ${what} ${quoteText(found)}, expected ${expected}`);
}

const LOAD_TIME = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):[0-5]\d(\.\d+)?$/;

/** Newest time at which a row was loaded, on the clock of Washington; null for none. */
function findLoadTime(rows: readonly Row[]): EpochMs | null {
  const times = rows.flatMap(({ load_time }) => {
    const [, day, hour, minute] = LOAD_TIME.exec(load_time ?? '') ?? [];
    if (day === undefined) return [];
    const dayMs = readCalendarDay(day, 'a load time');
    return [getMoment(dayMs, Number(hour) * 60 + Number(minute), NEW_YORK)];
  });
  return times.length === 0 ? null : Math.max(...times);
}
