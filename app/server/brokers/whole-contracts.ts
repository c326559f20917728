// What contracts have in common at every broker: whole contracts, prices of the venue, and terms that must
// equal those of the desk.
import { getContract } from '../../trading/domain/contract';
import {
  type Instrument,
  toNumber,
  toPriceNumber,
  toWholeLots,
} from '../../trading/domain/instrument';
import { type Lots, type Ticks, toLots, toTicks } from '../../trading/domain/units';

/** Terms of a contract as a broker lists it. */
interface ListedTerms {
  /** Dollars for 1.00 of the quoted price and one contract. */
  readonly dollarsPerPoint: number;
  readonly tick: number;
  /** Last trading day, YYYYMMDD. */
  readonly lastDay: string;
}

/** Lots in one contract of the venue. */
export const countLotsPerContract = (instrument: Instrument): Lots =>
  toWholeLots(instrument, getContract(instrument.commodity).unitsPerContract);

/** Null for less than one contract, or a part of one. */
export function toContracts(instrument: Instrument, lots: Lots): number | null {
  const contracts = lots / countLotsPerContract(instrument);
  return Number.isInteger(contracts) && contracts > 0 ? contracts : null;
}

export const toContractLots = (instrument: Instrument, contracts: number): Lots =>
  toLots(Math.abs(contracts) * countLotsPerContract(instrument));

/** The venue quotes in the units of the contract table: dollars, or cents for grains and softs. */
export const toVenuePrice = (instrument: Instrument, ticks: Ticks): number =>
  toPriceNumber(instrument, ticks);

/** The nearest tick. */
export const toVenueTicks = (instrument: Instrument, price: number): Ticks =>
  toTicks(Math.round(price / toNumber(instrument.tick)));

/**
 * Last trading day in UTC, YYYYMMDD: trading ends in the afternoon of New York or Chicago. Empty for an
 * instrument that is no contract month.
 */
export const formatLastDay = ({ contract }: Instrument): string =>
  contract ? formatDay(contract.expiresMs) : '';

/** YYYYMMDD in UTC. */
export const formatDay = (atMs: number): string =>
  new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '');

/** Difference between our terms and those of the venue, or null. */
export function explainTermsDifference(
  instrument: Instrument,
  { dollarsPerPoint, tick, lastDay }: ListedTerms,
): string | null {
  const { unitsPerContract } = getContract(instrument.commodity);
  if (dollarsPerPoint !== unitsPerContract)
    return `one point is worth $${dollarsPerPoint} there and $${unitsPerContract} here`;
  if (tick !== toNumber(instrument.tick))
    return `the tick is ${tick} there and ${toNumber(instrument.tick)} here`;
  const ownDay = formatLastDay(instrument);
  return lastDay === ownDay ? null : `the last trading day is ${lastDay} there and ${ownDay} here`;
}
