/**
 * The one gate between the desk and a broker: which broker a mode may use, and why it may use none.
 */
import type { TradingMode } from '../domain/settings';
import type { Broker } from '../ports';
import type { EngineConfig } from './config';

export const LIVE_TRADING_OFF = 'Live trading is off on this desk (LIVE_TRADING).';

/**
 * Why a mode may send no order, or null. Live needs the setting of the deployment and a broker; the
 * other modes need a broker.
 */
export function findModeBlock(
  mode: TradingMode,
  facts: { readonly isLiveTradingOn: boolean; readonly hasBroker: boolean },
): string | null {
  if (mode === 'live' && !facts.isLiveTradingOn) return LIVE_TRADING_OFF;
  return facts.hasBroker ? null : `No broker is connected for ${mode} trading.`;
}

/** The broker of a mode when it may be used, else null, whatever is configured. */
export function admitBroker(
  mode: TradingMode,
  broker: Broker | null,
  isLiveTradingOn: boolean,
): Broker | null {
  return findModeBlock(mode, { isLiveTradingOn, hasBroker: broker !== null }) === null
    ? broker
    : null;
}

/** The broker that a book of this mode sends to; null where it may send to none. */
export const findUsableBroker = (
  config: Pick<EngineConfig, 'brokers' | 'isLiveTradingOn'>,
  mode: TradingMode,
): Broker | null => admitBroker(mode, config.brokers[mode], config.isLiveTradingOn === true);
