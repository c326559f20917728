/** One way to write each kind of figure: money, price, percent, size, count, time and age. */
import { COMMODITIES, type CommodityKey } from './commodity';
import { type Instrument, priceText, sizeUnits } from './instrument';
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

/** Groups the whole part of a plain decimal text by thousands and gives it the true minus sign. */
function groupDigits(decimalText: string): string {
  const [whole = '', fraction] = decimalText.replace('-', '').split('.');
  const text =
    whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
  return decimalText.startsWith('-') && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** A plus before what is above zero; the minus is there already. */
const withPlus = (text: string): string =>
  /[1-9]/.test(text) && !text.startsWith(MINUS) ? `+${text}` : text;

/** A dollar sign after the sign of the number. */
const withDollar = (text: string): string => text.replace(/^([+\u2212]?)/, '$1$');

function centsText(amount: Mills): string {
  const cents = roundToCents(amount) / MILLS_PER_CENT;
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Dollars and cents, rounded half to even: `$1,234.56`, `−$0.05`. */
export const formatMoney = (amount: Mills | null): string =>
  amount === null ? MISSING : withDollar(groupDigits(centsText(amount)));

/** The same of a number of dollars, as answers and messages have it. */
export const formatDollars = (dollars: number): string => formatMoney(fromDollars(dollars));

/** Dollars and cents with the sign always shown, except for zero: `+$12.30`. */
export const signedMoney = (amount: Mills | null): string =>
  amount === null ? MISSING : withDollar(withPlus(groupDigits(centsText(amount))));

const MILLS_PER_TENTH_OF_THOUSAND = 100_000;

function thousandsText(amount: Mills): string {
  const tenths = multiplyDivide(amount, 1, MILLS_PER_TENTH_OF_THOUSAND);
  return `${tenths < 0 ? '-' : ''}${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`;
}

/** Thousands of dollars with one decimal: `$25.0K`. */
export const moneyThousands = (amount: Mills | null): string =>
  amount === null ? MISSING : `${withDollar(groupDigits(thousandsText(amount)))}K`;

/** Thousands of dollars with one decimal and a sign: `+$1.2K`. */
export const signedMoneyThousands = (amount: Mills | null): string =>
  amount === null ? MISSING : `${withDollar(withPlus(groupDigits(thousandsText(amount))))}K`;

/** A price with the decimals of its instrument: `2.801`, `1,304.75`, `−36.98`. */
export const formatPrice = (instrument: Instrument, ticks: Ticks | null): string =>
  ticks === null ? MISSING : groupDigits(priceText(instrument, ticks));

/** A change of price, sign shown. */
export const signedPrice = (instrument: Instrument, ticks: Ticks | null): string =>
  ticks === null ? MISSING : withPlus(groupDigits(priceText(instrument, ticks)));

const isFigure = (value: number | null): value is number =>
  value !== null && Number.isFinite(value);

/** A plain number with fixed decimals: `0.125`, `1,234.5`. */
export const decimalNumber = (value: number | null, decimals: number): string =>
  isFigure(value) ? groupDigits(value.toFixed(decimals)) : MISSING;

/** A plain number with fixed decimals, sign shown: `+0.412`. */
export const signedNumber = (value: number | null, decimals: number): string =>
  isFigure(value) ? withPlus(groupDigits(value.toFixed(decimals))) : MISSING;

/** A percentage, 12.5 meaning `12.50%`. */
export const formatPercent = (value: number | null, decimals = 2): string =>
  isFigure(value) ? `${groupDigits(value.toFixed(decimals))}%` : MISSING;

/** A change in percent, sign shown: `+1.25%`. */
export const signedPercent = (value: number | null, decimals = 2): string =>
  isFigure(value) ? `${withPlus(formatPercent(value, decimals))}` : MISSING;

/** A whole number grouped by thousands. */
export const formatCount = (value: number | null): string =>
  isFigure(value) ? groupDigits(String(Math.round(value))) : MISSING;

/** A size with its unit: `25 MWh`, `2.5 × 100 bu`. */
export const formatSize = (instrument: Instrument, lots: Lots | null): string =>
  lots === null ? MISSING : unitsText(instrument.commodity, sizeUnits(instrument, lots));

/**
 * A size that is in units already, with its unit and no more decimals than it needs, two at most:
 * `25 MWh`, `2.5 × 100 bu`.
 */
export function unitsText(commodity: CommodityKey, units: number): string {
  const { sizeUnit } = COMMODITIES[commodity];
  const decimals = [0, 1].find((places) => Number(units.toFixed(places)) === units) ?? 2;
  return `${decimalNumber(units, decimals)}${/^\d/.test(sizeUnit) ? ' ×' : ''} ${sizeUnit}`;
}
const AGES = [
  { unit: 'd', ms: DAY_MS },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
] as const;

/**
 * How long ago, in the largest unit that fits, rounded down: `0 s`, `59 s`, `3 min`, `2 h`, `4 d`.
 */
export function formatAge(elapsedMs: number | null): string {
  if (!isFigure(elapsedMs)) return MISSING;
  const elapsed = Math.max(0, elapsedMs);
  const fits = AGES.find(({ ms }) => elapsed >= ms);
  return fits
    ? `${formatCount(Math.floor(elapsed / fits.ms))} ${fits.unit}`
    : `${Math.floor(elapsed / SECOND_MS)} s`;
}

const ZONES_KEPT_MAX = 32;
const BLOCKS_KEPT_MAX = 4096;
/**
 * Since 2011 zones change their offset at whole quarters of an hour alone, so one look at the zone
 * serves a quarter.
 */
const BLOCK_MS = 900_000;

interface ZoneBlock {
  /** Added to UTC it gives local time. */
  readonly offsetMs: number;
  /** The zone's short name, such as EDT. */
  readonly name: string;
}
interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  readonly blocks: Map<number, ZoneBlock>;
}

const zones = new Map<string, Zone>();

/**
 * Building a formatter costs a hundred times what using it does, and using it ten times what
 * arithmetic does.
 */
function getZone(timeZone: string): Zone {
  const kept = zones.get(timeZone);
  if (kept) return kept;
  if (zones.size >= ZONES_KEPT_MAX) zones.clear();
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
  const made: Zone = { formatter, blocks: new Map() };
  zones.set(timeZone, made);
  return made;
}

function blockAt(atMs: EpochMs, timeZone: string): ZoneBlock {
  const { formatter, blocks } = getZone(timeZone);
  const block = Math.floor(atMs / BLOCK_MS);
  const kept = blocks.get(block);
  if (kept) return kept;
  if (blocks.size >= BLOCKS_KEPT_MAX) blocks.clear();
  const startMs = block * BLOCK_MS;
  const parts = Object.fromEntries(
    formatter.formatToParts(startMs).map(({ type, value }) => [type, value]),
  );
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']), 0);
  const made = { offsetMs: local.getTime() - startMs, name: parts['timeZoneName'] ?? '' };
  blocks.set(block, made);
  return made;
}

/**
 * Date and time of day in a named zone as ISO text without zone: `2026-03-08T14:05:09.000Z`, whose
 * Z is not meant.
 */
const localIso = (atMs: EpochMs, timeZone: string): string =>
  new Date(atMs + blockAt(atMs, timeZone).offsetMs).toISOString();

/** The calendar date in a named zone: `2026-03-08`. */
export const formatDate = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null ? MISSING : localIso(atMs, timeZone).slice(0, -14);

/** The time of day in a named zone: `14:05:09`. */
export const timeOfDay = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null ? MISSING : localIso(atMs, timeZone).slice(-13, -5);

/** The short name of a zone at a moment: `EDT`. */
export const zoneName = (atMs: EpochMs, timeZone: string): string => blockAt(atMs, timeZone).name;

/** The time of day on a 12-hour clock: `02:05:09 PM`. */
export function twelveHourTime(atMs: EpochMs | null, timeZone: string): string {
  const text = timeOfDay(atMs, timeZone);
  if (text === MISSING) return MISSING;
  const hour = Number(text.slice(0, 2));
  return `${String(hour % 12 || 12).padStart(2, '0')}${text.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Date, minute and the zone's short name: `2026-03-08 14:05 EDT`. */
export const dateTime = (atMs: EpochMs | null, timeZone: string): string =>
  atMs === null
    ? MISSING
    : `${formatDate(atMs, timeZone)} ${timeOfDay(atMs, timeZone).slice(0, 5)} ${zoneName(atMs, timeZone)}`;

const CALENDAR_WORDS = {
  weekday: { weekday: 'short' },
  day: { month: 'short', day: 'numeric' },
} as const;
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Words of the calendar in a named zone, for the axis of a chart: `Sun`, or `Mar 8`. */
export function calendarWord(
  kind: keyof typeof CALENDAR_WORDS,
  atMs: EpochMs,
  timeZone: string,
): string {
  const key = `${kind} ${timeZone}`;
  if (!calendars.has(key) && calendars.size >= ZONES_KEPT_MAX) calendars.clear();
  const words =
    calendars.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...CALENDAR_WORDS[kind] });
  calendars.set(key, words);
  return words.format(atMs);
}

/** The machine-readable moment for a `datetime` attribute, UTC; null where there is none. */
export function isoMoment(atMs: EpochMs): string;
export function isoMoment(atMs: EpochMs | null): string | null;
export function isoMoment(atMs: EpochMs | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** `freeze warning` -> `Freeze warning`. */
export const capitalizeFirst = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A text as a sentence: with a capital letter and a full stop. */
export const formatSentence = (text: string): string =>
  `${capitalizeFirst(text)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** A p-value to three decimals; smaller ones are shown as `< 0.001`. */
export function formatPValue(pValue: number | null): string {
  if (pValue === null) return 'N/A';
  return pValue < 0.001 ? '< 0.001' : decimalNumber(pValue, 3);
}

/** A date with its time, or an amount below zero: a browser would break a line after its minus. */
export const UNBROKEN_FIGURE = new RegExp(
  `(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d [^\\s,;.)]+|${MINUS}[$\\d][\\d,.]*[\\d%K]+)`,
);

const DECIMALS_MAX = 4;

/**
 * A price with the decimals of the contract's tick; more where an average lies between two ticks.
 */
export function formatCommodityPrice(commodity: CommodityKey, value: number | null): string {
  const decimals = COMMODITIES[commodity].priceDecimals;
  const isOnTick =
    value !== null && Number(value.toFixed(decimals)) === Number(value.toFixed(DECIMALS_MAX));
  return decimalNumber(value, isOnTick ? decimals : DECIMALS_MAX);
}
