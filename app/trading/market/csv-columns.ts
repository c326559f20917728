/** Finds the date and price columns of a file. */
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { parseStamp } from './csv-stamp';
import { parseMicros } from './csv-price';
import { type ImportRemedies, OPTION_REMEDIES } from './csv-remedies';

export interface PriceColumns {
  readonly date: number;
  /** Separate time-of-day column. */
  readonly time: number | null;
  /** Null unless all three are present. */
  readonly range: { readonly open: number; readonly high: number; readonly low: number } | null;
  /** Close, or the only price. */
  readonly price: number;
}

export interface ColumnChoice {
  readonly dateColumn?: string | undefined;
  readonly priceColumn?: string | undefined;
  /** Default: those of programs with options. */
  readonly remedies?: ImportRemedies | undefined;
}

/** Lower case; other characters than letters and digits become one space. */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const DATE_NAMES = [
  'timestamp utc',
  'datetime utc',
  'utc',
  'timestamp',
  'datetime',
  'date time',
  'date',
  'trade date',
  'trading date',
  'observation date',
  'datetime beginning utc',
  'interval start utc',
  'interval start',
  'hour beginning',
  'day',
  'hour',
  'time',
  'month',
  'period',
];
const PRICE_NAMES = [
  'close',
  'settle',
  'settlement',
  'settlement price',
  'settle price',
  'close price',
  'closing price',
  'close last',
  'price',
  'last',
  'last price',
  'real price',
  'spot price',
  'value',
  'px last',
  'lmp',
];
const PRICE_WORDS = /\b(price|settle|settlement|lmp|close|usd|spot)\b/;
const OTHER_WORDS =
  /\b(open|high|low|adj|adjusted|volume|vol|interest|oi|change|chg|src|source|load|mw|temp|precip\w*|prcp|snow|wind|weather|humidity|cdd|hdd|year|month|day|hour|dow|hod|id|index|count)\b|temp|unnamed/;

/** Finds the columns, or returns a refusal that lists the candidates. */
export function findColumns(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  choice: ColumnChoice,
): Outcome<PriceColumns> {
  const date = findDateColumn(name, header, sample, choice);
  if (!date.ok) return date;
  const time = findTimeColumn(header, sample, date.value);
  const price = findPriceColumn(name, header, sample, choice, [date.value, time]);
  if (!price.ok) return price;
  const range = findRangeColumns(header, price.value);
  return succeedWith({ date: date.value, time, range, price: price.value });
}

