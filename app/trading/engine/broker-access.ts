/** Decides which broker an account may use. Every order passes here. */
import type { Book } from '../domain/book';
import type { Broker } from '../ports';
import type { EngineConfig } from './config';

export const LIVE_TRADING_OFF = 'Live trading is off on this server (LIVE_TRADING).';

/** The owner and mode of an account: a live account is traded through a connection of its own user. */
export type AccountKey = Pick<Book, 'userId' | 'mode'>;

type BrokerConfig = Pick<EngineConfig, 'brokers' | 'findLiveBroker' | 'isLiveTradingOn'>;

/**
 * Reason why an account cannot send orders, or null. Live needs the deployment setting and a broker
 * that its user has connected; other modes need a broker.
 */
export function explainBlockedMode(config: BrokerConfig, account: AccountKey): string | null {
  if (account.mode === 'live' && config.isLiveTradingOn !== true) return LIVE_TRADING_OFF;
  return findBroker(config, account) === null
    ? `No broker is connected for ${account.mode} trading.`
    : null;
}

/** Null if the account is blocked. */
export const findUsableBroker = (config: BrokerConfig, account: AccountKey): Broker | null =>
  explainBlockedMode(config, account) === null ? findBroker(config, account) : null;

const findBroker = (config: BrokerConfig, { userId, mode }: AccountKey): Broker | null =>
  mode === 'live' ? (config.findLiveBroker?.(userId) ?? null) : config.brokers[mode];
