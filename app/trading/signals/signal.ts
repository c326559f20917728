/** A signal in words: side, confidence, target, reasons, and when it ends. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { contractCosts, getHub } from '../domain/contract';
import { DELIVERY_REGIONS } from '../domain/delivery';
import { type Instrument, getChain, priceNumber } from '../domain/instrument';
import type { RiskLevel } from '../domain/settings';
import type { FrozenSignal } from '../domain/signal-facts';
import { type EpochMs, type Ticks, toTicks } from '../domain/units';
import { type Decision, decideSignal } from './decide';
import type { Opinion } from './opinion';
import { formatReasoning } from './reasoning';

/**
 * The name of each future behind the code of its venue: programs find a commodity's signal by the
 * two together.
 */
const NAMES: Readonly<Record<Exclude<CommodityKey, 'electricity'>, string>> = {
  'natural-gas': 'HENRY HUB',
  corn: 'CORN',
  soybeans: 'SOYBEAN',
  wheat: 'WHEAT',
  'orange-juice': 'ORANGE JUICE',
  oil: 'HEATING OIL',
  coffee: 'COFFEE',
  'crude-oil': 'CRUDE OIL',
  cotton: 'COTTON',
};

/**
 * Region and symbol by which a signal is matched to its commodity: the hub of a strip, else where
 * the contract delivers.
 */
export function signalNames(instrument: Instrument): {
  readonly region: string;
  readonly symbol: string;
} {
  const { commodity } = instrument;
  const { symbolPrefix, venueSymbol } = COMMODITIES[commodity];
  const hub = getHub(instrument) ?? getChain(instrument);
  return commodity === 'electricity'
    ? { region: hub, symbol: `${symbolPrefix}-${hub}` }
    : { region: DELIVERY_REGIONS[commodity] ?? '', symbol: `${venueSymbol}-${NAMES[commodity]}` };
}

/**
 * Costs of going in and out of the smallest size at a price, in quoted units: half-spread and
 * slippage twice, and both fees.
 */
export function computeRoundTripCost(instrument: Instrument, priceTicks: Ticks): number {
  const { halfSpreadTicks, slippageTicks, feeBasisPoints } = contractCosts(instrument);
  const fees = (2 * feeBasisPoints * Math.abs(priceNumber(instrument, priceTicks))) / 10_000;
  return 2 * priceNumber(instrument, toTicks(halfSpreadTicks + slippageTicks)) + fees;
}

interface Signal
  extends Pick<Decision, 'word' | 'confidence' | 'targetPrice' | 'low' | 'high' | 'cause'> {
  readonly network: string;
  readonly instrumentId: string;
  readonly commodity: CommodityKey;
  readonly region: string;
  readonly symbol: string;
  /** The price at which it was made, in quoted units. */
  readonly price: number;
  readonly chanceUp: number;
  readonly madeMs: EpochMs;
  readonly expiresMs: EpochMs;
  readonly reasoning: string;
}

/** The signal of an opinion at the last price of the contract in force. */
export function createSignal(
  opinion: Opinion,
  instrument: Instrument,
  lastTicks: Ticks,
  riskLevel: RiskLevel,
  hasSkill = true,
): Signal {
  const price = priceNumber(instrument, lastTicks);
  const decision = decideSignal(
    opinion,
    { price, roundTrip: computeRoundTripCost(instrument, lastTicks) },
    riskLevel,
    hasSkill,
  );
  const { word, confidence, targetPrice, low, high, cause } = decision;
  return {
    word,
    confidence,
    targetPrice,
    low,
    high,
    cause,
    network: opinion.network,
    instrumentId: instrument.id,
    commodity: instrument.commodity,
    ...signalNames(instrument),
    price,
    chanceUp: opinion.chanceUp,
    madeMs: opinion.stampMs,
    expiresMs: opinion.stampMs + opinion.horizonMs,
    reasoning: formatReasoning(opinion, decision, instrument.commodity, instrument.tick.decimals),
  };
}

/**
 * A frozen signal in the word of a risk level: at the price that it was frozen at, so that it says
 * the same until its end.
 */
export function getSignal(
  frozen: FrozenSignal,
  instrument: Instrument,
  riskLevel: RiskLevel,
  isDemoted: boolean,
): Signal {
  const opinion: Opinion = {
    ...frozen,
    stampMs: frozen.madeMs,
    horizonMs: frozen.expiresMs - frozen.madeMs,
  };
  return createSignal(
    opinion,
    instrument,
    frozen.priceTicks,
    riskLevel,
    frozen.hasSkill && !isDemoted,
  );
}
