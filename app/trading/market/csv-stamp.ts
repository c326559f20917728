/** Parses dates and times of files. */
import type { EpochMs } from '../domain/units';
import { MINUTE_MS } from '../domain/time';

/** Order of day and month in `03/04/2021`. */
export type DayOrder = 'MDY' | 'DMY';

export interface Stamp {
  /** UTC time when `hasZone`, else local time read as UTC. */
  readonly wallMs: EpochMs;
  readonly precision: 'month' | 'day' | 'time';
  readonly hasZone: boolean;
}

const TIME = String.raw`(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:\.\d{1,9})?)?)?\s*([AaPp][Mm])?`;
const ZONE = String.raw`\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*${TIME}${ZONE})?$`,
);
const YEAR_LAST = new RegExp(
  String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]\s*${TIME}${ZONE})?$`,
);
const MONTH = /^(\d{4})[-/M](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const EPOCH = /^(\d{10}|\d{13})$/;

/** Parses one stamp, or returns the error text. */
export function parseStamp(text: string, order: DayOrder): Stamp | string {
  const trimmed = text.trim();
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst)
    return buildStamp(trimmed, [yearFirst[1], yearFirst[2], yearFirst[3]], yearFirst.slice(4));
  const yearLast = YEAR_LAST.exec(trimmed);
  if (yearLast) {
    const [, first, second, year] = yearLast;
    return buildStamp(
      trimmed,
      order === 'MDY' ? [year, first, second] : [year, second, first],
      yearLast.slice(4),
    );
  }
  const compact = COMPACT.exec(trimmed);
  if (compact) return buildStamp(trimmed, [compact[1], compact[2], compact[3]], []);
  const month = MONTH.exec(trimmed);
  if (month) {
    const stamp = buildStamp(trimmed, [month[1], month[2], '1'], []);
    return typeof stamp === 'string' ? stamp : { ...stamp, precision: 'month' };
  }
  const epoch = EPOCH.exec(trimmed);
  if (epoch)
    return {
      wallMs: Number(trimmed) * (trimmed.length === 10 ? 1000 : 1),
      precision: 'time',
      hasZone: true,
    };
  return `'${shortenText(trimmed)}' is no date: write 2021-03-04, 2021-03-04 17:00, 2021-03-04T17:00Z or 2021-03`;
}

type Parts = readonly (string | undefined)[];

function buildStamp(
  text: string,
  [year, month, day]: Parts,
  [hour, minute, second, half, zone]: Parts,
): Stamp | string {
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay =
    new Date(dayMs).getUTCMonth() === Number(month) - 1 &&
    new Date(dayMs).getUTCDate() === Number(day);
  if (!isDay) return `'${shortenText(text)}' is no day of the calendar`;
  if (hour === undefined) return { wallMs: dayMs, precision: 'day', hasZone: false };
  const hours =
    half === undefined
      ? Number(hour)
      : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const minutes = hours * 60 + Number(minute ?? 0);
  // 24:00 is the midnight that ends the day
  if (minutes > 1440 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59)
    return `'${shortenText(text)}' is no time of day`;
  const wallMs = dayMs + minutes * MINUTE_MS + Number(second ?? 0) * 1000;
  return zone === undefined
    ? { wallMs, precision: 'time', hasZone: false }
    : { wallMs: wallMs - parseOffsetMinutes(zone) * MINUTE_MS, precision: 'time', hasZone: true };
}

function parseOffsetMinutes(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

const shortenText = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

/** After this many dates of other forms the scan stops. */
const OTHER_FORMS_MAX = 1000;

/**
 * The day order consistent with all texts, and whether one proves it. Year-first dates need none.
 */
export function detectDayOrder(texts: Iterable<string>): {
  readonly order: DayOrder;
  readonly isNeeded: boolean;
  readonly isProven: boolean;
} {
  let isNeeded = false;
  let others = 0;
  for (const text of texts) {
    const match = YEAR_LAST.exec(text.trim());
    if (!match && !isNeeded && ++others > OTHER_FORMS_MAX) break;
    if (!match) continue;
    isNeeded = true;
    if (Number(match[1]) > 12) return { order: 'DMY', isNeeded, isProven: true };
    if (Number(match[2]) > 12) return { order: 'MDY', isNeeded, isProven: true };
  }
  return { order: 'MDY', isNeeded, isProven: false };
}
