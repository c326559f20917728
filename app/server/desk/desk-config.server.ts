// What the engine of this process is made with: brokers, playbooks, sessions and costs.
import { DateTime } from 'luxon';
import { contractCosts, getContract } from '../../trading/domain/contract';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import { type Mills, toMills } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import { admitBroker } from '../../trading/engine/live-gate';
import type { MarketSource } from '../../trading/engine/market-source';
import { simulatedBroker } from '../../trading/execution/simulated-broker';
import { sessionAt } from '../../trading/market/sessions';
import type { Broker, Random } from '../../trading/ports';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { type Evaluator, type PlaybookRow, getBarLength } from '../../trading/strategies/playbook';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalogue';
import { defaultReferenceId, referenceRows } from '../../trading/strategies/playbooks/reference';

/** Capital of a new book and of every epoch: $25,000. */
export const INITIAL_CAPITAL: Mills = toMills(25_000_000);

interface DeskConfigOptions {
  readonly random: Random;
  readonly marketOf: (mode: TradingMode) => string;
  readonly timeZone: string;
  /** True: fills at the quote that stands. False: at the next bar's open. */
  readonly fillsAtOnce: boolean;
  readonly capitalMills?: Mills;
  /** Whether LIVE_TRADING is on; absent: off. */
  readonly isLiveTradingOn?: boolean;
  /** A broker for live trading; none exists yet. It is only used when LIVE_TRADING is on. */
  readonly liveBroker?: Broker | null;
  readonly playbooksOf?: EngineConfig['playbooksOf'];
  readonly sessionClosed?: EngineConfig['sessionClosed'];
}

/**
 * The engine's ports and tables. The live book has a broker only where LIVE_TRADING is on and one
 * is given.
 */
export function deskConfig(options: DeskConfigOptions): EngineConfig {
  const { random, fillsAtOnce, isLiveTradingOn = false, liveBroker = null } = options;
  const broker = simulatedBroker({
    name: 'simulated',
    random,
    frictionOf: contractCosts,
    fillsAtOnce,
  });
  return {
    random,
    brokers: {
      simulation: broker,
      paper: broker,
      live: admitBroker('live', liveBroker, isLiveTradingOn),
    },
    isLiveTradingOn,
    playbooksOf: options.playbooksOf ?? boundCatalogue(),
    marketOf: options.marketOf,
    frictionOf: contractCosts,
    sessionClosed: options.sessionClosed ?? venueSession,
    dayOf: dayIn(options.timeZone),
    hasBreakers: true,
    capitalMills: options.capitalMills ?? INITIAL_CAPITAL,
  };
}

/** Simulation trades at all hours; paper and live keep the sessions of the venue. */
const venueSession: EngineConfig['sessionClosed'] = (mode, { commodity }, atMs) => {
  if (mode === 'simulation') return null;
  const { isOpen, reason, opensMs } = sessionAt(getContract(commodity), atMs);
  return isOpen
    ? null
    : `${reason}; it opens at ${DateTime.fromMillis(opensMs, { zone: 'utc' }).toISO({ suppressMilliseconds: true }) ?? ''}.`;
};

/**
 * The playbooks of a history, over its own bars: the plain ones, the default first, and those of
 * the catalogue that need nothing but prices.
 */
export function boundToHistory(
  barMs: (commodity: CommodityKey) => number,
): EngineConfig['playbooksOf'] {
  const rows = (key: CommodityKey): readonly PlaybookRow[] => [
    ...[...referenceRows(key)].sort(
      (a, b) => Number(b.id === defaultReferenceId(key)) - Number(a.id === defaultReferenceId(key)),
    ),
    ...listPlaybooks(key).filter(({ inputs, legs }) => inputs.length === 0 && legs === null),
  ];
  const bound = new Map<CommodityKey, readonly Evaluator[]>(
    COMMODITY_KEYS.map((key) => [
      key,
      rows(key).map((row) =>
        createEvaluator({ ...row, chains: null, bar: getBarLength(barMs(key)) }),
      ),
    ]),
  );
  return (commodity) => bound.get(commodity) ?? [];
}

/** Every playbook of the catalogue, bound once. */
export function boundCatalogue(): EngineConfig['playbooksOf'] {
  const bound = new Map<CommodityKey, readonly Evaluator[]>(
    COMMODITY_KEYS.map((key) => [key, listPlaybooks(key).map(createEvaluator)]),
  );
  return (commodity) => bound.get(commodity) ?? [];
}

/**
 * The calendar day of an instant in a time zone; the last day is remembered, as instants come in
 * order.
 */
export function dayIn(timeZone: string): (atMs: number) => string {
  let known = { fromMs: 0, toMs: 0, day: '' };
  return (atMs) => {
    if (atMs >= known.fromMs && atMs < known.toMs) return known.day;
    const start = DateTime.fromMillis(atMs, { zone: timeZone }).startOf('day');
    known = {
      fromMs: start.toMillis(),
      toMs: start.plus({ days: 1 }).toMillis(),
      day: start.toISODate() ?? '',
    };
    return known.day;
  };
}

/**
 * The configuration of the desk over its source: where that has nothing but prices, the playbooks
 * that need no more.
 */
export function terminalConfig({
  source: { market, barMs },
  random,
  timeZone,
  isLiveTradingOn = false,
  liveBroker = null,
}: {
  readonly source: Pick<MarketSource, 'market' | 'barMs'>;
  readonly random: Random;
  readonly timeZone: string;
  readonly isLiveTradingOn?: boolean;
  readonly liveBroker?: Broker | null;
}): EngineConfig {
  return deskConfig({
    random,
    marketOf: () => market,
    timeZone,
    fillsAtOnce: true,
    playbooksOf: barMs ? boundToHistory(barMs) : boundCatalogue(),
    isLiveTradingOn,
    liveBroker,
  });
}
