// Engine configuration of this process: brokers, strategies, sessions and costs.
import { DateTime } from 'luxon';
import { getContractCosts, getContract } from '../../trading/domain/contract';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import type { Instrument } from '../../trading/domain/instrument';
import type { TradingMode } from '../../trading/domain/settings';
import { type Mills, toMills } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import type { MarketSource } from '../../trading/engine/market-source';
import { createSimulatedBroker } from '../../trading/execution/simulated-broker';
import { getSession, isInDaySession } from '../../trading/market/sessions';
import type { Random } from '../../trading/ports';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { type Evaluator, type PlaybookRow, getBarLength } from '../../trading/strategies/playbook';
import {
  type ExplainMissingInput,
  explainNotOffered,
} from '../../trading/strategies/explain-not-offered';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalog';
import {
  getDefaultReferenceId,
  listReferenceRows,
} from '../../trading/strategies/playbooks/reference';

/** Initial capital of an account and of each account period: $25,000. */
export const INITIAL_CAPITAL: Mills = toMills(25_000_000);

interface DeskConfigOptions {
  readonly random: Random;
  readonly marketOf: (mode: TradingMode) => string;
  readonly timeZone: string;
  /** True: fills at the current quote. False: at the next bar's open. */
  readonly fillsAtOnce: boolean;
  /** Orders fill only at prices that are not before them. */
  readonly requiresLaterPrices?: boolean;
  readonly capitalMills?: Mills;
  /** Whether LIVE_TRADING is on; off if absent. */
  readonly isLiveTradingOn?: boolean;
  /** The broker that a user has connected, or null. A real account needs LIVE_TRADING. */
  readonly findLiveBroker?: EngineConfig['findLiveBroker'];
  readonly playbooksOf?: EngineConfig['listPlaybooks'];
  readonly sessionClosed?: EngineConfig['explainClosedSession'];
  readonly explainUnpriced?: EngineConfig['explainUnpriced'];
  /** Absent for histories, whose next open is that of the venue. */
  readonly isInDaySession?: EngineConfig['isInDaySession'];
}

/** Builds the engine configuration. */
export function createEngineConfig(options: DeskConfigOptions): EngineConfig {
  const {
    random,
    fillsAtOnce,
    requiresLaterPrices = false,
    isLiveTradingOn = false,
    findLiveBroker,
  } = options;
  const broker = createSimulatedBroker({
    name: 'simulated',
    random,
    getFriction: getContractCosts,
    fillsImmediately: fillsAtOnce,
    requiresLaterPrices,
  });
  return {
    random,
    brokers: { simulation: broker, paper: broker },
    isLiveTradingOn,
    ...(findLiveBroker ? { findLiveBroker } : {}),
    listPlaybooks: options.playbooksOf ?? bindCatalogue(),
    getMarket: options.marketOf,
    ...(options.explainUnpriced ? { explainUnpriced: options.explainUnpriced } : {}),
    getFriction: getContractCosts,
    explainClosedSession: options.sessionClosed ?? findVenueClosure,
    ...(options.isInDaySession ? { isInDaySession: options.isInDaySession } : {}),
    getTradingDay: createDayResolver(options.timeZone),
    hasBreakers: true,
    capitalMills: options.capitalMills ?? INITIAL_CAPITAL,
  };
}

/** Simulation trades at all hours; paper and live follow venue sessions. */
const findVenueClosure: EngineConfig['explainClosedSession'] = (mode, { commodity }, atMs) => {
  if (mode === 'simulation') return null;
  const { isOpen, reason, opensMs } = getSession(getContract(commodity), atMs);
  return isOpen
    ? null
    : `${reason}; it opens at ${DateTime.fromMillis(opensMs, { zone: 'utc' }).toISO({ suppressMilliseconds: true }) ?? ''}.`;
};

