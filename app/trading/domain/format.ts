/** Display formats: money, prices, percentages, sizes, counts, times and ages. */
import { COMMODITIES, type CommodityKey } from './commodity';
import { type Instrument, toPriceText, toSizeUnits } from './instrument';
import {
  type EpochMs,
  type Lots,
  MILLS_PER_CENT,
  type Mills,
  type Ticks,
  fromDollars,
  multiplyDivide,
  roundToCents,
} from './units';
import { SECOND_MS, DAY_MS } from './time';

export const MINUS = '\u2212';
export const MISSING = 'N/A';

/** Adds thousands separators and replaces the hyphen by U+2212. A value of zero has no sign. */
function groupDigits(decimalText: string): string {
  const [whole = '', fraction] = decimalText.replace('-', '').split('.');
  const text =
    whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
  return decimalText.startsWith('-') && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** Adds a plus to positive numbers. */
const addPlus = (text: string): string =>
  /[1-9]/.test(text) && !text.startsWith(MINUS) ? `+${text}` : text;

/** Inserts a dollar sign after the sign. */
const addDollar = (text: string): string => text.replace(/^([+\u2212]?)/, '$1$');

function formatCents(amount: Mills): string {
  const cents = roundToCents(amount) / MILLS_PER_CENT;
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Dollars and cents, rounded half to even: `$1,234.56`, `−$0.05`. */
export const formatMoney = (amount: Mills | null): string =>
  amount === null ? MISSING : addDollar(groupDigits(formatCents(amount)));

/** `formatMoney` for a float in dollars. */
export const formatDollars = (dollars: number): string => formatMoney(fromDollars(dollars));

/** Dollars and cents with the sign always shown, except for zero: `+$12.30`. */
export const formatSignedMoney = (amount: Mills | null): string =>
  amount === null ? MISSING : addDollar(addPlus(groupDigits(formatCents(amount))));

const MILLS_PER_TENTH_OF_THOUSAND = 100_000;

function formatThousands(amount: Mills): string {
  const tenths = multiplyDivide(amount, 1, MILLS_PER_TENTH_OF_THOUSAND);
  return `${tenths < 0 ? '-' : ''}${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`;
}

/** Thousands of dollars with one decimal: `$25.0K`. */
export const formatMoneyThousands = (amount: Mills | null): string =>
  amount === null ? MISSING : `${addDollar(groupDigits(formatThousands(amount)))}K`;

/** Thousands of dollars with one decimal and a sign: `+$1.2K`. */
export const formatSignedMoneyThousands = (amount: Mills | null): string =>
  amount === null ? MISSING : `${addDollar(addPlus(groupDigits(formatThousands(amount))))}K`;

/** A price with the decimals of its instrument: `2.801`, `1,304.75`, `−36.98`. */
export const formatPrice = (instrument: Instrument, ticks: Ticks | null): string =>
  ticks === null ? MISSING : groupDigits(toPriceText(instrument, ticks));

const isFigure = (value: number | null): value is number =>
  value !== null && Number.isFinite(value);

/** A plain number with fixed decimals: `0.125`, `1,234.5`. */
export const formatNumber = (value: number | null, decimals: number): string =>
  isFigure(value) ? groupDigits(value.toFixed(decimals)) : MISSING;

/** A plain number with fixed decimals, sign shown: `+0.412`. */
export const formatSignedNumber = (value: number | null, decimals: number): string =>
  isFigure(value) ? addPlus(groupDigits(value.toFixed(decimals))) : MISSING;

/** A percentage, 12.5 meaning `12.50%`. */
export const formatPercent = (value: number | null, decimals = 2): string =>
  isFigure(value) ? `${groupDigits(value.toFixed(decimals))}%` : MISSING;

/** A change in percent, sign shown: `+1.25%`. */
export const formatSignedPercent = (value: number | null, decimals = 2): string =>
  isFigure(value) ? `${addPlus(formatPercent(value, decimals))}` : MISSING;

/** A whole number grouped by thousands. */
export const formatCount = (value: number | null): string =>
  isFigure(value) ? groupDigits(String(Math.round(value))) : MISSING;

/** A size with its unit: `25 MWh`, `2.5 × 100 bu`. */
export const formatSize = (instrument: Instrument, lots: Lots | null): string =>
  lots === null ? MISSING : formatUnits(instrument.commodity, toSizeUnits(instrument, lots));

/** A size given in size units, at most two decimals: `25 MWh`, `2.5 × 100 bu`. */
export function formatUnits(commodity: CommodityKey, units: number): string {
  const { sizeUnit } = COMMODITIES[commodity];
  const decimals = [0, 1].find((places) => Number(units.toFixed(places)) === units) ?? 2;
  return `${formatNumber(units, decimals)}${/^\d/.test(sizeUnit) ? ' ×' : ''} ${sizeUnit}`;
}
const AGES = [
  { unit: 'd', ms: DAY_MS },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
] as const;

/** Age in the largest fitting unit, rounded down: `0 s`, `59 s`, `3 min`, `2 h`, `4 d`. */
export function formatAge(elapsedMs: number | null): string {
  if (!isFigure(elapsedMs)) return MISSING;
  const elapsed = Math.max(0, elapsedMs);
  const fits = AGES.find(({ ms }) => elapsed >= ms);
  return fits
    ? `${formatCount(Math.floor(elapsed / fits.ms))} ${fits.unit}`
    : `${Math.floor(elapsed / SECOND_MS)} s`;
}

const CACHED_ZONES_MAX = 32;
const CACHED_BLOCKS_MAX = 4096;
/**
 * Since 2011 zone offsets change only at quarter hours, so an offset is cached per quarter hour.
 */
const BLOCK_MS = 900_000;

interface ZoneBlock {
  /** Local time minus UTC. */
  readonly offsetMs: number;
  /** The zone's short name, such as EDT. */
  readonly name: string;
}
interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  readonly blocks: Map<number, ZoneBlock>;
}

const zones = new Map<string, Zone>();

/** Caches formatters: building one costs 100 times a use. */
function getZone(timeZone: string): Zone {
  const cached = zones.get(timeZone);
  if (cached) return cached;
  if (zones.size >= CACHED_ZONES_MAX) zones.clear();
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
    timeZoneName: 'short',
  });
  const created: Zone = { formatter, blocks: new Map() };
  zones.set(timeZone, created);
  return created;
}

