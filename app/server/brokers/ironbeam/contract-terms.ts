// Our contracts at Ironbeam: symbols, and the terms that it lists.
import type { CommodityKey } from '../../../trading/domain/commodity';
import { MONTH_LETTERS } from '../../../trading/domain/contract-row';
import type { Instrument } from '../../../trading/domain/instrument';
import { explainTermsDifference, formatDay } from '../whole-contracts';
import type { DefinitionRow } from './answers';

/** Market and root of each commodity; null where it is not traded. */
const VENUE_ROOTS: Readonly<Record<CommodityKey, string | null>> = {
  electricity: null,
  'natural-gas': 'XNYM:NG',
  'crude-oil': 'XNYM:CL',
  oil: 'XNYM:HO',
  corn: 'XCBT:ZC',
  soybeans: 'XCBT:ZS',
  wheat: 'XCBT:ZW',
  // The description of the API names no market of ICE.
  coffee: null,
  cotton: null,
  'orange-juice': null,
};

export const isTradedThere = (commodity: CommodityKey): boolean => VENUE_ROOTS[commodity] !== null;

/** Such as XCBT:ZC.H27; null for a contract that is not traded there. */
export function findVenueSymbol({ commodity, contract }: Instrument): string | null {
  const root = VENUE_ROOTS[commodity];
  if (root === null || !contract) return null;
  const letter = MONTH_LETTERS[Number(contract.delivery.slice(5, 7)) - 1];
  return `${root}.${letter}${contract.delivery.slice(2, 4)}`;
}

/** Digits that binary fractions add to a quotient. */
const DECIMALS = 6;

/** Difference between our terms and those of the definition, or null. */
export function explainDefinitionDifference(
  instrument: Instrument,
  definition: DefinitionRow,
): string | null {
  const { minPriceIncrement: tick, minPriceIncrementValue: tickDollars } = definition;
  const { expirationTime, currencyCode, allowTrading } = definition;
  if (tick == null || tickDollars == null || expirationTime == null)
    return 'it states no tick, no value of a tick or no last trading day';
  if ((currencyCode ?? 'USD') !== 'USD') return `it is quoted in ${currencyCode} there`;
  if (allowTrading === false) return 'trading is not allowed there now';
  return explainTermsDifference(instrument, {
    dollarsPerPoint: Number((tickDollars / tick).toFixed(DECIMALS)),
    tick,
    lastDay: formatDay(expirationTime),
  });
}
