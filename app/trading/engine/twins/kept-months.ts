/**
 * Months that have expired and left the desk while a twin still holds them: kept until they are
 * settled.
 */
import type { ShadowDesk, TwinShadow } from '../../domain/twin';
import { listContractsInUse } from '../chain';
import type { EngineConfig } from '../config';
import type { EngineEvent } from '../event';
import { applyMarketEvent, listMarket } from '../market-step';
import type { DeskState } from '../state';

type Markets = DeskState['markets'];

const NO_RULES = (): readonly [] => [];

/** The kept months after an event: the same object where nothing changed. */
export function updateKeptMonths(
  kept: Markets,
  shadow: TwinShadow,
  before: DeskState,
  after: DeskState,
  event: EngineEvent,
  { dayOf }: EngineConfig,
): Markets {
  if (event.type === 'Market')
    return kept[event.event.market]
      ? applyMarketEvent(kept, event.event, { playbooksOf: NO_RULES, dayOf }, event)
      : kept;
  if (event.type !== 'MarketListed') return kept;
  const { market, staleAfterMs } = event;
  const missing = listContractsInUse({ ...after, books: shadow.books }, market).filter(
    ({ id }) => !after.markets[market]?.instruments[id],
  );
  const { [market]: known, ...others } = kept;
  if (missing.length === 0) return known ? others : kept;
  const seen = missing.flatMap(
    ({ id }) => before.markets[market]?.instruments[id] ?? known?.instruments[id] ?? [],
  );
  const fresh = listMarket({}, market, missing, staleAfterMs, NO_RULES)[market];
  if (!fresh) return kept;
  const instruments = {
    ...fresh.instruments,
    ...Object.fromEntries(seen.map((one) => [one.instrument.id, one])),
  };
  // The feed may list such a month under other terms than those that its twins hold it under.
  const heldTerms = Object.fromEntries(missing.map((instrument) => [instrument.id, instrument]));
  const listed = event.instruments.filter(({ id }) => heldTerms[id] !== undefined);
  const joined = listMarket(
    { [market]: { ...fresh, instruments } },
    market,
    listed,
    staleAfterMs,
    NO_RULES,
    [],
    heldTerms,
  );
  return { ...others, ...joined };
}

/** The markets with kept months beside those that the desk follows. */
export function withKept(markets: Markets, kept: Markets): Markets {
  const names = Object.keys(kept);
  if (names.length === 0) return markets;
  const joined = names.flatMap((name) => {
    const [market, more] = [markets[name], kept[name]];
    return market && more
      ? [
          [
            name,
            { ...market, instruments: { ...more.instruments, ...market.instruments } },
          ] as const,
        ]
      : [];
  });
  return { ...markets, ...Object.fromEntries(joined) };
}

/** Contracts of a market that twins hold or have ordered, by id: a feed goes on quoting them. */
export const listShadowContracts = (
  state: DeskState,
  twins: ShadowDesk,
  market: string,
): readonly string[] =>
  Object.values(twins).flatMap(({ books }) =>
    listContractsInUse({ ...state, books }, market).map(({ id }) => id),
  );
