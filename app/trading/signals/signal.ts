/** A signal as shown to users: action, confidence, target price, reasoning and expiry. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { computeRoundTripCost, getHub } from '../domain/contract';
import { DELIVERY_REGIONS } from '../domain/delivery-regions';
import { type Instrument, getChain, toPriceNumber } from '../domain/instrument';
import type { RiskLevel } from '../domain/settings';
import type { IssuedSignal } from '../domain/signal-facts';
import { getSourceName } from '../networks/signal-source';
import type { EpochMs, Ticks } from '../domain/units';
import {
  type CallContext,
  type Decision,
  STALE_INPUTS_MS,
  type SignalBlock,
  decideSignal,
} from './decide-signal';
import type { PriceForecast } from './price-forecast';
import { type DriverText, describeDriver, findDriver, formatReasoning } from './format-reasoning';

/**
 * Display name of each future. API clients match a signal to its commodity by venue symbol and
 * name.
 */
const FUTURE_NAMES: Readonly<Record<Exclude<CommodityKey, 'electricity'>, string>> = {
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
 * Region and symbol that identify the commodity of a signal: the hub for power, else the delivery
 * region.
 */
export function getSignalNames(instrument: Instrument): {
  readonly region: string;
  readonly symbol: string;
} {
  const { commodity } = instrument;
  const { symbolPrefix, venueSymbol } = COMMODITIES[commodity];
  const hub = getHub(instrument) ?? getChain(instrument);
  return commodity === 'electricity'
    ? { region: hub, symbol: `${symbolPrefix}-${hub}` }
    : {
        region: DELIVERY_REGIONS[commodity] ?? '',
        symbol: `${venueSymbol}-${FUTURE_NAMES[commodity]}`,
      };
}

interface Signal
  extends Pick<
    Decision,
    'word' | 'confidence' | 'targetPrice' | 'low' | 'high' | 'cause' | 'isHeld' | 'gain' | 'hurdle'
  > {
  readonly network: string;
  /** Main driver of the probability; null without a strong one. */
  readonly driver: DriverText | null;
  readonly instrumentId: string;
  readonly commodity: CommodityKey;
  readonly region: string;
  readonly symbol: string;
  /** Price at issue, in quoted units. */
  readonly price: number;
  readonly chanceUp: number;
  readonly madeMs: EpochMs;
  readonly expiresMs: EpochMs;
  readonly reasoning: string;
}

/** Builds the signal of a forecast at the last price of the active contract. */
export function createSignal(
  forecast: PriceForecast,
  instrument: Instrument,
  lastTicks: Ticks,
  riskLevel: RiskLevel,
  context: CallContext = {},
): Signal {
  const price = toPriceNumber(instrument, lastTicks);
  const decision = decideSignal(
    forecast,
    { price, roundTrip: computeRoundTripCost(instrument, lastTicks) },
    riskLevel,
    context,
  );
  const { word, confidence, targetPrice, low, high, cause, isHeld, gain, hurdle } = decision;
  const driver = findDriver(forecast);
  return {
    word,
    confidence,
    targetPrice,
    low,
    high,
    cause,
    isHeld,
    gain,
    hurdle,
    driver: driver && describeDriver(driver),
    network: forecast.network,
    instrumentId: instrument.id,
    commodity: instrument.commodity,
    ...getSignalNames(instrument),
    price,
    chanceUp: forecast.chanceUp,
    madeMs: forecast.stampMs,
    expiresMs: forecast.stampMs + forecast.horizonMs,
    reasoning: formatReasoning(forecast, decision, instrument.commodity, instrument.tick.decimals),
  };
}

/**
 * Rebuilds a recorded signal for a risk level at its issue price, so that it does not change before
 * expiry.
 */
export function rebuildSignal(
  frozen: IssuedSignal,
  instrument: Instrument,
  riskLevel: RiskLevel,
  isDemoted: boolean,
): Signal {
  const forecast: PriceForecast = {
    ...frozen,
    stampMs: frozen.madeMs,
    horizonMs: frozen.expiresMs - frozen.madeMs,
  };
  return createSignal(forecast, instrument, frozen.priceTicks, riskLevel, {
    block: findBlock(frozen, isDemoted),
    heldSide: frozen.heldSides?.[riskLevel] ?? 0,
  });
}

/** A demoted model has no proven skill any more. */
function findBlock(
  { hasSkill, isUnproven, stampMs, slotMs }: IssuedSignal,
  isDemoted: boolean,
): SignalBlock | null {
  if (isUnproven && !isDemoted) return 'UNPROVEN';
  if (!hasSkill || isDemoted) return 'NO_SKILL';
  return stampMs - slotMs > STALE_INPUTS_MS ? 'STALE' : null;
}

/** Name of the model that issued a signal. */
export const getModelName = ({
  network,
  source = 'network',
}: Pick<IssuedSignal, 'network' | 'source'>): string => getSourceName(network, source);
