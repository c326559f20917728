/** What is traded: a contract of a commodity with its tick, its lot and the exact worth of both. */
import type { CommodityKey } from './commodity';
import {
  type Lots,
  type Mills,
  type Ticks,
  multiplyDivide,
  toDollars,
  toLots,
  toMills,
  toTicks,
} from './units';

/**
 * A positive decimal as a whole number over a power of ten: 0.25 is { digits: 25, decimals: 2 }.
 */
export interface Decimal {
  readonly digits: number;
  readonly decimals: number;
}

/** What makes an instrument one month of a chain: `NG.Z26` of chain `NG`. */
export interface ContractTerms {
  /** The id of the chain: the symbol prefix, for power that of a hub (`ET-NYISO`). */
  readonly chain: string;
  /** The venue's code of the month, such as NGZ26. */
  readonly code: string;
  /** First day of delivery, YYYY-MM-DD. */
  readonly delivery: string;
  /** From here on no entry is made in it and what is held is rolled into the next month. */
  readonly rollMs: number;
  /** From here on it is not traded any more: it settles. */
  readonly expiresMs: number;
}

export interface Instrument {
  /** Unique inside a market, e.g. `NG`, `ET-NYISO`, `NG.Z26`. */
  readonly id: string;
  readonly commodity: CommodityKey;
  /** Smallest price step in quoted units. */
  readonly tick: Decimal;
  /** Size units in one lot; a size unit is worth one dollar per 1.00 of the quoted price. */
  readonly lot: Decimal;
  /**
   * Worth of one tick of one lot: 1000 x tick x lot, as a fraction of mills. The divisor is 1 for
   * every listed contract.
   */
  readonly tickMills: number;
  readonly tickMillsDivisor: number;
  readonly priceMayBeNegative: boolean;
  /**
   * Where a price may pass through zero: the least size of a price, in ticks, that sizing and
   * collateral reckon with; else 0.
   */
  readonly scaleFloorTicks: number;
  /** Absent for a price that never expires, such as a continuous history. */
  readonly contract?: ContractTerms;
}

/** The chain that an instrument is a month of; its own id where it is none. */
export const getChain = ({ id, contract }: Pick<Instrument, 'id' | 'contract'>): string =>
  contract?.chain ?? id;

/** What an instrument is called in a sentence: the venue's code of its month, else its id. */
export const getCode = ({ id, contract }: Pick<Instrument, 'id' | 'contract'>): string =>
  contract?.code ?? id;

interface InstrumentRow {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly tick: string;
  readonly lot: string;
  readonly priceMayBeNegative: boolean;
  /** Decimal price behind `scaleFloorTicks`. */
  readonly scaleFloor?: string;
  readonly contract?: ContractTerms;
}

/**
 * Makes an instrument from the decimals of its contract row. Throws RangeError when tick or lot is
 * no positive decimal.
 */
export function defineInstrument({ scaleFloor, ...row }: InstrumentRow): Instrument {
  const tick = decimal(row.tick);
  const lot = decimal(row.lot);
  if (tick.digits <= 0 || lot.digits <= 0)
    throw new RangeError(`${row.id}: tick and lot must be above zero`);
  const mills = tick.digits * lot.digits * 1000;
  const divisor = 10 ** (tick.decimals + lot.decimals);
  const common = greatestCommonDivisor(mills, divisor);
  const scaleFloorTicks =
    scaleFloor === undefined ? 0 : Math.round(toNumber(decimal(scaleFloor)) / toNumber(tick));
  return {
    ...row,
    tick,
    lot,
    scaleFloorTicks,
    tickMills: mills / common,
    tickMillsDivisor: divisor / common,
  };
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

const DECIMAL_TEXT = /^([+-]?)(\d{1,12})(?:\.(\d{1,9}))?$/;

/**
 * Reads a plain decimal; null for anything else (`1e5`, `0x1`, `NaN`, blanks, more than 9
 * decimals).
 */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_TEXT.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? '';
  const digits = Number(`${match[2]}${fraction}`);
  if (!Number.isSafeInteger(digits)) return null;
  return { digits: match[1] === '-' && digits !== 0 ? -digits : digits, decimals: fraction.length };
}

