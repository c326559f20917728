/**
 * Drought by state, as shares of its area. Format:
 * https://droughtmonitor.unl.edu/DmData/DataDownload/WebServiceInfo.aspx (statisticsType=1: each
 * class includes the worse ones). The service changed the case of its names and its dates.
 */
import { formatCompactDay, readCompactDay } from '../answer-days';
import { z } from 'zod';
import type { EpochMs } from '../../../domain/units';
import { getDroughtSeries } from '../../../weather/drought-states';
import { RefusedAnswer, readJson, readNumber } from '../answer';
import type { SeriesReading } from '../reading';

const ROWS_MAX = 2000;
const FigureSchema = z.union([z.number(), z.string().max(20)]);
const lowerNames = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
    : row;
const RowSchema = z.preprocess(
  lowerNames,
  z.object({
    mapdate: z.union([z.string(), z.number()]),
    stateabbreviation: z.string().max(20),
    none: FigureSchema,
    d0: FigureSchema,
    d1: FigureSchema,
    d2: FigureSchema,
    d3: FigureSchema,
    d4: FigureSchema,
    statisticformatid: z.union([z.number(), z.string()]).nullish(),
  }),
);
const RowsSchema = z.array(RowSchema).max(ROWS_MAX);
type Row = z.infer<typeof RowSchema>;

/** Shares are rounded to hundredths of a percent. */
const ROUNDING_PERCENT = 0.05;
const TUESDAY = 2;

/**
 * Reads the drought index (`drought/STATE/dsci`, 0 to 500) and the share of the area in severe
 * drought or worse (`drought/STATE/d2`, percent) of the requested states. Throws RefusedAnswer.
 */
export function parseDrought(
  body: Uint8Array,
  states: readonly string[],
): readonly SeriesReading[] {
  const seen = new Set<string>();
  return readJson(body, RowsSchema).flatMap((row) => {
    const state = row.stateabbreviation.toUpperCase();
    if (!states.includes(state))
      throw new RefusedAnswer(
        `the state is ${JSON.stringify(row.stateabbreviation)}, expected one of ${states.join(', ')}`,
      );
    const validMs = readMapDate(row.mapdate);
    const key = `${state} ${formatCompactDay(validMs)}`;
    if (seen.has(key)) throw new RefusedAnswer(`the map of ${key} is listed twice`);
    seen.add(key);
    const { index, severePercent } = readShares(row);
    return [
      { kind: 'series' as const, series: getDroughtSeries(state, 'dsci'), validMs, value: index },
      {
        kind: 'series' as const,
        series: getDroughtSeries(state, 'd2'),
        validMs,
        value: severePercent,
      },
    ];
  });
}

/** A map is of a Tuesday: `20260106`, as text or number, or `2026-01-06T00:00:00`. */
function readMapDate(date: string | number): EpochMs {
  const text = String(date)
    .replace(/T00:00(:00)?(\.0+)?Z?$/, '')
    .replaceAll('-', '');
  const dayMs = readCompactDay(text, 'MapDate');
  if (new Date(dayMs).getUTCDay() !== TUESDAY)
    throw new RefusedAnswer(`MapDate is ${text}, expected a Tuesday`);
  return dayMs;
}

function readShares(row: Row): { readonly index: number; readonly severePercent: number } {
  if (row.statisticformatid != null && String(row.statisticformatid) !== '1')
    throw new RefusedAnswer(
      `the statistics are of type ${String(row.statisticformatid).slice(0, 20)}, expected 1`,
    );
  const readShare = (what: string, value: string | number): number =>
    readNumber(String(value), { what: `the share of ${what}`, min: 0, max: 100 });
  const none = readShare('None', row.none);
  const classes = [row.d0, row.d1, row.d2, row.d3, row.d4].map((value, index) =>
    readShare(`D${index}`, value),
  );
  const [dry = 0, , severePercent = 0] = classes;
  const rises = classes.some((share, i) => share > (classes[i - 1] ?? 100) + ROUNDING_PERCENT);
  if (rises || Math.abs(none + dry - 100) > 2 * ROUNDING_PERCENT)
    throw new RefusedAnswer(
      `the shares are ${[none, ...classes].join(', ')}, expected classes that include the worse ones`,
    );
  return { index: classes.reduce((sum, share) => sum + share, 0), severePercent };
}
