/**
 * Price bands within which an account surely covers its maintenance margin, so that most prices
 * need no margin computation.
 *
 * The excess of equity over margin is split equally among the contracts held. A move of d ticks
 * changes equity by at most d x tick value, and margin by less, because no margin ratio reaches 1.
 * While each contract stays within half of its part, for either effect, the excess is positive.
 * A price inside its band is inconclusive if another price left its own. So leaving any band
 * recomputes all, and an account below its margin has none. Bands are valid for one set of
 * positions and one balance; a fill changes both. Valuations check margin without bands.
 */
import type { Book } from '../domain/book';
import { computeAccountBalance } from '../domain/ledger';
import type { Mills } from '../domain/units';
import { computeSizingTicks } from '../risk/exposure';
import type { InstrumentMarket } from './state';

interface PriceBand {
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly sizeTicksMax: number;
}

/** Rounding of equity and margin, in mills per position. */
const ROUNDING_MILLS = 4;

interface ComputedBands {
  readonly balanceMills: Mills;
  readonly bands: ReadonlyMap<string, PriceBand>;
}

/** Keyed by the positions object, which a valuation does not replace. */
const bandsByPositions = new WeakMap<Book['positions'], ComputedBands>();

function findBands({ positions, balances }: Book): ComputedBands['bands'] | null {
  const computed = bandsByPositions.get(positions);
  return computed && computed.balanceMills === computeAccountBalance(balances)
    ? computed.bands
    : null;
}

interface ObservedPrice {
  readonly instrumentId: string;
  readonly lastTicks: number;
  readonly sizeTicks: number;
}

/** Null before the first quote. */
export const getObservedPrice = ({
  instrument,
  quote,
  scaleTicks,
}: InstrumentMarket): ObservedPrice | null =>
  quote
    ? {
        instrumentId: instrument.id,
        lastTicks: quote.lastTicks,
        sizeTicks: computeSizingTicks(instrument, quote.lastTicks, scaleTicks),
      }
    : null;

const isInside = (
  { lowTicks, highTicks, sizeTicksMax }: PriceBand,
  { lastTicks, sizeTicks }: ObservedPrice,
): boolean => lastTicks >= lowTicks && lastTicks <= highTicks && sizeTicks <= sizeTicksMax;

/** Stores how far each price may move before the excess could be used up. */
export function cacheBands(
  book: Book,
  excessMills: Mills,
  findContract: (instrumentId: string) => InstrumentMarket | null,
): void {
  const positions = Object.values(book.positions);
  const tickValues = new Map<string, number>();
  for (const { instrumentId, lots } of positions) {
    const instrument = findContract(instrumentId)?.instrument;
    if (!instrument) return;
    tickValues.set(
      instrumentId,
      (tickValues.get(instrumentId) ?? 0) +
        (lots * instrument.tickMills) / instrument.tickMillsDivisor,
    );
  }
  const excessPerInstrument = (excessMills - ROUNDING_MILLS * positions.length) / tickValues.size;
  const bands = new Map<string, PriceBand>();
  for (const [instrumentId, value] of tickValues) {
    const contract = findContract(instrumentId);
    const price = contract && getObservedPrice(contract);
    if (!price) return;
    const distance = Math.floor(excessPerInstrument / (2 * value));
    bands.set(instrumentId, {
      lowTicks: price.lastTicks - distance,
      highTicks: price.lastTicks + distance,
      sizeTicksMax: price.sizeTicks + distance,
    });
  }
  bandsByPositions.set(book.positions, {
    balanceMills: computeAccountBalance(book.balances),
    bands,
  });
}

export const clearBands = ({ positions }: Book): void => void bandsByPositions.delete(positions);

/** True if the account surely covers its margin at this price, or does not hold the contract. */
export function isWithinBands(book: Book, price: ObservedPrice): boolean {
  const bands = findBands(book);
  if (!bands) return !holdsInstrument(book, price.instrumentId);
  const band = bands.get(price.instrumentId);
  return band === undefined || isInside(band, price);
}

function holdsInstrument({ positions }: Book, instrumentId: string): boolean {
  for (const id in positions) if (positions[id]?.instrumentId === instrumentId) return true;
  return false;
}
