/** Contracts by commodity, and the instruments that the desk trades on them. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from './commodity';
import type { ContractRow } from './contract-row';
import { CONTRACT_TABLE } from './contract-table';
import {
  type Instrument,
  getChain,
  decimal,
  defineInstrument,
  lotsWithin,
  sizeUnits,
  toNumber,
} from './instrument';
import { type Lots, toLots } from './units';

/** The traded power hubs, in the fixed order of every list. */
export const POWER_HUBS = ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO'] as const;
export type PowerHub = (typeof POWER_HUBS)[number];

export const getContract = (commodity: CommodityKey): ContractRow => CONTRACT_TABLE[commodity];

/**
 * An instrument of a commodity under its own id, with the contract's tick and lot, or with another
 * tick in quoted units.
 */
export function contractInstrument(
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
 * The front instrument: its id is the symbol prefix (`NG`, `CORN`), for power that of a hub
 * (`ET-NYISO`); without a hub `ET`.
 */
export function frontInstrument(commodity: CommodityKey, hub: PowerHub | null = null): Instrument {
  const prefix = COMMODITIES[commodity].symbolPrefix;
  return contractInstrument(
    commodity,
    commodity === 'electricity' && hub ? `${prefix}-${hub}` : prefix,
  );
}

/**
 * The instruments of one commodity in list order: five hubs for electricity, else the one front
 * month.
 */
const frontInstruments = (commodity: CommodityKey): readonly Instrument[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => frontInstrument(commodity, hub))
    : [frontInstrument(commodity)];

/** The fourteen instruments of the desk in list order. */
export const listedInstruments = (): readonly Instrument[] =>
  COMMODITY_KEYS.flatMap(frontInstruments);

/** The hub that a power instrument or its chain is named after, null for everything else. */
export const getHub = (instrument: Pick<Instrument, 'id' | 'contract'>): PowerHub | null =>
  POWER_HUBS.find((hub) => getChain(instrument) === `ET-${hub}`) ?? null;

/**
 * What trading an instrument costs, in ticks of that instrument and 1/100 of a percent of notional
 * per side.
 */
interface ContractCosts {
  readonly feeBasisPoints: number;
  /** From the last price to bid and to ask, at least one tick. */
  readonly halfSpreadTicks: number;
  readonly slippageTicks: number;
  readonly liquidity: { readonly dayUnits: number; readonly daySigma: number };
}

/**
 * The contract's costs, scaled when the instrument steps in another tick than the contract: a finer
 * tick does not trade cheaper.
 */
export function contractCosts(instrument: Instrument): ContractCosts {
  const contract = CONTRACT_TABLE[instrument.commodity];
  const scale = toNumber(decimal(contract.tick)) / toNumber(instrument.tick);
  return {
    feeBasisPoints: contract.feeBasisPoints,
    halfSpreadTicks: Math.max(1, Math.round((contract.spreadTicks * scale) / 2)),
    slippageTicks: Math.round(contract.slippageTicks * scale),
    liquidity: { dayUnits: contract.dayUnits, daySigma: contract.daySigma },
  };
}

/** A five-thousandth of a day's volume stands at each price of the book. */
const LEVELS_PER_DAY = 5000;

/** Lots that usually stand at one price of the order book, at least one. */
export const levelDepthLots = (instrument: Instrument): Lots =>
  toLots(
    Math.max(
      1,
      lotsWithin(instrument, CONTRACT_TABLE[instrument.commodity].dayUnits / LEVELS_PER_DAY),
    ),
  );

/** What part of one whole contract of the venue a size is; 1 = one contract. */
export const contractShare = (instrument: Instrument, lots: Lots): number =>
  sizeUnits(instrument, lots) / CONTRACT_TABLE[instrument.commodity].unitsPerContract;

/** The physical quantity behind a size, e.g. 2,500 bu for 25 units of corn. */
export function physicalQuantity(
  instrument: Instrument,
  lots: Lots,
): { readonly quantity: number; readonly unit: string } {
  const { quantity, quantityUnit, unitsPerContract } = CONTRACT_TABLE[instrument.commodity];
  return {
    quantity: (sizeUnits(instrument, lots) * quantity) / unitsPerContract,
    unit: quantityUnit,
  };
}