/**
 * Strategies of a market with one bar length: reference strategies, default first, then those of the
 * catalogue that it offers. Without `explainMissingInput` it has prices, and series of weather of its
 * own at most, which reference strategies use.
 */
export function bindHistoryPlaybooks(
  barMs: (commodity: CommodityKey) => number,
  explainMissingInput?: ExplainMissingInput,
): EngineConfig['listPlaybooks'] {
  const isOffered = (row: PlaybookRow): boolean =>
    explainNotOffered(row, getBarLength(barMs(row.commodity)), explainMissingInput) === null;
  const listRows = (key: CommodityKey): readonly PlaybookRow[] => [
    ...[...listReferenceRows(key)]
      .filter((row) => !explainMissingInput || isOffered(row))
      .sort(
        (a, b) =>
          Number(b.id === getDefaultReferenceId(key)) - Number(a.id === getDefaultReferenceId(key)),
      ),
    ...listPlaybooks(key).filter(isOffered),
  ];
  const evaluators = new Map<CommodityKey, readonly Evaluator[]>(
    COMMODITY_KEYS.map((key) => [
      key,
      listRows(key).map((row) =>
        createEvaluator({ ...row, chains: null, bar: getBarLength(barMs(key)) }),
      ),
    ]),
  );
  return (commodity) => evaluators.get(commodity) ?? [];
}

/** All strategies of the catalogue, bound once. */
export function bindCatalogue(): EngineConfig['listPlaybooks'] {
  const evaluators = new Map<CommodityKey, readonly Evaluator[]>(
    COMMODITY_KEYS.map((key) => [key, listPlaybooks(key).map(createEvaluator)]),
  );
  return (commodity) => evaluators.get(commodity) ?? [];
}

/**
 * Maps an instant to its calendar day in a time zone. Caches the last day, as instants come in
 * order.
 */
export function createDayResolver(timeZone: string): (atMs: number) => string {
  let cached = { fromMs: 0, toMs: 0, day: '' };
  return (atMs) => {
    if (atMs >= cached.fromMs && atMs < cached.toMs) return cached.day;
    const start = DateTime.fromMillis(atMs, { zone: timeZone }).startOf('day');
    cached = {
      fromMs: start.toMillis(),
      toMs: start.plus({ days: 1 }).toMillis(),
      day: start.toISODate() ?? '',
    };
    return cached.day;
  };
}

/** Engine configuration of the desk. A source offers the strategies whose inputs it has. */
export function createTerminalConfig({
  source: { market, barMs, explainMissingInput, hasLatePrices, unpriced },
  random,
  timeZone,
  isLiveTradingOn = false,
  findLiveBroker,
}: {
  readonly source: Pick<
    MarketSource,
    'market' | 'barMs' | 'explainMissingInput' | 'hasLatePrices' | 'unpriced'
  >;
  readonly random: Random;
  readonly timeZone: string;
  readonly isLiveTradingOn?: boolean;
  readonly findLiveBroker?: EngineConfig['findLiveBroker'];
}): EngineConfig {
  return createEngineConfig({
    random,
    marketOf: () => market,
    timeZone,
    ...(unpriced
      ? {
          explainUnpriced: (ofMarket: string, commodity: CommodityKey) =>
            ofMarket === market ? (unpriced[commodity] ?? null) : null,
        }
      : {}),
    fillsAtOnce: true,
    // Orders rest until a price of after them, whose time is checked by the broker.
    ...(hasLatePrices ? { requiresLaterPrices: true, sessionClosed: () => null } : {}),
    ...(barMs
      ? { playbooksOf: bindHistoryPlaybooks(barMs, explainMissingInput) }
      : {
          playbooksOf: bindCatalogue(),
          isInDaySession: ({ commodity }: Instrument, atMs: number) =>
            isInDaySession(getContract(commodity), atMs),
        }),
    isLiveTradingOn,
    ...(findLiveBroker ? { findLiveBroker } : {}),
  });
}
