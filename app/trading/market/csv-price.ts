/** Parses prices as integer millionths of the quoted unit. */

/** Prices are stored in millionths, the finest tick of an imported history. */
export const MICROS = 1_000_000;
export const PRICE_DECIMALS_MAX = 6;
const PRICE_MAX = 1_000_000_000;

const BLANK = /^(|-|\.|na|n\/a|#n\/a|nan|null|none|nd|no data)$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * The price in millionths, null for a blank, or the error text. More than six decimals are rounded.
 */
export function parseMicros(text: string): number | null | string {
  if (BLANK.test(text)) return null;
  const plain = THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
  const value = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isNaN(value))
    return `'${text.slice(0, 40)}' is no price: write a plain decimal such as 3.125`;
  if (Math.abs(value) > PRICE_MAX) return `${text.slice(0, 40)} is beyond any price`;
  return Math.round(value * MICROS);
}

/** True when parsing rounds the text. */
export const isTooFine = (text: string): boolean => /\.\d{7,}|e/i.test(text);

/** A single precision number is exact to about one part in 2^23: 129.85 comes out as 129.850006. */
const SINGLE_PRECISION = 2 ** -23;

/**
 * The nearest multiple of the tick (in millionths) when the price has at least five decimals and
 * differs by single-precision noise only; else null.
 */
export function removeNoise(text: string, micros: number, tickMicros: number): number | null {
  const nearest = Math.round(micros / tickMicros) * tickMicros;
  const distance = Math.abs(micros - nearest);
  if (distance === 0 || distance > Math.abs(micros) * SINGLE_PRECISION) return null;
  return /\.\d{5,}/.test(text) ? nearest : null;
}

/** The coarsest power of ten, in millionths, that divides the price, starting from `step`. */
export function refineStep(step: number, micros: number): number {
  let finer = step;
  while (finer > 1 && micros % finer !== 0) finer /= 10;
  return finer;
}

/** Formats a step in millionths as a tick: 10,000 is 0.01. */
export function formatTick(stepMicros: number): string {
  const text = (stepMicros / MICROS).toFixed(PRICE_DECIMALS_MAX);
  return text.replace(/\.?0+$/, '');
}
