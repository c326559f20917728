/**
 * Daily degree days of a year, weighted by division. Format:
 * https://ftp.cpc.ncep.noaa.gov/htdocs/degree_days/weighted/daily_data/: three lines of metadata,
 * a header of dates, a row for each census division and one for the contiguous states. Base 65 F.
 */
import { readCompactDay } from '../answer-days';
import { DAY_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readNumber, readText } from '../answer';
import type { SeriesReading } from '../reading';

/** What a file must state about itself. */
export interface DegreeDayFile {
  readonly series: string;
  readonly year: number;
  /** Word of the product line. */
  readonly product: 'Heating' | 'Cooling';
  /** Text of the weights line. */
  readonly weights: RegExp;
}

const LINES_MAX = 60;
const BOUNDS = { what: 'the degree days of a day', min: 0, max: 130 };
/** Filler of a missing value: degree days are never negative. */
const MISSING = /^-9+(\.0*)?$/;

/** Reads the days of the contiguous states. Throws RefusedAnswer. */
export function parseDegreeDays(body: Uint8Array, file: DegreeDayFile): readonly SeriesReading[] {
  const lines = readText(body)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > LINES_MAX)
    throw new RefusedAnswer(`the answer has ${lines.length} lines, expected at most ${LINES_MAX}`);
  checkMetadata(lines, 'Product', new RegExp(`^Daily ${file.product} Degree Days$`, 'i'));
  checkMetadata(lines, 'Weights', file.weights);
  const days = splitRow(lines, 'Region').map((text) => readCompactDay(text, 'a column'));
  checkDays(days, file.year);
  const values = splitRow(lines, 'CONUS');
  if (values.length !== days.length)
    throw new RefusedAnswer(`the row CONUS has ${values.length} values, expected ${days.length}`);
  return days.flatMap((validMs, index) => {
    const text = values[index] ?? '';
    if (text === '' || MISSING.test(text)) return [];
    return [
      { kind: 'series' as const, series: file.series, validMs, value: readNumber(text, BOUNDS) },
    ];
  });
}

function checkMetadata(lines: readonly string[], name: string, expected: RegExp): void {
  const prefix = `${name.toLowerCase()}:`;
  const line = lines.find((each) => each.toLowerCase().startsWith(prefix));
  const value = line?.slice(prefix.length).trim();
  if (value === undefined || !expected.test(value))
    throw new RefusedAnswer(
      `the line '${name}' is ${JSON.stringify(value?.slice(0, 80) ?? 'missing')}, expected ${expected.source}`,
    );
}

/** Cells after the name of a row. */
function splitRow(lines: readonly string[], name: string): readonly string[] {
  const prefix = `${name.toLowerCase()}|`;
  const found = lines.filter((line) => line.toLowerCase().startsWith(prefix));
  const [line] = found;
  if (line === undefined || found.length > 1)
    throw new RefusedAnswer(`the answer has ${found.length} rows '${name}', expected 1`);
  return line
    .slice(prefix.length)
    .split('|')
    .map((cell) => cell.trim());
}

function checkDays(days: readonly EpochMs[], year: number): void {
  const wrong = days.findIndex(
    (dayMs, index) => dayMs !== Date.UTC(year, 0, 1) + index * DAY_MS || index > 365,
  );
  if (wrong !== -1)
    throw new RefusedAnswer(
      `column ${wrong + 1} is ${new Date(days[wrong] ?? 0).toISOString().slice(0, 10)}, expected the days of ${year} in order`,
    );
}