function getZoneBlock(atMs: EpochMs, timeZone: string): ZoneBlock {
  const { formatter, blocks } = getZone(timeZone);
  const block = Math.floor(atMs / BLOCK_MS);
  const cached = blocks.get(block);
  if (cached) return cached;
  if (blocks.size >= CACHED_BLOCKS_MAX) blocks.clear();
  const startMs = block * BLOCK_MS;
  const parts = Object.fromEntries(
    formatter.formatToParts(startMs).map(({ type, value }) => [type, value]),
  );
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']), 0);
  const created = { offsetMs: local.getTime() - startMs, name: parts['timeZoneName'] ?? '' };
  blocks.set(block, created);
  return created;
}

/** Local date and time as ISO text; its Z does not mean UTC. */
const formatLocalIso = (atMs: EpochMs, timeZone: string): string =>
  new Date(atMs + getZoneBlock(atMs, timeZone).offsetMs).toISOString();

/** The calendar date in a named zone: `2026-03-08`. */
export const formatDate = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null ? MISSING : formatLocalIso(atMs, timeZone).slice(0, -14);

/** The time of day in a named zone: `14:05:09`. */
export const formatTimeOfDay = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null ? MISSING : formatLocalIso(atMs, timeZone).slice(-13, -5);

/** Length of "hh:mm". */
const HOUR_MINUTE_LENGTH = 5;

/** Hour and minute in a named zone: `14:05`. */
export const formatHourMinute = (atMs: EpochMs, timeZone: string): string =>
  formatTimeOfDay(atMs, timeZone).slice(0, HOUR_MINUTE_LENGTH);

