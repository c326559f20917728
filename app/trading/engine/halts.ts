/** Playbooks that failed: halted alone for every book of their market, and re-armed by a person. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { type HaltedRule, type PlaybookHalt, findHalt } from '../domain/playbook-halt';
import type { Book, LoggedDesk } from '../domain/book';
import type { CommandValue } from '../domain/command';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { cancelOrder } from './orders';
import { WAITING } from './rule-guard';
import type { FoldedPlaybook, InstrumentMarket, MarketState } from './state';

/** Concerns all who chose it. */
const DESK = { userId: null, bookId: null };

/** The halt of a playbook of a commodity in a market; null while it is armed. */
export const findActiveHalt = (
  { halts }: Pick<LoggedDesk, 'halts'>,
  market: string,
  commodity: CommodityKey,
  playbookId: string,
): PlaybookHalt | null => findHalt(halts, { market, commodity, playbookId });

/**
 * Writes down which playbooks have failed in a contract and takes back what they still wanted to
 * open.
 */
export function haltFaulty(
  draft: Draft,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  const seen = draft.state.markets[market]?.instruments[instrumentId];
  for (const [playbookId, { fault }] of Object.entries(seen?.rules ?? {})) {
    const rule: HaltedRule | undefined = seen && {
      market,
      commodity: seen.instrument.commodity,
      playbookId,
    };
    if (fault === undefined || !rule || findHalt(draft.state.halts, rule)) continue;
    const halted = draft.record('PlaybookHalted', DESK, { ...rule, instrumentId, reason: fault });
    draft.because(halted, () => takeBack(draft, config, rule));
  }
}

function takeBack(
  draft: Draft,
  config: EngineConfig,
  { market, commodity, playbookId }: HaltedRule,
): void {
  for (const book of Object.values(draft.state.books)) {
    if (book.market !== market) continue;
    // The entry of a roll adds nothing to what is held.
    const wanted = Object.values(book.orders).filter(
      (order) =>
        order.purpose === 'ENTRY' &&
        order.rollOf === undefined &&
        order.commodity === commodity &&
        order.playbookId === playbookId,
    );
    for (const order of wanted) cancelOrder(draft, config, order, 'playbook halted');
  }
}

/**
 * A person lets a halted playbook decide again, from its next bar on. Refused where it is not
 * halted.
 */
export function rearmPlaybook(
  draft: Draft,
  book: Book,
  commodity: CommodityKey,
  playbookId: string,
): Outcome<CommandValue> {
  const rule = { market: book.market, commodity, playbookId };
  if (!findHalt(draft.state.halts, rule))
    return rejectWith(
      createRefusal(
        'INVALID',
        `${playbookId} of ${COMMODITIES[commodity].displayName} is not halted; there is nothing to re-arm.`,
      ),
    );
  draft.record('PlaybookRearmed', DESK, rule);
  const market = draft.state.markets[book.market];
  if (market)
    draft.setMarkets({
      ...draft.state.markets,
      [market.name]: withoutFaults(market, commodity, playbookId),
    });
  return succeedWith({ closedPositions: [], placedOrders: [] });
}

function withoutFaults(
  market: MarketState,
  commodity: CommodityKey,
  playbookId: string,
): MarketState {
  const mended = Object.entries(market.instruments).map(
    ([id, seen]) =>
      [id, seen.instrument.commodity === commodity ? clearHalt(seen, playbookId) : seen] as const,
  );
  return { ...market, instruments: Object.fromEntries(mended) };
}

function clearHalt(seen: InstrumentMarket, playbookId: string): InstrumentMarket {
  const rule = seen.rules[playbookId];
  if (rule?.fault === undefined) return seen;
  const { fault: _gone, ...well } = rule;
  const next: FoldedPlaybook = { ...well, target: { ...WAITING, range: rule.target.range } };
  return { ...seen, rules: { ...seen.rules, [playbookId]: next } };
}
