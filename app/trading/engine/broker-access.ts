/** Decides which broker an account may use. Every order passes here. */
import { isArmed } from '../domain/arming';
import { type Book, getBookId } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { type Instrument, getCode } from '../domain/instrument';
import type { EpochMs, Lots } from '../domain/units';
import type { Broker, BrokerLink } from '../ports';
import type { EngineConfig } from './config';
import type { DeskState, InstrumentMarket } from './state';

export const LIVE_TRADING_OFF = 'Live trading is off on this server (LIVE_TRADING).';

/** The owner and mode of an account: a live account is traded through a connection of its own user. */
export type AccountKey = Pick<Book, 'userId' | 'mode'>;

type BrokerConfig = Pick<EngineConfig, 'brokers' | 'findLiveBroker' | 'isLiveTradingOn'>;

/**
 * Reason why an account cannot send orders, or null. Live needs a broker that its user has connected,
 * and the deployment setting unless that is a demo account; other modes need a broker.
 */
export function explainBlockedMode(config: BrokerConfig, account: AccountKey): string | null {
  const broker = findBroker(config, account);
  const needsPermission = account.mode === 'live' && broker?.isDemo !== true;
  if (needsPermission && config.isLiveTradingOn !== true) return LIVE_TRADING_OFF;
  return broker === null ? `No broker is connected for ${account.mode} trading.` : null;
}

/**
 * Reason why an account cannot send orders now, or null: that of its mode, or a broker that is not
 * connected.
 */
export function explainBlockedAccount(
  { links }: Pick<DeskState, 'links'>,
  config: BrokerConfig,
  account: AccountKey,
): string | null {
  const blocked = explainBlockedMode(config, account);
  const broker = findBroker(config, account);
  if (blocked !== null || !broker?.isRemote) return blocked;
  const reason = explainBrokenLink(links[getBookId(account.userId, account.mode)]);
  return reason === null ? null : `${broker.name} is not connected: ${reason}.`;
}

/** A clause; null while connected and compared. Undefined before the first news of a broker. */
export function explainBrokenLink(link: BrokerLink | undefined): string | null {
  if (link?.state === 'ready') return null;
  return link?.reason ?? 'the connection is being opened';
}

/**
 * Why a live account at a remote broker may not send entries, or null: a person arms it for a limited
 * time. Exits need no arming.
 */
export function explainUnarmed(
  config: BrokerConfig,
  { userId, mode, arming }: AccountKey & Pick<Book, 'arming'>,
  nowMs: EpochMs,
): string | null {
  const isRemote = mode === 'live' && findBroker(config, { userId, mode })?.isRemote === true;
  if (!isRemote || isArmed(arming, nowMs)) return null;
  return arming?.state === 'requested' && nowMs < arming.untilMs
    ? 'This live account waits for a second person to confirm its arming. Entries are blocked; exits go on.'
    : 'This live account is not armed. Arm it with a loss limit before it sends entries; exits go on.';
}

/**
 * Why a real account may not open a position in a contract, or null: its price has to be a live one of
 * the exchange. Demo accounts, and exits, may use delayed prices.
 */
export function explainDelayedPrice(
  config: BrokerConfig,
  account: AccountKey,
  instrument: Instrument,
  market: Pick<InstrumentMarket, 'hasLiveQuotes' | 'priceSource'> | null,
): string | null {
  const broker = account.mode === 'live' ? findBroker(config, account) : null;
  const isReal = broker?.isRemote === true && broker.isDemo !== true;
  if (!isReal || market?.hasLiveQuotes === true) return null;
  const source = market?.priceSource === undefined ? '' : ` (${market.priceSource})`;
  return `The price of ${getCode(instrument)}${source} is not a live quote. A real account opens positions at live quotes only; exits go on.`;
}

/** Null if the account is blocked. */
export const findUsableBroker = (config: BrokerConfig, account: AccountKey): Broker | null =>
  explainBlockedMode(config, account) === null ? findBroker(config, account) : null;

/** Reason why the broker of an account does not trade a commodity, or null. */
export const explainUntraded = (
  config: BrokerConfig,
  account: AccountKey,
  commodity: CommodityKey,
): string | null => findBroker(config, account)?.explainUntraded?.(commodity) ?? null;

/** Property of a broker of whole contracts; empty where any number of lots trades. */
export function buildContractLots(
  config: BrokerConfig,
  account: AccountKey,
  instrument: Instrument,
): { readonly contractLots?: Lots } {
  const contractLots = findBroker(config, account)?.getContractLots?.(instrument);
  return contractLots === undefined ? {} : { contractLots };
}

export const findBroker = (config: BrokerConfig, { userId, mode }: AccountKey): Broker | null =>
  mode === 'live' ? (config.findLiveBroker?.(userId) ?? null) : config.brokers[mode];
