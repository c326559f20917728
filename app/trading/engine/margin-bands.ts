/**
 * Price bands within which a book is known to cover its maintenance margin, so that most prices
 * need no computation.
 *
 * The excess of equity over margin is divided among the instruments held. A move of d ticks changes
 * equity by at most d x value of a
 * tick, and margin by less, since no ratio reaches 1. While each instrument stays within half of
 * its part for either, the excess
 * cannot be used up. A price inside its band says nothing while another price is outside of its
 * own: so the bands are computed anew
 * when a price leaves one, and forgotten while the book is below its margin. They belong to the
 * positions and the balance for which
 * they were computed; a fill changes both. A valuation judges the margin without them.
 */
import type { Book } from '../domain/book';
import { accountBalanceMills } from '../domain/ledger';
import type { Mills } from '../domain/units';
import { sizingTicks } from '../risk/exposure';
import type { InstrumentMarket } from './state';

interface PriceBand {
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly sizeTicksMax: number;
}

/** Rounding of equity and of margin, in mills per position. */
const ROUNDING_MILLS = 4;

interface ComputedBands {
  readonly balanceMills: Mills;
  readonly bands: ReadonlyMap<string, PriceBand>;
}

/** By what a book holds, which a valuation leaves as it is. */
const bandsByPositions = new WeakMap<Book['positions'], ComputedBands>();

function findBands({ positions, balances }: Book): ComputedBands['bands'] | null {
  const found = bandsByPositions.get(positions);
  return found && found.balanceMills === accountBalanceMills(balances) ? found.bands : null;
}

/** What a price is compared by. */
interface SeenPrice {
  readonly instrumentId: string;
  readonly lastTicks: number;
  readonly sizeTicks: number;
}

/** Null before the first quote. */
export const getSeenPrice = ({
  instrument,
  quote,
  scaleTicks,
}: InstrumentMarket): SeenPrice | null =>
  quote
    ? {
        instrumentId: instrument.id,
        lastTicks: quote.lastTicks,
        sizeTicks: sizingTicks(instrument, quote.lastTicks, scaleTicks),
      }
    : null;

const isInside = (
  { lowTicks, highTicks, sizeTicksMax }: PriceBand,
  { lastTicks, sizeTicks }: SeenPrice,
): boolean => lastTicks >= lowTicks && lastTicks <= highTicks && sizeTicks <= sizeTicksMax;

/** Remembers how far each price may move before the excess of a book could be used up. */
export function rememberBands(
  book: Book,
  excessMills: Mills,
  seenOf: (instrumentId: string) => InstrumentMarket | null,
): void {
  const positions = Object.values(book.positions);
  const tickValues = new Map<string, number>();
  for (const { instrumentId, lots } of positions) {
    const instrument = seenOf(instrumentId)?.instrument;
    if (!instrument) return;
    tickValues.set(
      instrumentId,
      (tickValues.get(instrumentId) ?? 0) +
        (lots * instrument.tickMills) / instrument.tickMillsDivisor,
    );
  }
  const part = (excessMills - ROUNDING_MILLS * positions.length) / tickValues.size;
  const bands = new Map<string, PriceBand>();
  for (const [instrumentId, value] of tickValues) {
    const seen = seenOf(instrumentId);
    const price = seen && getSeenPrice(seen);
    if (!price) return;
    const distance = Math.floor(part / (2 * value));
    bands.set(instrumentId, {
      lowTicks: price.lastTicks - distance,
      highTicks: price.lastTicks + distance,
      sizeTicksMax: price.sizeTicks + distance,
    });
  }
  bandsByPositions.set(book.positions, { balanceMills: accountBalanceMills(book.balances), bands });
}

/** Forgets the bands of a book that is below its margin. */
export const forgetBands = ({ positions }: Book): void => void bandsByPositions.delete(positions);

/** Whether a price leaves a book certainly above its margin, or concerns nothing that it holds. */
export function isWithinBands(book: Book, price: SeenPrice): boolean {
  const bands = findBands(book);
  if (!bands) return !holdsInstrument(book, price.instrumentId);
  const band = bands.get(price.instrumentId);
  return band === undefined || isInside(band, price);
}

function holdsInstrument({ positions }: Book, instrumentId: string): boolean {
  for (const id in positions) if (positions[id]?.instrumentId === instrumentId) return true;
  return false;
}
