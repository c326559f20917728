/** Decides which broker a trading mode may use. Every order passes here. */
import type { TradingMode } from '../domain/settings';
import type { Broker } from '../ports';
import type { EngineConfig } from './config';

export const LIVE_TRADING_OFF = 'Live trading is off on this server (LIVE_TRADING).';

/**
 * Reason why a mode cannot send orders, or null. Live needs the deployment setting and a broker;
 * other modes need a broker.
 */
export function findModeBlock(
  mode: TradingMode,
  facts: { readonly isLiveTradingOn: boolean; readonly hasBroker: boolean },
): string | null {
  if (mode === 'live' && !facts.isLiveTradingOn) return LIVE_TRADING_OFF;
  return facts.hasBroker ? null : `No broker is connected for ${mode} trading.`;
}

/** Null if the mode is blocked. */
export function admitBroker(
  mode: TradingMode,
  broker: Broker | null,
  isLiveTradingOn: boolean,
): Broker | null {
  return findModeBlock(mode, { isLiveTradingOn, hasBroker: broker !== null }) === null
    ? broker
    : null;
}

/** Null if the mode is blocked. */
export const findUsableBroker = (
  config: Pick<EngineConfig, 'brokers' | 'isLiveTradingOn'>,
  mode: TradingMode,
): Broker | null => admitBroker(mode, config.brokers[mode], config.isLiveTradingOn === true);
