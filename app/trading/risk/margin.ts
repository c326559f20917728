/**
 * Exchange margin of a book, and the exits that restore it when equity falls below maintenance.
 *
 * Margin of a position = max(dollars per contract x fraction of a contract, ratio x price x size),
 * rounded up to a mill. The ratio is dollars per contract / notional at the reference price, so
 * margin grows with the price and never falls below the exchange's dollars. Spread legs are
 * margined separately, without offset.
 */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { CONTRACT_TABLE } from '../domain/contract-table';
import { type Instrument, requireDecimal } from '../domain/instrument';
import type { MarginTerms } from '../domain/margin-facts';
import type { Order } from '../domain/order';
import { type Position, getGroupId, splitByGroup } from '../domain/position';
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
import { computeSizingTicks } from './exposure';

type MarginKind = 'initial' | 'maintenance';

/** An instrument and its price for margin; the price is null before the first quote. */
export interface MarginPrice {
  readonly instrument: Instrument;
  readonly lastTicks: Ticks | null;
  readonly scaleTicks: number;
}
export type GetMarginPrice = (instrumentId: string) => MarginPrice;

type ContractMargin = Omit<MarginTerms, 'sizeTicks'>;

/** Margin per whole contract, in mills. */
const CONTRACT_MARGINS: Readonly<Record<CommodityKey, ContractMargin>> = Object.fromEntries(
  COMMODITY_KEYS.map((key) => [key, buildContractMargin(key)]),
) as Record<CommodityKey, ContractMargin>;

function buildContractMargin(commodity: CommodityKey): ContractMargin {
  const { margin, unitsPerContract } = CONTRACT_TABLE[commodity];
  const price = requireDecimal(margin.referencePrice);
  return {
    initialMills: toMills(margin.initialDollars * MILLS_PER_DOLLAR),
    maintenanceMills: toMills(margin.maintenanceDollars * MILLS_PER_DOLLAR),
    referenceMills: toMills(
      (price.digits * unitsPerContract * MILLS_PER_DOLLAR) / 10 ** price.decimals,
    ),
    unitsPerContract,
  };
}

export const getMarginTerms = (
  instrument: Instrument,
  lastTicks: Ticks,
  scaleTicks: number,
): MarginTerms => ({
  ...CONTRACT_MARGINS[instrument.commodity],
  sizeTicks: computeSizingTicks(instrument, lastTicks, scaleTicks),
});

/**
 * a x b x c / divisor, rounded up. Arguments are integers, the divisor is positive. Uses BigInt
 * where the product exceeds 2^53.
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

/** Margin of `lots` at a price of `sizeTicks`, in mills. */
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

/** Without a quote, only the exchange's dollars per contract apply. */
function computePositionMargin(
  kind: MarginKind,
  { instrument, lastTicks, scaleTicks }: MarginPrice,
  lots: Lots,
): Mills {
  return computeMargin(
    kind,
    instrument,
    lastTicks === null ? 0 : computeSizingTicks(instrument, lastTicks, scaleTicks),
    lots,
  );
}

const sumMargin = (
  kind: MarginKind,
  positions: readonly Pick<Position, 'instrumentId' | 'lots'>[],
  getPrice: GetMarginPrice,
): Mills =>
  addMills(
    ...positions.map(({ instrumentId, lots }) =>
      computePositionMargin(kind, getPrice(instrumentId), lots),
    ),
  );

/** Maintenance margin of all positions, in mills. */
export const computeMaintenanceMargin = (
  { positions }: Pick<Book, 'positions'>,
  getPrice: GetMarginPrice,
): Mills => sumMargin('maintenance', Object.values(positions), getPrice);

/** Initial margin of all positions, in mills. */
export const computeInitialMargin = (
  { positions }: Pick<Book, 'positions'>,
  getPrice: GetMarginPrice,
): Mills => sumMargin('initial', Object.values(positions), getPrice);

/** Initial margin of the unfilled lots of an entry order, at its own price if it has one. */
export function computeOrderMargin(
  {
    instrumentId,
    lots,
    filledLots,
    priceTicks,
  }: Pick<Order, 'instrumentId' | 'lots' | 'filledLots' | 'priceTicks'>,
  getPrice: GetMarginPrice,
): Mills {
  const price = getPrice(instrumentId);
  return computePositionMargin(
    'initial',
    { ...price, lastTicks: priceTicks ?? price.lastTicks },
    subtractLots(lots, filledLots),
  );
}

/** Initial margin of positions and working entries, in mills. */
export function computeInitialMarginUsed(
  book: Pick<Book, 'positions' | 'orders'>,
  getPrice: GetMarginPrice,
): Mills {
  const entries = Object.values(book.orders).filter(({ purpose }) => purpose === 'ENTRY');
  return addMills(
    computeInitialMargin(book, getPrice),
    ...entries.map((order) => computeOrderMargin(order, getPrice)),
  );
}