/** A decimal constant of a table; throws on anything that is not one. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (!parsed) throw new RangeError(`'${text}' is not a plain decimal`);
  return parsed;
}

export const toNumber = (value: Decimal): number => value.digits / 10 ** value.decimals;

/** The price in ticks, or null when the text is no decimal or lies between two ticks. */
export function parsePrice(instrument: Instrument, text: string): Ticks | null {
  const price = parseDecimal(text);
  if (!price) return null;
  const decimals = Math.max(price.decimals, instrument.tick.decimals);
  const scaled = price.digits * 10 ** (decimals - price.decimals);
  const step = instrument.tick.digits * 10 ** (decimals - instrument.tick.decimals);
  return Number.isSafeInteger(scaled) && scaled % step === 0 ? toTicks(scaled / step) : null;
}

/**
 * The price of so many ticks in quoted units, as a float: for features, charts and wires, never for
 * booking.
 */
export const priceNumber = (instrument: Instrument, ticks: number): number =>
  (ticks * instrument.tick.digits) / 10 ** instrument.tick.decimals;

/** The exact decimal text of a price, with the instrument's own number of decimals. */
export function priceText(instrument: Instrument, ticks: Ticks): string {
  const digits = BigInt(ticks) * BigInt(instrument.tick.digits);
  const padded = (digits < 0n ? -digits : digits)
    .toString()
    .padStart(instrument.tick.decimals + 1, '0');
  const cut = padded.length - instrument.tick.decimals;
  return `${digits < 0n ? '-' : ''}${padded.slice(0, cut)}${instrument.tick.decimals > 0 ? `.${padded.slice(cut)}` : ''}`;
}

/**
 * Ticks x Lots as money: price x size in dollars, in mills.
 * Exact when a tick of one lot is a whole mill; otherwise rounded half to even, once.
 */
export function valueMills(instrument: Instrument, ticks: Ticks, lots: Lots): Mills {
  return toMills(multiplyDivide(ticks, lots * instrument.tickMills, instrument.tickMillsDivisor));
}

/** The size in units (MWh, MMBtu, gal, bbl, 100 bu, 100 lb) of so many lots. */
export const sizeUnits = (instrument: Instrument, lots: Lots): number =>
  (lots * instrument.lot.digits) / 10 ** instrument.lot.decimals;

/** The most whole lots that fit into a size in units; zero when not even one does. */
export const lotsWithin = (instrument: Instrument, units: number): Lots =>
  toLots(
    Math.max(0, Math.floor((units * 10 ** instrument.lot.decimals) / instrument.lot.digits + 1e-9)),
  );

/** Finer than any tick: what an average that falls between two ticks is told to. */
const AVERAGE_STEPS = 1_000_000;

/**
 * The price at which a value was reached, in quoted units to six decimals: value over size. Null at
 * size zero; for wires and screens, never for booking.
 */
export const averagePrice = (instrument: Instrument, value: Mills, lots: Lots): number | null =>
  lots === 0
    ? null
    : Math.round((toDollars(value) / sizeUnits(instrument, lots)) * AVERAGE_STEPS) / AVERAGE_STEPS;

/** What differs between two terms of a contract, in words: `tick 0.001, from now 0.0005`. */
export function termsChange(held: Instrument, next: Instrument): string {
  const day = (atMs: number | undefined): string =>
    atMs === undefined ? 'none' : new Date(atMs).toISOString().slice(0, 10);
  const rows: readonly (readonly [name: string, before: string, after: string])[] = [
    ['tick', String(toNumber(held.tick)), String(toNumber(next.tick))],
    ['lot', String(toNumber(held.lot)), String(toNumber(next.lot))],
    ['code', held.contract?.code ?? 'none', next.contract?.code ?? 'none'],
    ['roll', day(held.contract?.rollMs), day(next.contract?.rollMs)],
    ['expiry', day(held.contract?.expiresMs), day(next.contract?.expiresMs)],
  ];
  const changed = rows
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => `${name} ${before}, now ${after}`);
  return changed.length === 0 ? 'terms' : changed.join('; ');
}