const rejectColumn = (name: string, fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${name}: ${fault}`));

const LISTED_MAX = 24;

function formatColumnList(header: readonly string[], indices: readonly number[]): string {
  const names = indices.slice(0, LISTED_MAX).map((index) => `'${header[index] ?? ''}'`);
  return (
    names.join(', ') +
    (indices.length > LISTED_MAX ? ` and ${indices.length - LISTED_MAX} more` : '')
  );
}

const listAllColumns = (header: readonly string[]): readonly number[] =>
  header.map((_, index) => index);

function findColumnByName(
  name: string,
  header: readonly string[],
  requestedName: string,
): Outcome<number> {
  const exact = listAllColumns(header).filter((index) => header[index] === requestedName);
  const found =
    exact.length > 0
      ? exact
      : listAllColumns(header).filter(
          (index) => normalizeName(header[index] ?? '') === normalizeName(requestedName),
        );
  if (found.length > 1)
    return rejectColumn(
      name,
      `${found.length} columns are called '${requestedName}'. Rename all but one.`,
    );
  if (found[0] === undefined)
    return rejectColumn(
      name,
      `there is no column '${requestedName}'. The columns are ${formatColumnList(header, listAllColumns(header))}.`,
    );
  return succeedWith(found[0]);
}

/** The date column: a known name that holds dates, else the first column that does. */
export function findDateColumn(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  { dateColumn, remedies = OPTION_REMEDIES }: Omit<ColumnChoice, 'priceColumn'>,
): Outcome<number> {
  if (dateColumn !== undefined) return findColumnByName(name, header, dateColumn);
  const plain = header.map(normalizeName);
  const ranked = DATE_NAMES.map((dateName) => plain.indexOf(dateName)).filter(
    (index) => index >= 0,
  );
  const found =
    ranked.find((index) => hasStamps(sample, index)) ??
    listAllColumns(header).find((index) => hasStamps(sample, index));
  if (found !== undefined) return succeedWith(found);
  if (ranked[0] !== undefined) return succeedWith(ranked[0]);
  return rejectColumn(
    name,
    `no column holds dates. The columns are ${formatColumnList(header, listAllColumns(header))}; ${remedies.dateColumn}.`,
  );
}

/** True when most sampled rows hold a stamp there. */
function hasStamps(sample: readonly (readonly string[])[], index: number): boolean {
  const stamps = sample.filter(
    (fields) =>
      typeof parseStamp(fields[index] ?? '', 'MDY') !== 'string' ||
      typeof parseStamp(fields[index] ?? '', 'DMY') !== 'string',
  );
  return stamps.length * 2 > sample.length;
}

const TIME_OF_DAY = /^\d{1,2}(:\d{2}){0,2}$/;

function findTimeColumn(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  date: number,
): number | null {
  const dateIsDay = sample.every((fields) => !/[:T]/.test(fields[date] ?? ''));
  if (!dateIsDay) return null;
  const found = listAllColumns(header).find(
    (index) => index !== date && ['time', 'hour'].includes(normalizeName(header[index] ?? '')),
  );
  return found !== undefined && sample.some((fields) => TIME_OF_DAY.test(fields[found] ?? ''))
    ? found
    : null;
}

function findPriceColumn(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  { priceColumn, remedies = OPTION_REMEDIES }: Omit<ColumnChoice, 'dateColumn'>,
  used: readonly (number | null)[],
): Outcome<number> {
  if (priceColumn !== undefined) return findColumnByName(name, header, priceColumn);
  const free = listAllColumns(header).filter((index) => !used.includes(index));
  const plain = header.map(normalizeName);
  const getPlainName = (index: number): string => plain[index] ?? '';
  const byName = free.filter((index) => PRICE_NAMES.includes(getPlainName(index)));
  const byWord = free.filter(
    (index) => PRICE_WORDS.test(getPlainName(index)) && !OTHER_WORDS.test(getPlainName(index)),
  );
  const byNumber = free.filter(
    (index) => !OTHER_WORDS.test(getPlainName(index)) && hasNumbers(sample, index),
  );
  const found = [byName, byWord, byNumber].find((indices) => indices.length > 0) ?? [];
  if (found.length === 1 && found[0] !== undefined) return succeedWith(found[0]);
  if (found.length > 1)
    return rejectColumn(
      name,
      `several columns may be the price: ${formatColumnList(header, found)}. ${remedies.severalPrices}.`,
    );
  return rejectColumn(
    name,
    `no column looks like a price. The columns are ${formatColumnList(header, listAllColumns(header))}; ${remedies.priceColumn}.`,
  );
}

const hasNumbers = (sample: readonly (readonly string[])[], index: number): boolean =>
  sample.some((fields) => typeof parseMicros(fields[index] ?? '') === 'number');

/** Open, high and low are used only with a close, not with another named price. */
function findRangeColumns(header: readonly string[], price: number): PriceColumns['range'] {
  const plain = header.map(normalizeName);
  if (!PRICE_NAMES.includes(plain[price] ?? '')) return null;
  const [open, high, low] = ['open', 'high', 'low'].map((word) =>
    plain.findIndex((column) => column === word || column === `${word} price`),
  );
  if (open === undefined || high === undefined || low === undefined) return null;
  return Math.min(open, high, low) < 0 ? null : { open, high, low };
}
