/** The futures that the double lists: the months that the desk trades, with the terms of the venues. */
import type { CommodityKey } from '../../trading/domain/commodity';
import { type Instrument, toNumber } from '../../trading/domain/instrument';
import { findVenueContract } from '../../server/brokers/ibkr/contract-terms';
import type { GatewayContract } from './gateway-types';

/** Contract sizes in the unit of the commodity, and 100 where prices are in cents. */
const TERMS: Readonly<
  Partial<Record<CommodityKey, { readonly multiplier: number; readonly priceMagnifier: number }>>
> = {
  'natural-gas': { multiplier: 10_000, priceMagnifier: 1 },
  'crude-oil': { multiplier: 1_000, priceMagnifier: 1 },
  oil: { multiplier: 42_000, priceMagnifier: 1 },
  corn: { multiplier: 5_000, priceMagnifier: 100 },
  soybeans: { multiplier: 5_000, priceMagnifier: 100 },
  wheat: { multiplier: 5_000, priceMagnifier: 100 },
  coffee: { multiplier: 37_500, priceMagnifier: 100 },
  cotton: { multiplier: 50_000, priceMagnifier: 100 },
  'orange-juice': { multiplier: 15_000, priceMagnifier: 100 },
};

const FIRST_CONTRACT_ID = 500_001;

interface ListedInstrument {
  readonly instrument: Instrument;
  readonly contract: GatewayContract;
}

/** Instruments with their contracts; those without one at the broker are left out. */
export const listGatewayContracts = (
  instruments: readonly Instrument[],
): readonly ListedInstrument[] =>
  instruments.flatMap((instrument, index) => {
    const venue = findVenueContract(instrument);
    const terms = TERMS[instrument.commodity];
    if (!venue || !terms || !instrument.contract) return [];
    const expiry = new Date(instrument.contract.expiresMs).toISOString().slice(0, 10);
    const contract: GatewayContract = {
      ...venue,
      ...terms,
      contractId: FIRST_CONTRACT_ID + index,
      expiry: expiry.replaceAll('-', ''),
      tick: toNumber(instrument.tick),
      localSymbol: instrument.contract.code,
      timeZone: 'US/Eastern',
    };
    return [{ instrument, contract }];
  });
