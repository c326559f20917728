/**
 * Exchange margin of a book: what it requires, and which positions leave when equity falls below
 * it.
 *
 * A position requires max(dollars per contract x share of a contract, ratio x price x size),
 * rounded up once to a mill.
 * The ratio is that of the dollars to the notional of one contract at their reference price, so the
 * requirement grows with
 * the price and never falls below the dollars of the venue. Legs of a spread require the sum of
 * both: there is no offset.
 */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { CONTRACT_TABLE } from '../domain/contract-table';
import { type Instrument, decimal } from '../domain/instrument';
import type { MarginTerms } from '../domain/margin-facts';
import type { Order } from '../domain/order';
import { type Position, groupName, splitByGroup } from '../domain/position';
import {
  type Lots,
  MILLS_PER_DOLLAR,
  type Mills,
  NO_LOTS,
  NO_MILLS,
  type Ticks,
  addMills,
  subtractLots,
  subtractMills,
  toLots,
  toMills,
} from '../domain/units';
import { sizingTicks } from './exposure';

type MarginKind = 'initial' | 'maintenance';

/** An instrument and the price that its margin is computed at; null before its first quote. */
export interface MarginPrice {
  readonly instrument: Instrument;
  readonly lastTicks: Ticks | null;
  readonly scaleTicks: number;
}
export type MarginPriceOf = (instrumentId: string) => MarginPrice;

type ContractMargin = Omit<MarginTerms, 'sizeTicks'>;

/** Margin of one whole contract of each commodity, in mills. */
const CONTRACT_MARGINS: Readonly<Record<CommodityKey, ContractMargin>> = Object.fromEntries(
  COMMODITY_KEYS.map((key) => [key, contractMargin(key)]),
) as Record<CommodityKey, ContractMargin>;

function contractMargin(commodity: CommodityKey): ContractMargin {
  const { margin, unitsPerContract } = CONTRACT_TABLE[commodity];
  const price = decimal(margin.referencePrice);
  return {
    initialMills: toMills(margin.initialDollars * MILLS_PER_DOLLAR),
    maintenanceMills: toMills(margin.maintenanceDollars * MILLS_PER_DOLLAR),
    referenceMills: toMills(
      (price.digits * unitsPerContract * MILLS_PER_DOLLAR) / 10 ** price.decimals,
    ),
    unitsPerContract,
  };
}

/** The terms of an instrument at a price. */
export const marginTerms = (
  instrument: Instrument,
  lastTicks: Ticks,
  scaleTicks: number,
): MarginTerms => ({
  ...CONTRACT_MARGINS[instrument.commodity],
  sizeTicks: sizingTicks(instrument, lastTicks, scaleTicks),
});

/**
 * a x b x c / divisor, rounded up; all are whole numbers, the divisor is positive. Exact through
 * BigInt where the product leaves 2^53.
 */
function multiplyDivideUp(a: number, b: number, c: number, divisor: number): number {
  const product = a * b * c;
  if (!Number.isSafeInteger(product) || !Number.isSafeInteger(b * c)) {
    const exact = BigInt(a) * BigInt(b) * BigInt(c);
    return Number((exact + BigInt(divisor) - 1n) / BigInt(divisor));
  }
  const floor = Math.floor(product / divisor);
  return product - floor * divisor > 0 ? floor + 1 : floor;
}

/** Margin of so many lots at a size of the price in ticks, in mills. */
export function computeMargin(
  kind: MarginKind,
  instrument: Instrument,
  sizeTicks: number,
  lots: Lots,
): Mills {
  const { initialMills, maintenanceMills, referenceMills, unitsPerContract } =
    CONTRACT_MARGINS[instrument.commodity];
  const dollars = kind === 'initial' ? initialMills : maintenanceMills;
  const { lot, tickMills, tickMillsDivisor } = instrument;
  const fixed = multiplyDivideUp(dollars, lots, lot.digits, unitsPerContract * 10 ** lot.decimals);
  const scaled = multiplyDivideUp(
    dollars,
    sizeTicks,
    lots * tickMills,
    tickMillsDivisor * referenceMills,
  );
  return toMills(Math.max(fixed, scaled));
}

/** Without a quote, the dollars of the venue alone. */
function positionMargin(
  kind: MarginKind,
  { instrument, lastTicks, scaleTicks }: MarginPrice,
  lots: Lots,
): Mills {
  return computeMargin(
    kind,
    instrument,
    lastTicks === null ? 0 : sizingTicks(instrument, lastTicks, scaleTicks),
    lots,
  );
}

const sumMargin = (
  kind: MarginKind,
  positions: readonly Pick<Position, 'instrumentId' | 'lots'>[],
  priceOf: MarginPriceOf,
): Mills =>
  addMills(
    ...positions.map(({ instrumentId, lots }) => positionMargin(kind, priceOf(instrumentId), lots)),
  );

/** What all positions of a book require to stay open, in mills. */
export const computeMaintenanceMargin = (
  { positions }: Pick<Book, 'positions'>,
  priceOf: MarginPriceOf,
): Mills => sumMargin('maintenance', Object.values(positions), priceOf);

/** What all positions of a book required if they were opened now, in mills. */
export const computeInitialMargin = (
  { positions }: Pick<Book, 'positions'>,
  priceOf: MarginPriceOf,
): Mills => sumMargin('initial', Object.values(positions), priceOf);