/** Local time minus UTC of a zone at a moment, ms. */
export const getZoneOffsetMs = (atMs: EpochMs, timeZone: string): number =>
  getZoneBlock(atMs, timeZone).offsetMs;

/** The short name of a zone at a moment: `EDT`. */
export const getZoneName = (atMs: EpochMs, timeZone: string): string =>
  getZoneBlock(atMs, timeZone).name;

/** The time of day on a 12-hour clock: `02:05:09 PM`. */
export function formatTwelveHourTime(atMs: EpochMs | null, timeZone: string): string {
  const text = formatTimeOfDay(atMs, timeZone);
  if (text === MISSING) return MISSING;
  const hour = Number(text.slice(0, 2));
  return `${String(hour % 12 || 12).padStart(2, '0')}${text.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Date, minute and the zone's short name: `2026-03-08 14:05 EDT`. */
export const formatDateTime = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null
    ? MISSING
    : `${formatDate(atMs, timeZone)} ${formatHourMinute(atMs, timeZone)} ${getZoneName(atMs, timeZone)}`;

const CALENDAR_FORMATS = {
  weekday: { weekday: 'short' },
  day: { month: 'short', day: 'numeric' },
} as const;
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Axis label in a named zone: `Sun` or `Mar 8`. */
export function formatCalendarLabel(
  kind: keyof typeof CALENDAR_FORMATS,
  atMs: EpochMs,
  timeZone: string,
): string {
  const key = `${kind} ${timeZone}`;
  if (!calendars.has(key) && calendars.size >= CACHED_ZONES_MAX) calendars.clear();
  const words =
    calendars.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...CALENDAR_FORMATS[kind] });
  calendars.set(key, words);
  return words.format(atMs);
}

/** ISO 8601 UTC time for a `datetime` attribute; null for none. */
export function formatIsoTime(atMs: EpochMs): string;
export function formatIsoTime(atMs: EpochMs | null): string | null;
export function formatIsoTime(atMs: EpochMs | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** A temperature against its normal: `12 °F above normal`; `near normal` where it rounds to zero. */
export function formatDeparture(departureF: number, decimals: number): string {
  const size = formatNumber(Math.abs(departureF), decimals);
  if (Number(size) === 0) return 'near normal';
  return `${size} °F ${departureF > 0 ? 'above' : 'below'} normal`;
}

/** `freeze warning` -> `Freeze warning`. */
export const capitalizeFirst = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Capitalizes the text and ends it with a full stop. */
export const formatSentence = (text: string): string =>
  `${capitalizeFirst(text)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** The likelier side of a forecast, with its probability: `54%` and `up`. */
export const getLikelierSide = (
  chanceUp: number,
): { readonly percent: string; readonly side: 'up' | 'down' } => ({
  percent: formatPercent(100 * Math.max(chanceUp, 1 - chanceUp), 0),
  side: chanceUp >= 0.5 ? 'up' : 'down',
});

/** A p-value to three decimals; smaller ones are shown as `< 0.001`. */
export function formatPValue(pValue: number | null): string {
  if (pValue === null) return 'N/A';
  return pValue < 0.001 ? '< 0.001' : formatNumber(pValue, 3);
}

/** Figures that must not wrap: a date, with its time if any, and an amount with its minus. */
export const NON_BREAKING_FIGURE = new RegExp(
  `(\\d{4}-\\d\\d-\\d\\d(?: \\d\\d:\\d\\d [^\\s,;.)]+)?|${MINUS}[$\\d][\\d,.]*[\\d%K]+)`,
);

const DECIMALS_MAX = 4;

/** A price with the decimals of the tick, or four when an average lies between two ticks. */
export function formatCommodityPrice(commodity: CommodityKey, value: number | null): string {
  const decimals = COMMODITIES[commodity].priceDecimals;
  const isOnTick =
    value !== null && Number(value.toFixed(decimals)) === Number(value.toFixed(DECIMALS_MAX));
  return formatNumber(value, isOnTick ? decimals : DECIMALS_MAX);
}
