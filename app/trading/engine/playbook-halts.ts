/** Halts a failed playbook for all accounts of its market; a user re-arms it. */
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type Outcome, succeedWith, createRefusal, rejectWith } from '../domain/outcome';
import { type HaltedRule, type PlaybookHalt, findHalt } from '../domain/playbook-halt';
import type { Book, LoggedState } from '../domain/book';
import type { CommandValue } from '../domain/command';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';
import { cancelOrder } from './orders';
import { WAITING_TARGET } from './rule-guard';
import type { FoldedPlaybook, InstrumentMarket, MarketState } from './state';

const NO_OWNER = { userId: null, bookId: null };

/** Null while the playbook is armed. */
export const findActiveHalt = (
  { halts }: Pick<LoggedState, 'halts'>,
  market: string,
  commodity: CommodityKey,
  playbookId: string,
): PlaybookHalt | null => findHalt(halts, { market, commodity, playbookId });

/** Records new playbook faults of a contract and cancels the working entries of those playbooks. */
export function haltFaultyPlaybooks(
  tx: StateTransaction,
  config: EngineConfig,
  market: string,
  instrumentId: string,
): void {
  const contract = tx.state.markets[market]?.instruments[instrumentId];
  if (!contract) return;
  const { rules } = contract;
  for (const playbookId in rules) {
    const fault = rules[playbookId]?.fault;
    if (fault === undefined) continue;
    const rule = { market, commodity: contract.instrument.commodity, playbookId };
    if (findHalt(tx.state.halts, rule)) continue;
    const haltedSeq = tx.record('PlaybookHalted', NO_OWNER, {
      ...rule,
      instrumentId,
      reason: fault,
    });
    tx.withCause(haltedSeq, () => cancelPlaybookEntries(tx, config, rule));
  }
}

function cancelPlaybookEntries(
  tx: StateTransaction,
  config: EngineConfig,
  { market, commodity, playbookId }: HaltedRule,
): void {
  for (const book of Object.values(tx.state.books)) {
    if (book.market !== market) continue;
    // The entry of a roll adds no exposure.
    const entries = Object.values(book.orders).filter(
      (order) =>
        order.purpose === 'ENTRY' &&
        order.rollOf === undefined &&
        order.commodity === commodity &&
        order.playbookId === playbookId,
    );
    for (const order of entries) cancelOrder(tx, config, order, 'playbook halted');
  }
}

/** A re-armed playbook decides from its next bar on. Rejected if it is not halted. */
export function rearmPlaybook(
  tx: StateTransaction,
  book: Book,
  commodity: CommodityKey,
  playbookId: string,
): Outcome<CommandValue> {
  const rule = { market: book.market, commodity, playbookId };
  if (!findHalt(tx.state.halts, rule))
    return rejectWith(
      createRefusal(
        'INVALID',
        `${playbookId} of ${COMMODITIES[commodity].displayName} is not halted; there is nothing to re-arm.`,
      ),
    );
  tx.record('PlaybookRearmed', NO_OWNER, rule);
  const market = tx.state.markets[book.market];
  if (market)
    tx.setMarkets({
      ...tx.state.markets,
      [market.name]: clearFaults(market, commodity, playbookId),
    });
  return succeedWith({ closedPositions: [], placedOrders: [] });
}

function clearFaults(
  market: MarketState,
  commodity: CommodityKey,
  playbookId: string,
): MarketState {
  const clearedEntries = Object.entries(market.instruments).map(
    ([id, contract]) =>
      [
        id,
        contract.instrument.commodity === commodity ? clearFault(contract, playbookId) : contract,
      ] as const,
  );
  return { ...market, instruments: Object.fromEntries(clearedEntries) };
}

function clearFault(contract: InstrumentMarket, playbookId: string): InstrumentMarket {
  const rule = contract.rules[playbookId];
  if (rule?.fault === undefined) return contract;
  const { fault: _gone, ...ruleWithoutFault } = rule;
  const next: FoldedPlaybook = {
    ...ruleWithoutFault,
    target: { ...WAITING_TARGET, range: rule.target.range },
  };
  return { ...contract, rules: { ...contract.rules, [playbookId]: next } };
}
