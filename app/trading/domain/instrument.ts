/** A tradable contract with tick, lot and tick value. */
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

/** A decimal as an integer over a power of ten: 0.25 is { digits: 25, decimals: 2 }. */
export interface Decimal {
  readonly digits: number;
  readonly decimals: number;
}

/** Terms of one month of a chain: `NG.Z26` of chain `NG`. */
export interface ContractTerms {
  /** Chain id: the symbol prefix, for power with the hub (`ET-NYISO`). */
  readonly chain: string;
  /** Venue code of the month, e.g. NGZ26. */
  readonly code: string;
  /** First day of delivery, YYYY-MM-DD. */
  readonly delivery: string;
  /** No entries from this time on; open positions roll into the next month. */
  readonly rollMs: number;
  /** Trading ends; open positions settle. */
  readonly expiresMs: number;
}

export interface Instrument {
  /** Unique inside a market, e.g. `NG`, `ET-NYISO`, `NG.Z26`. */
  readonly id: string;
  readonly commodity: CommodityKey;
  /** Smallest price step in quoted units. */
  readonly tick: Decimal;
  /** Size units in one lot. One size unit is worth one dollar per 1.00 of quoted price. */
  readonly lot: Decimal;
  /**
   * Value of one tick of one lot in mills: 1000 x tick x lot, as a fraction. The divisor is 1 for
   * all listed contracts.
   */
  readonly tickMills: number;
  readonly tickMillsDivisor: number;
  readonly priceMayBeNegative: boolean;
  /** Minimum |price| in ticks for sizing and collateral, where a price may cross zero; else 0. */
  readonly scaleFloorTicks: number;
  /** Absent for a continuous price history. */
  readonly contract?: ContractTerms;
}

/** The chain of an instrument; its own id without contract terms. */
export const getChain = ({ id, contract }: Pick<Instrument, 'id' | 'contract'>): string =>
  contract?.chain ?? id;

/** Display name: the venue code of the month, else the id. */
export const getCode = ({ id, contract }: Pick<Instrument, 'id' | 'contract'>): string =>
  contract?.code ?? id;

interface InstrumentRow {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly tick: string;
  readonly lot: string;
  readonly priceMayBeNegative: boolean;
  /** Decimal price of `scaleFloorTicks`. */
  readonly scaleFloor?: string;
  readonly contract?: ContractTerms;
}

/** Builds an instrument from decimal texts. Throws RangeError when tick or lot is not positive. */
export function defineInstrument({ scaleFloor, ...row }: InstrumentRow): Instrument {
  const tick = requireDecimal(row.tick);
  const lot = requireDecimal(row.lot);
  if (tick.digits <= 0 || lot.digits <= 0)
    throw new RangeError(`${row.id}: tick and lot must be above zero`);
  const mills = tick.digits * lot.digits * 1000;
  const divisor = 10 ** (tick.decimals + lot.decimals);
  const common = computeGreatestCommonDivisor(mills, divisor);
  const scaleFloorTicks =
    scaleFloor === undefined
      ? 0
      : Math.round(toNumber(requireDecimal(scaleFloor)) / toNumber(tick));
  return {
    ...row,
    tick,
    lot,
    scaleFloorTicks,
    tickMills: mills / common,
    tickMillsDivisor: divisor / common,
  };
}

const computeGreatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : computeGreatestCommonDivisor(b, a % b);

const DECIMAL_TEXT = /^([+-]?)(\d{1,12})(?:\.(\d{1,9}))?$/;

/**
 * Parses a plain decimal; null for anything else (`1e5`, `0x1`, `NaN`, blanks, more than 9
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

/** Parses a constant. Throws RangeError when it is no plain decimal. */
export function requireDecimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (!parsed) throw new RangeError(`'${text}' is not a plain decimal`);
  return parsed;
}

export const toNumber = (value: Decimal): number => value.digits / 10 ** value.decimals;

/** Parses a price into ticks; null when it is no decimal or off tick. */
export function parsePrice(instrument: Instrument, text: string): Ticks | null {
  const price = parseDecimal(text);
  if (!price) return null;
  const decimals = Math.max(price.decimals, instrument.tick.decimals);
  const scaled = price.digits * 10 ** (decimals - price.decimals);
  const step = instrument.tick.digits * 10 ** (decimals - instrument.tick.decimals);
  return Number.isSafeInteger(scaled) && scaled % step === 0 ? toTicks(scaled / step) : null;
}

/** A price in quoted units as a float, for features, charts and DTOs. Not for booking. */
export const toPriceNumber = (instrument: Instrument, ticks: number): number =>
  (ticks * instrument.tick.digits) / 10 ** instrument.tick.decimals;

/** The exact decimal text of a price with the instrument's decimals. */
export function toPriceText(instrument: Instrument, ticks: Ticks): string {
  const digits = BigInt(ticks) * BigInt(instrument.tick.digits);
  const padded = (digits < 0n ? -digits : digits)
    .toString()
    .padStart(instrument.tick.decimals + 1, '0');
  const cut = padded.length - instrument.tick.decimals;
  return `${digits < 0n ? '-' : ''}${padded.slice(0, cut)}${instrument.tick.decimals > 0 ? `.${padded.slice(cut)}` : ''}`;
}

/**
 * Value of ticks x lots in mills.
 * Exact when one tick of one lot is a whole mill; otherwise rounded half to even, once.
 */
export function computeValueMills(instrument: Instrument, ticks: Ticks, lots: Lots): Mills {
  return toMills(multiplyDivide(ticks, lots * instrument.tickMills, instrument.tickMillsDivisor));
}

/** Size in units (MWh, MMBtu, gal, bbl, 100 bu, 100 lb). */
export const toSizeUnits = (instrument: Instrument, lots: Lots): number =>
  (lots * instrument.lot.digits) / 10 ** instrument.lot.decimals;

/** Largest whole number of lots within a size; zero when not even one fits. */
export const toWholeLots = (instrument: Instrument, units: number): Lots =>
  toLots(
    Math.max(0, Math.floor((units * 10 ** instrument.lot.decimals) / instrument.lot.digits + 1e-9)),
  );

/** Averages are rounded to six decimals, finer than any tick. */
const AVERAGE_STEPS = 1_000_000;

/**
 * Average price in quoted units: value / size, six decimals. Null at size zero. Not for booking.
 */
export const computeAveragePrice = (
  instrument: Instrument,
  value: Mills,
  lots: Lots,
): number | null =>
  lots === 0
    ? null
    : Math.round((toDollars(value) / toSizeUnits(instrument, lots)) * AVERAGE_STEPS) /
      AVERAGE_STEPS;

/** Describes changed terms: `tick 0.001, now 0.0005`. */
export function formatTermsChange(previous: Instrument, next: Instrument): string {
  const formatDay = (atMs: number | undefined): string =>
    atMs === undefined ? 'none' : new Date(atMs).toISOString().slice(0, 10);
  const rows: readonly (readonly [name: string, before: string, after: string])[] = [
    ['tick', String(toNumber(previous.tick)), String(toNumber(next.tick))],
    ['lot', String(toNumber(previous.lot)), String(toNumber(next.lot))],
    ['code', previous.contract?.code ?? 'none', next.contract?.code ?? 'none'],
    ['roll', formatDay(previous.contract?.rollMs), formatDay(next.contract?.rollMs)],
    ['expiry', formatDay(previous.contract?.expiresMs), formatDay(next.contract?.expiresMs)],
  ];
  const changed = rows
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => `${name} ${before}, now ${after}`);
  return changed.length === 0 ? 'terms' : changed.join('; ');
}