export interface MarginReductionInput {
  readonly equityMills: Mills;
  readonly positions: readonly Position[];
  /** Lots that working market exits will close. */
  readonly getExitingLots: (position: Position) => Lots;
  /** Lots of one contract, where exits must be whole contracts; undefined where any number trades. */
  readonly getContractLots?: (position: Position) => Lots | undefined;
  /** False if the venue is closed or a broker status is pending. */
  readonly canClose: (position: Position) => boolean;
  readonly getPrice: GetMarginPrice;
  /** Cost of closing so many lots now: half-spread, slippage and fee. */
  readonly computeClosingCost: (position: Position, lots: Lots) => Mills;
}

export interface MarginExit {
  readonly position: Position;
  /** Lots of the exit order, including those of working exits, which it replaces. */
  readonly lots: Lots;
}

interface Holding {
  readonly position: Position;
  /** Lots without a working exit. */
  readonly remainingLots: Lots;
}

/**
 * Plans exits after which equity, net of their costs, covers the initial margin of the remaining
 * positions. As on an exchange, a call is met up to the initial level. Returns nothing while equity
 * covers maintenance margin, with working exits counted as filled.
 *
 * Groups with the largest maintenance margin close first. Legs close together and in full; a single
 * position closes only as many whole lots as needed. Positions that cannot be closed now remain and
 * count.
 */
export function planMarginReduction(input: MarginReductionInput): readonly MarginExit[] {
  const { positions, getPrice, computeClosingCost, getExitingLots, canClose } = input;
  const holdings = positions.map(
    (position): Holding => ({
      position,
      remainingLots: subtractLots(position.lots, getExitingLots(position)),
    }),
  );
  const computeHoldingsMargin = (kind: MarginKind, group: readonly Holding[]): Mills =>
    sumMargin(
      kind,
      group.map(({ position, remainingLots }) => ({
        instrumentId: position.instrumentId,
        lots: remainingLots,
      })),
      getPrice,
    );
  const workingExitCosts = holdings.map(({ position, remainingLots }) =>
    remainingLots < position.lots
      ? computeClosingCost(position, subtractLots(position.lots, remainingLots))
      : NO_MILLS,
  );
  let equity = subtractMills(input.equityMills, addMills(...workingExitCosts));
  if (equity >= computeHoldingsMargin('maintenance', holdings)) return [];
  let required = computeHoldingsMargin('initial', holdings);
  const closable = splitByGroup(
    holdings.filter(({ remainingLots }) => remainingLots > 0),
    ({ position }) => position,
  ).filter((group) => group.every(({ position }) => canClose(position)));
  const largestFirst = closable
    .map((group) => ({ group, mills: computeHoldingsMargin('maintenance', group) }))
    .sort((a, b) => b.mills - a.mills);
  const exits: MarginExit[] = [];
  for (const { group } of largestFirst) {
    if (equity >= required) break;
    const others = subtractMills(required, computeHoldingsMargin('initial', group));
    const lots = group.every(({ position }) => isSingle(position, positions))
      ? findSufficientLots(group, equity, others, input)
      : null;
    for (const { position, remainingLots } of group) {
      const exitLots = lots ?? remainingLots;
      equity = subtractMills(equity, computeClosingCost(position, exitLots));
      exits.push({ position, lots: toLots(position.lots - remainingLots + exitLots) });
    }
    const rest = group.map(({ position, remainingLots }) => ({
      position,
      remainingLots: lots === null ? NO_LOTS : subtractLots(remainingLots, lots),
    }));
    required = addMills(others, computeHoldingsMargin('initial', rest));
  }
  return exits;
}

const isSingle = (position: Position, positions: readonly Position[]): boolean =>
  positions.filter((other) => getGroupId(other) === getGroupId(position)).length === 1;

/** The fewest lots, or whole contracts, of a single position that suffice; null if all are needed. */
function findSufficientLots(
  [holding]: readonly Holding[],
  equityMills: Mills,
  othersMills: Mills,
  { getPrice, computeClosingCost, getContractLots }: MarginReductionInput,
): Lots | null {
  if (!holding) return null;
  const { position, remainingLots } = holding;
  const isEnough = (lots: number): boolean => {
    const rest = computePositionMargin(
      'initial',
      getPrice(position.instrumentId),
      toLots(remainingLots - lots),
    );
    return equityMills - computeClosingCost(position, toLots(lots)) >= othersMills + rest;
  };
  let [tooFew, enough]: [number, number] = [0, remainingLots];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  const contractLots = getContractLots?.(position) ?? 1;
  const whole = Math.ceil(enough / contractLots) * contractLots;
  return whole < remainingLots ? toLots(whole) : null;
}
