// Our contracts at Interactive Brokers: symbols, and the terms that it lists.
import type { CommodityKey } from '../../../trading/domain/commodity';
import type { Instrument } from '../../../trading/domain/instrument';
import { explainTermsDifference, formatLastDay } from '../whole-contracts';
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

export const isSameContract = (
  { symbol, expiry }: Pick<ListedContract, 'symbol' | 'expiry'>,
  instrument: Instrument,
): boolean =>
  findVenueContract(instrument)?.symbol === symbol &&
  formatLastDay(instrument) === expiry.slice(0, 8);

/** Difference between our terms and those of the contract that the gateway lists, or null. */
export const explainListedDifference = (
  instrument: Instrument,
  { multiplier, priceMagnifier, tick, expiry }: ListedContract,
): string | null =>
  explainTermsDifference(instrument, {
    dollarsPerPoint: multiplier / priceMagnifier,
    tick,
    lastDay: expiry.slice(0, 8),
  });