/**
 * Initial margin of the lots that an entry order may still open: at its own price where it has one.
 */
export function computeOrderMargin(
  {
    instrumentId,
    lots,
    filledLots,
    priceTicks,
  }: Pick<Order, 'instrumentId' | 'lots' | 'filledLots' | 'priceTicks'>,
  priceOf: MarginPriceOf,
): Mills {
  const price = priceOf(instrumentId);
  return positionMargin(
    'initial',
    { ...price, lastTicks: priceTicks ?? price.lastTicks },
    subtractLots(lots, filledLots),
  );
}

/**
 * Initial margin of positions and of entries that still work, in mills: what a further entry adds
 * to.
 */
export function computeInitialMarginUsed(
  book: Pick<Book, 'positions' | 'orders'>,
  priceOf: MarginPriceOf,
): Mills {
  const entries = Object.values(book.orders).filter(({ purpose }) => purpose === 'ENTRY');
  return addMills(
    computeInitialMargin(book, priceOf),
    ...entries.map((order) => computeOrderMargin(order, priceOf)),
  );
}

export interface MarginReductionInput {
  readonly equityMills: Mills;
  readonly positions: readonly Position[];
  /** Lots of a position that market exits on their way will close. */
  readonly leavingLots: (position: Position) => Lots;
  /** False while an exit cannot be placed: its venue is shut, or a broker has not answered. */
  readonly canClose: (position: Position) => boolean;
  readonly priceOf: MarginPriceOf;
  /** Loss of equity by closing so many lots now: half-spread, slippage and fee. */
  readonly closingCost: (position: Position, lots: Lots) => Mills;
}

export interface MarginExit {
  readonly position: Position;
  /**
   * Lots of the exit order, those that were on their way already included: it replaces their
   * orders.
   */
  readonly lots: Lots;
}

interface Holding {
  readonly position: Position;
  /** Lots that no exit has been placed for. */
  readonly staying: Lots;
}

/**
 * The exits after which equity, less their costs, covers the initial margin of what stays: as on an
 * exchange, a call is met up to
 * the initial level, so that the next small move does not repeat it. Nothing leaves while equity
 * covers the maintenance margin of
 * what stays, exits on their way counted as done.
 *
 * Groups with the largest maintenance margin leave first. Legs leave together and whole; a single
 * position leaves in part where a
 * part in whole lots is enough. What cannot be closed now stays and counts.
 */
export function planMarginReduction(input: MarginReductionInput): readonly MarginExit[] {
  const { positions, priceOf, closingCost, leavingLots, canClose } = input;
  const holdings = positions.map(
    (position): Holding => ({
      position,
      staying: subtractLots(position.lots, leavingLots(position)),
    }),
  );
  const margin = (kind: MarginKind, held: readonly Holding[]): Mills =>
    sumMargin(
      kind,
      held.map(({ position, staying }) => ({ instrumentId: position.instrumentId, lots: staying })),
      priceOf,
    );
  const leavingCosts = holdings.map(({ position, staying }) =>
    staying < position.lots
      ? closingCost(position, subtractLots(position.lots, staying))
      : NO_MILLS,
  );
  let equity = subtractMills(input.equityMills, addMills(...leavingCosts));
  if (equity >= margin('maintenance', holdings)) return [];
  let required = margin('initial', holdings);
  const closable = splitByGroup(
    holdings.filter(({ staying }) => staying > 0),
    ({ position }) => position,
  ).filter((group) => group.every(({ position }) => canClose(position)));
  const largestFirst = closable
    .map((group) => ({ group, mills: margin('maintenance', group) }))
    .sort((a, b) => b.mills - a.mills);
  const exits: MarginExit[] = [];
  for (const { group } of largestFirst) {
    if (equity >= required) break;
    const others = subtractMills(required, margin('initial', group));
    const lots = group.every(({ position }) => isSingle(position, positions))
      ? findSufficientLots(group, equity, others, input)
      : null;
    for (const { position, staying } of group) {
      const leaving = lots ?? staying;
      equity = subtractMills(equity, closingCost(position, leaving));
      exits.push({ position, lots: toLots(position.lots - staying + leaving) });
    }
    const rest = group.map(({ position, staying }) => ({
      position,
      staying: lots === null ? NO_LOTS : subtractLots(staying, lots),
    }));
    required = addMills(others, margin('initial', rest));
  }
  return exits;
}

const isSingle = (position: Position, positions: readonly Position[]): boolean =>
  positions.filter((other) => groupName(other) === groupName(position)).length === 1;

/**
 * The fewest lots of a single position whose exit is enough; null where all of them have to leave.
 */
function findSufficientLots(
  [holding]: readonly Holding[],
  equityMills: Mills,
  othersMills: Mills,
  { priceOf, closingCost }: MarginReductionInput,
): Lots | null {
  if (!holding) return null;
  const { position, staying } = holding;
  const isEnough = (lots: number): boolean => {
    const rest = positionMargin('initial', priceOf(position.instrumentId), toLots(staying - lots));
    return equityMills - closingCost(position, toLots(lots)) >= othersMills + rest;
  };
  let [tooFew, enough]: [number, number] = [0, staying];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough < staying ? toLots(enough) : null;
}
