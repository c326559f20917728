/** Keeps expired months that only shadow accounts still hold, until they are settled. */
import type { ShadowState, ShadowAccounts } from '../../domain/shadow-account';
import { listContractsInUse } from '../chain';
import type { EngineConfig } from '../config';
import type { EngineEvent } from '../event';
import { applyMarketEvent, listMarket } from '../market-step';
import type { DeskState } from '../state';

type Markets = DeskState['markets'];

const NO_RULES = (): readonly [] => [];

/** Returns the same object if nothing changed. */
export function updateExpiredMonths(
  expired: Markets,
  shadow: ShadowAccounts,
  before: DeskState,
  after: DeskState,
  event: EngineEvent,
  { getTradingDay }: EngineConfig,
): Markets {
  if (event.type === 'Market')
    return expired[event.event.market]
      ? applyMarketEvent(expired, event.event, { listPlaybooks: NO_RULES, getTradingDay }, event)
      : expired;
  if (event.type !== 'MarketListed') return expired;
  const { market, staleAfterMs } = event;
  const missing = listContractsInUse({ ...after, books: shadow.books }, market).filter(
    ({ id }) => !after.markets[market]?.instruments[id],
  );
  const { [market]: previous, ...others } = expired;
  if (missing.length === 0) return previous ? others : expired;
  const lastContracts = missing.flatMap(
    ({ id }) => before.markets[market]?.instruments[id] ?? previous?.instruments[id] ?? [],
  );
  const fresh = listMarket({}, market, missing, staleAfterMs, NO_RULES)[market];
  if (!fresh) return expired;
  const instruments = {
    ...fresh.instruments,
    ...Object.fromEntries(lastContracts.map((contract) => [contract.instrument.id, contract])),
  };
  // The feed may list such a month under new terms.
  const heldTerms = Object.fromEntries(missing.map((instrument) => [instrument.id, instrument]));
  const relisted = event.instruments.filter(({ id }) => heldTerms[id] !== undefined);
  const marketsWithTerms = listMarket(
    { [market]: { ...fresh, instruments } },
    market,
    relisted,
    staleAfterMs,
    NO_RULES,
    [],
    heldTerms,
  );
  return { ...others, ...marketsWithTerms };
}

/** Adds the expired months to the markets of the engine. */
export function addExpiredMonths(markets: Markets, expired: Markets): Markets {
  const names = Object.keys(expired);
  if (names.length === 0) return markets;
  const mergedMarkets = names.flatMap((name) => {
    const [market, expiredMarket] = [markets[name], expired[name]];
    return market && expiredMarket
      ? [
          [
            name,
            { ...market, instruments: { ...expiredMarket.instruments, ...market.instruments } },
          ] as const,
        ]
      : [];
  });
  return { ...markets, ...Object.fromEntries(mergedMarkets) };
}

/** Contracts held or ordered by shadow accounts; a feed keeps quoting them. */
export const listShadowContracts = (
  state: DeskState,
  shadows: ShadowState,
  market: string,
): readonly string[] =>
  Object.values(shadows).flatMap(({ books }) =>
    listContractsInUse({ ...state, books }, market).map(({ id }) => id),
  );
