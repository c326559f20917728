/** Contracts and instruments by commodity. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from './commodity';
import type { ContractRow } from './contract-row';
import { CONTRACT_COSTS } from './contract-costs';
import { CONTRACT_TABLE } from './contract-table';
import {
  type Instrument,
  getChain,
  requireDecimal,
  defineInstrument,
  toWholeLots,
  toSizeUnits,
  toNumber,
  toPriceNumber,
} from './instrument';
import { type Lots, type Ticks, toLots, toTicks } from './units';

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

/** Trading costs per side: distances in ticks of the instrument. */
interface ContractCosts {
  /** Basis points of notional: an account may hold fractions of a contract. */
  readonly feeBasisPoints: number;
  /** Half of the bid-ask spread in the day session: a multiple of 0.5. */
  readonly halfSpreadTicks: number;
  /** Factor on the half-spread outside the day session. */
  readonly quietSpreadFactor: number;
  /** Lots displayed at bid or ask, which an order may take without slippage. */
  readonly depthLots: Lots;
  /** Slippage of a larger order, before market impact. */
  readonly slippageTicks: number;
  readonly liquidity: { readonly dayUnits: number; readonly daySigma: number };
}

/** Instruments never change, and each quote needs the costs of its own several times. */
const cachedCosts = new WeakMap<Instrument, ContractCosts>();

/** Contract costs, rescaled when the instrument has another tick than its contract. */
export function getContractCosts(instrument: Instrument): ContractCosts {
  const cached = cachedCosts.get(instrument);
  if (cached) return cached;
  const costs = computeContractCosts(instrument);
  cachedCosts.set(instrument, costs);
  return costs;
}

function computeContractCosts(instrument: Instrument): ContractCosts {
  const { tick, unitsPerContract, margin } = CONTRACT_TABLE[instrument.commodity];
  const costs = CONTRACT_COSTS[instrument.commodity];
  const scale = toNumber(requireDecimal(tick)) / toNumber(instrument.tick);
  const referenceNotional = Number(margin.referencePrice) * unitsPerContract;
  return {
    feeBasisPoints: Math.round((1_000_000 * costs.feeDollars) / referenceNotional) / 100,
    halfSpreadTicks: Math.max(1, Math.round(costs.spreadTicks * scale)) / 2,
    quietSpreadFactor: costs.quietSpreadFactor,
    depthLots: toLots(toWholeLots(instrument, costs.touchContracts * unitsPerContract)),
    slippageTicks: Math.round(costs.slippageTicks * scale),
    liquidity: { dayUnits: costs.dayUnits, daySigma: costs.daySigma },
  };
}

/**
 * Cost in quoted units of buying and selling the smallest size at a price in the day session: the
 * spread, slippage where no depth is displayed, and both fees.
 */
export function computeRoundTripCost(instrument: Instrument, priceTicks: Ticks): number {
  const { halfSpreadTicks, slippageTicks, depthLots, feeBasisPoints } =
    getContractCosts(instrument);
  const sideTicks = halfSpreadTicks + (depthLots > 0 ? 0 : slippageTicks);
  const fees = (2 * feeBasisPoints * Math.abs(toPriceNumber(instrument, priceTicks))) / 10_000;
  return toPriceNumber(instrument, toTicks(2 * sideTicks)) + fees;
}

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
