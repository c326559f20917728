// Our contracts at Interactive Brokers: symbols, prices in the units of the venue, and whole contracts.
import type { CommodityKey } from '../../../trading/domain/commodity';
import { getContract } from '../../../trading/domain/contract';
import {
  type Instrument,
  toNumber,
  toPriceNumber,
  toWholeLots,
} from '../../../trading/domain/instrument';
import { type Lots, type Ticks, toLots, toTicks } from '../../../trading/domain/units';
import type { ListedContract, VenueContract } from './gateway-rows';

/** Symbol and exchange of each commodity; null where the desk trades a contract that is not listed. */
const VENUE_SYMBOLS: Readonly<
  Record<CommodityKey, { readonly symbol: string; readonly exchange: string } | null>
> = {
  // The power contracts of the desk are not offered there.
  electricity: null,
  'natural-gas': { symbol: 'NG', exchange: 'NYMEX' },
  'crude-oil': { symbol: 'CL', exchange: 'NYMEX' },
  oil: { symbol: 'HO', exchange: 'NYMEX' },
  corn: { symbol: 'ZC', exchange: 'CBOT' },
  soybeans: { symbol: 'ZS', exchange: 'CBOT' },
  wheat: { symbol: 'ZW', exchange: 'CBOT' },
  coffee: { symbol: 'KC', exchange: 'NYBOT' },
  cotton: { symbol: 'CT', exchange: 'NYBOT' },
  'orange-juice': { symbol: 'OJ', exchange: 'NYBOT' },
};

export const isTradedThere = (commodity: CommodityKey): boolean =>
  VENUE_SYMBOLS[commodity] !== null;

/** Null for a contract that is not traded there. */
export function findVenueContract({ commodity, contract }: Instrument): VenueContract | null {
  const venue = VENUE_SYMBOLS[commodity];
  if (!venue || !contract) return null;
  return { ...venue, month: contract.delivery.slice(0, 7).replace('-', '') };
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

/** Day of the last trade in UTC, YYYYMMDD; trading ends in the afternoon of New York or Chicago. */
const formatLastDay = (expiresMs: number): string =>
  new Date(expiresMs).toISOString().slice(0, 10).replaceAll('-', '');

export const isSameContract = (
  { symbol, expiry }: Pick<ListedContract, 'symbol' | 'expiry'>,
  instrument: Instrument,
): boolean =>
  findVenueContract(instrument)?.symbol === symbol &&
  instrument.contract !== undefined &&
  formatLastDay(instrument.contract.expiresMs) === expiry.slice(0, 8);

/** Difference between our terms and those of the venue, or null. */
export function explainTermsDifference(
  instrument: Instrument,
  listed: ListedContract,
): string | null {
  const { unitsPerContract } = getContract(instrument.commodity);
  const dollarsPerPoint = listed.multiplier / listed.priceMagnifier;
  if (dollarsPerPoint !== unitsPerContract)
    return `one point is worth $${dollarsPerPoint} there and $${unitsPerContract} here`;
  if (listed.tick !== toNumber(instrument.tick))
    return `the tick is ${listed.tick} there and ${toNumber(instrument.tick)} here`;
  return isSameContract(listed, instrument)
    ? null
    : `the last trading day is ${listed.expiry} there and ${formatLastDay(instrument.contract?.expiresMs ?? 0)} here`;
}
