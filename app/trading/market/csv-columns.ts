/** Which columns of a file hold the date and the prices. */
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { parseStamp } from './csv-stamp';
import { parseMicros } from './csv-price';

export interface PriceColumns {
  readonly date: number;
  /** A separate time of day that completes the date. */
  readonly time: number | null;
  /** Null unless all three are there. */
  readonly range: { readonly open: number; readonly high: number; readonly low: number } | null;
  /** The close, or the only price. */
  readonly price: number;
}

export interface ColumnChoice {
  readonly dateColumn?: string | undefined;
  readonly priceColumn?: string | undefined;
}

/** Lower case, with every run of other characters than letters and digits as one space. */
export const plainName = (name: string): string =>
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

/** Finds the columns, or refuses with a list of those that it cannot choose between. */
export function findColumns(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  choice: ColumnChoice,
): Outcome<PriceColumns> {
  const date = findDateColumn(name, header, sample, choice.dateColumn);
  if (!date.ok) return date;
  const time = findTime(header, sample, date.value);
  const price = findPrice(name, header, sample, choice.priceColumn, [date.value, time]);
  if (!price.ok) return price;
  const range = findRange(header, price.value);
  return succeedWith({ date: date.value, time, range, price: price.value });
}

const failColumn = (name: string, fault: string): Outcome<never> =>
  rejectWith(createRefusal('INVALID', `${name}: ${fault}`));

const LISTED_MAX = 24;

function findListed(header: readonly string[], indices: readonly number[]): string {
  const names = indices.slice(0, LISTED_MAX).map((index) => `'${header[index] ?? ''}'`);
  return (
    names.join(', ') +
    (indices.length > LISTED_MAX ? ` and ${indices.length - LISTED_MAX} more` : '')
  );
}

const listAllColumns = (header: readonly string[]): readonly number[] =>
  header.map((_, index) => index);

function findNamed(name: string, header: readonly string[], wanted: string): Outcome<number> {
  const exact = listAllColumns(header).filter((index) => header[index] === wanted);
  const found =
    exact.length > 0
      ? exact
      : listAllColumns(header).filter(
          (index) => plainName(header[index] ?? '') === plainName(wanted),
        );
  if (found.length > 1)
    return failColumn(name, `${found.length} columns are called '${wanted}'. Rename all but one.`);
  if (found[0] === undefined)
    return failColumn(
      name,
      `there is no column '${wanted}'. The columns are ${findListed(header, listAllColumns(header))}.`,
    );
  return succeedWith(found[0]);
}

/** The column of dates: by name when it holds any, else the first that holds them. */
export function findDateColumn(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  wanted: string | undefined,
): Outcome<number> {
  if (wanted !== undefined) return findNamed(name, header, wanted);
  const plain = header.map(plainName);
  const ranked = DATE_NAMES.map((dateName) => plain.indexOf(dateName)).filter(
    (index) => index >= 0,
  );
  const found =
    ranked.find((index) => holdsStamps(sample, index)) ??
    listAllColumns(header).find((index) => holdsStamps(sample, index));
  if (found !== undefined) return succeedWith(found);
  if (ranked[0] !== undefined) return succeedWith(ranked[0]);
  return failColumn(
    name,
    `no column holds dates. The columns are ${findListed(header, listAllColumns(header))}; name one with --date-column.`,
  );
}

/** Whether most of the sampled rows have a stamp there. */
function holdsStamps(sample: readonly (readonly string[])[], index: number): boolean {
  const stamps = sample.filter(
    (fields) =>
      typeof parseStamp(fields[index] ?? '', 'MDY') !== 'string' ||
      typeof parseStamp(fields[index] ?? '', 'DMY') !== 'string',
  );
  return stamps.length * 2 > sample.length;
}

const TIME_OF_DAY = /^\d{1,2}(:\d{2}){0,2}$/;

function findTime(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  date: number,
): number | null {
  const dateIsDay = sample.every((fields) => !/[:T]/.test(fields[date] ?? ''));
  if (!dateIsDay) return null;
  const found = listAllColumns(header).find(
    (index) => index !== date && ['time', 'hour'].includes(plainName(header[index] ?? '')),
  );
  return found !== undefined && sample.some((fields) => TIME_OF_DAY.test(fields[found] ?? ''))
    ? found
    : null;
}

function findPrice(
  name: string,
  header: readonly string[],
  sample: readonly (readonly string[])[],
  wanted: string | undefined,
  taken: readonly (number | null)[],
): Outcome<number> {
  if (wanted !== undefined) return findNamed(name, header, wanted);
  const free = listAllColumns(header).filter((index) => !taken.includes(index));
  const plain = header.map(plainName);
  const word = (index: number): string => plain[index] ?? '';
  const byName = free.filter((index) => PRICE_NAMES.includes(word(index)));
  const byWord = free.filter(
    (index) => PRICE_WORDS.test(word(index)) && !OTHER_WORDS.test(word(index)),
  );
  const byNumber = free.filter(
    (index) => !OTHER_WORDS.test(word(index)) && holdsNumbers(sample, index),
  );
  const found = [byName, byWord, byNumber].find((indices) => indices.length > 0) ?? [];
  if (found.length === 1 && found[0] !== undefined) return succeedWith(found[0]);
  if (found.length > 1)
    return failColumn(
      name,
      `several columns may be the price: ${findListed(header, found)}. Name one with --column.`,
    );
  return failColumn(
    name,
    `no column looks like a price. The columns are ${findListed(header, listAllColumns(header))}; name one with --column.`,
  );
}

const holdsNumbers = (sample: readonly (readonly string[])[], index: number): boolean =>
  sample.some((fields) => typeof parseMicros(fields[index] ?? '') === 'number');

/** Open, high and low belong to the close, not to any other price that was named. */
function findRange(header: readonly string[], price: number): PriceColumns['range'] {
  const plain = header.map(plainName);
  if (!PRICE_NAMES.includes(plain[price] ?? '')) return null;
  const [open, high, low] = ['open', 'high', 'low'].map((word) =>
    plain.findIndex((column) => column === word || column === `${word} price`),
  );
  if (open === undefined || high === undefined || low === undefined) return null;
  return Math.min(open, high, low) < 0 ? null : { open, high, low };
}
