// The decision log in words: what the playbooks of a book decided and what the gate refused, each
// with its reason, newest first.
import type { DecisionDto } from '../../contracts/dashboard';
import { listDecisions } from '../log/log.server';
import type { Terminal } from '../desk/terminal';
import { bookId } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatPrice, formatSize, capitalizeFirst, isoMoment } from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { LogRecord, RecordPayloads } from '../../trading/domain/record';
import type { TradingMode } from '../../trading/domain/settings';

const ACTIONS = { ENTER: 'Enter', EXIT: 'Leave', STAY_OUT: 'Stay out of', ROLL: 'Roll' } as const;

type InstrumentOf = (instrumentId: string) => Instrument | null;

function buildDecision(
  {
    action,
    target,
    commodity,
    instrumentId,
    playbookId,
    reason,
    quote,
  }: RecordPayloads['DecisionTaken'],
  instrumentOf: InstrumentOf,
) {
  const instrument = instrumentOf(instrumentId);
  const side = action === 'ENTER' ? ` ${target}` : '';
  return {
    kind: 'decision' as const,
    reason: capitalizeFirst(reason),
    title: `${ACTIONS[action]}${side} ${COMMODITIES[commodity].displayName}${instrument ? `, ${getCode(instrument)}` : ''}`,
    seen: `${playbookId ?? 'opened by hand'}${instrument ? `, saw ${formatPrice(instrument, quote.lastTicks)} ${COMMODITIES[commodity].priceUnit}` : ''}`,
  };
}

function refusedOrder(
  { order, refusal }: RecordPayloads['OrderRefused'],
  instrumentOf: InstrumentOf,
) {
  const instrument = instrumentOf(order.instrumentId);
  const what = instrument
    ? `${formatSize(instrument, order.lots)} of ${getCode(instrument)}`
    : order.instrumentId;
  return {
    kind: 'refusal' as const,
    title: `Refused: ${order.side} ${what}`,
    reason: refusal.message,
    seen: order.playbookId,
  };
}

function toDecisions(record: LogRecord, instrumentOf: InstrumentOf): DecisionDto[] {
  const shared = { seq: record.seq, at: isoMoment(record.atMs) };
  if (record.type === 'DecisionTaken')
    return [{ ...shared, ...buildDecision(record.payload, instrumentOf) }];
  if (record.type === 'OrderRefused')
    return [{ ...shared, ...refusedOrder(record.payload, instrumentOf) }];
  return [];
}

/** The newest decisions of a user's book in a mode. */
export function decisionRows(
  desk: Terminal,
  userId: string,
  mode: TradingMode,
  limit: number,
): DecisionDto[] {
  const id = bookId(userId, mode);
  const { books, listings } = desk.state();
  const listed = listings[books[id]?.market ?? ''];
  return listDecisions(desk.db, userId, id, limit).flatMap((record) =>
    toDecisions(record, (instrumentId) => listed?.[instrumentId] ?? null),
  );
}
