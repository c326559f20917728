// Replays arming and proposals: no entry of a live account leaves without permission, and each approval is used
// once.
import {
  type Facts,
  assertFact,
  readList,
  readPart,
  readText,
  readTextOrNull,
  readWhole,
} from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed-desk';

export function requestArming({ facts, row }: ReplayState, book: ReplayedBook): void {
  assertArmable(book, facts);
  assertFact(
    Number(readWhole(facts, 'untilMs')) > row.at_ms,
    'payload.untilMs',
    facts['untilMs'],
    `later than ${row.at_ms}`,
  );
  book.arming = { isArmed: false, untilMs: Number(readWhole(facts, 'untilMs')), mustAsk: false };
}

export function armAccount({ facts }: ReplayState, book: ReplayedBook): void {
  assertArmable(book, facts);
  const confirmedBy = readTextOrNull(facts, 'confirmedBy');
  assertFact(
    confirmedBy === null || (book.arming?.isArmed === false && confirmedBy !== book.userId),
    'payload.confirmedBy',
    confirmedBy,
    'a second person, after a request',
  );
  book.arming = {
    isArmed: true,
    untilMs: Number(readWhole(facts, 'untilMs')),
    mustAsk: facts['needsApproval'] === true,
  };
  book.wasArmed = true;
}

function assertArmable(book: ReplayedBook, facts: Facts): void {
  assertFact(
    book.mode === 'live' && book.haltLevel === 0n,
    'type',
    book.mode,
    'a live account that is not halted',
  );
  const limit = readWhole(facts, 'lossLimitMills');
  assertFact(limit > 0n, 'payload.lossLimitMills', facts['lossLimitMills'], 'above zero');
}

export function disarmAccount(_replay: ReplayState, book: ReplayedBook): void {
  assertFact(book.arming !== null, 'type', 'AccountDisarmed', 'an arming or a request');
  assertFact(
    book.proposals.size === 0,
    'type',
    'AccountDisarmed',
    'nothing that waits for approval',
  );
  book.arming = null;
}

export function proposeEntry({ facts }: ReplayState, book: ReplayedBook): void {
  const proposal = readPart(facts, 'proposal');
  const id = readText(proposal, 'id');
  assertFact(
    book.arming?.mustAsk === true && !book.proposals.has(id),
    'payload.proposal.id',
    id,
    'a new proposal of an account that wants approvals',
  );
  book.proposals.set(id, {
    legs: readList(proposal, 'legs').length,
    commodity: readText(proposal, 'commodity'),
    untilMs: Number(readWhole(proposal, 'untilMs')),
  });
}

export function approveEntry({ facts, row }: ReplayState, book: ReplayedBook): void {
  const id = readText(facts, 'proposalId');
  const proposal = book.proposals.get(id);
  assertFact(
    proposal !== undefined && row.at_ms < proposal.untilMs,
    'payload.proposalId',
    id,
    'a proposal that is valid',
  );
  book.proposals.delete(id);
  book.approved = { id, legs: proposal.legs, seq: row.seq };
}

export function declineEntry(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  const id = readText(facts, 'proposalId');
  const proposal = book.proposals.get(id);
  assertFact(proposal !== undefined, 'payload.proposalId', id, 'a proposal');
  book.proposals.delete(id);
  if (facts['isByTrader'] === true)
    replay.getSwitch(book, proposal.commodity).lastEntryMs = row.at_ms;
}

/**
 * Entries of a live account at a remote broker, also of rolls, need an armed account; those of strategies an
 * approval where the account wants it. Accounts that were never armed are of earlier versions.
 */
export function assertPermitted({ row }: ReplayState, book: ReplayedBook, order: Facts): void {
  if (order['purpose'] !== 'ENTRY') return;
  const proposalId = order['proposalId'];
  if (proposalId !== undefined) takeApproval(book, proposalId, row.cause_seq);
  if (!book.wasArmed || order['remote'] === undefined) return;
  const { arming } = book;
  assertFact(
    arming !== null && arming.isArmed && row.at_ms < arming.untilMs,
    'payload.order.purpose',
    order['purpose'],
    'no entry of an account that is not armed',
  );
  const isExempt = readTextOrNull(order, 'playbookId') === null || order['rollOf'] !== undefined;
  assertFact(
    isExempt || !arming.mustAsk || proposalId !== undefined,
    'payload.order.proposalId',
    proposalId,
    'an approved proposal',
  );
}

function takeApproval(book: ReplayedBook, proposalId: unknown, causeSeq: number | null): void {
  const { approved } = book;
  assertFact(
    approved !== null &&
      approved.id === proposalId &&
      approved.legs > 0 &&
      approved.seq === causeSeq,
    'payload.order.proposalId',
    proposalId,
    'an approval that is not used up',
  );
  book.approved = { ...approved, legs: approved.legs - 1 };
}
