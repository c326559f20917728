/** Contracts and instruments by commodity. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from './commodity';
import type { ContractRow } from './contract-row';
import { CONTRACT_TABLE } from './contract-table';
import {
  type Instrument,
  getChain,
  requireDecimal,
  defineInstrument,
  toWholeLots,
  toSizeUnits,
  toNumber,
} from './instrument';
import { type Lots, toLots } from './units';

/** Traded power hubs in list order. */
export const POWER_HUBS = ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO'] as const;
export type PowerHub = (typeof POWER_HUBS)[number];

export const getContract = (commodity: CommodityKey): ContractRow => CONTRACT_TABLE[commodity];

/**
 * An instrument with the given id and the tick and lot of its contract; `tick` overrides, in quoted
 * units.
 */
export function createContractInstrument(
  commodity: CommodityKey,
  id: string,
  tick: string = CONTRACT_TABLE[commodity].tick,
): Instrument {
  const { lot, priceMayBeNegative, scaleFloor } = CONTRACT_TABLE[commodity];
  return defineInstrument({
    id,
    commodity,
    tick,
    lot,
    priceMayBeNegative,
    ...(scaleFloor === undefined ? {} : { scaleFloor }),
  });
}

/**
 * The front instrument. Its id is the symbol prefix (`NG`), for power with the hub (`ET-NYISO`).
 */
export function getFrontInstrument(
  commodity: CommodityKey,
  hub: PowerHub | null = null,
): Instrument {
  const prefix = COMMODITIES[commodity].symbolPrefix;
  return createContractInstrument(
    commodity,
    commodity === 'electricity' && hub ? `${prefix}-${hub}` : prefix,
  );
}

/** The front instruments of one commodity: five hubs for electricity, else one. */
const listFrontInstruments = (commodity: CommodityKey): readonly Instrument[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => getFrontInstrument(commodity, hub))
    : [getFrontInstrument(commodity)];

/** All fourteen front instruments in list order. */
export const listInstruments = (): readonly Instrument[] =>
  COMMODITY_KEYS.flatMap(listFrontInstruments);

/** The hub of a power instrument or chain; null for other commodities. */
export const getHub = (instrument: Pick<Instrument, 'id' | 'contract'>): PowerHub | null =>
  POWER_HUBS.find((hub) => getChain(instrument) === `ET-${hub}`) ?? null;

/**
 * Trading costs per side: distances in ticks of the instrument, fee in basis points of notional.
 */
interface ContractCosts {
  readonly feeBasisPoints: number;
  /** Half of the bid-ask spread, at least one tick. */
  readonly halfSpreadTicks: number;
  readonly slippageTicks: number;
  readonly liquidity: { readonly dayUnits: number; readonly daySigma: number };
}

/** Contract costs, rescaled when the instrument has another tick than its contract. */
export function getContractCosts(instrument: Instrument): ContractCosts {
  const contract = CONTRACT_TABLE[instrument.commodity];
  const scale = toNumber(requireDecimal(contract.tick)) / toNumber(instrument.tick);
  return {
    feeBasisPoints: contract.feeBasisPoints,
    halfSpreadTicks: Math.max(1, Math.round((contract.spreadTicks * scale) / 2)),
    slippageTicks: Math.round(contract.slippageTicks * scale),
    liquidity: { dayUnits: contract.dayUnits, daySigma: contract.daySigma },
  };
}

/** Assumed depth of one price level: daily volume / 5,000. */
const LEVELS_PER_DAY = 5000;

/** Typical lots at one price level, at least one. */
export const computeLevelDepth = (instrument: Instrument): Lots =>
  toLots(
    Math.max(
      1,
      toWholeLots(instrument, CONTRACT_TABLE[instrument.commodity].dayUnits / LEVELS_PER_DAY),
    ),
  );

/** Size as a fraction of one venue contract (1 = one contract). */
export const computeContractFraction = (instrument: Instrument, lots: Lots): number =>
  toSizeUnits(instrument, lots) / CONTRACT_TABLE[instrument.commodity].unitsPerContract;

/** Physical quantity of a size, e.g. 2,500 bu for 25 units of corn. */
export function computePhysicalQuantity(
  instrument: Instrument,
  lots: Lots,
): { readonly quantity: number; readonly unit: string } {
  const { quantity, quantityUnit, unitsPerContract } = CONTRACT_TABLE[instrument.commodity];
  return {
    quantity: (toSizeUnits(instrument, lots) * quantity) / unitsPerContract,
    unit: quantityUnit,
  };
}
