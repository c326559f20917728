// Decision log: decisions and rejected orders with reasons, newest first.
import type { DecisionDto } from '../../contracts/dashboard';
import { listDecisions } from '../log/log.server';
import type { Terminal } from '../desk/terminal';
import { getBookId } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatPrice,
  formatSize,
  capitalizeFirst,
  formatIsoTime,
} from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { LogRecord, RecordPayloads } from '../../trading/domain/record';
import type { TradingMode } from '../../trading/domain/settings';

const ACTIONS = { ENTER: 'Enter', EXIT: 'Exit', STAY_OUT: 'No entry in', ROLL: 'Roll' } as const;

type FindInstrument = (instrumentId: string) => Instrument | null;

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
  findInstrument: FindInstrument,
) {
  const instrument = findInstrument(instrumentId);
  const side = action === 'ENTER' ? ` ${target}` : '';
  return {
    kind: 'decision' as const,
    reason: capitalizeFirst(reason),
    title: `${ACTIONS[action]}${side} ${COMMODITIES[commodity].displayName}${instrument ? `, ${getCode(instrument)}` : ''}`,
    seen: `${playbookId ?? 'manual'}${instrument ? ` @ ${formatPrice(instrument, quote.lastTicks)} ${COMMODITIES[commodity].priceUnit}` : ''}`,
  };
}

function buildRefusal(
  { order, refusal }: RecordPayloads['OrderRefused'],
  findInstrument: FindInstrument,
) {
  const instrument = findInstrument(order.instrumentId);
  const what = instrument
    ? `${formatSize(instrument, order.lots)} of ${getCode(instrument)}`
    : order.instrumentId;
  return {
    kind: 'refusal' as const,
    title: `Rejected: ${order.side} ${what}`,
    reason: refusal.message,
    seen: order.playbookId,
  };
}

function toDecisions(record: LogRecord, findInstrument: FindInstrument): DecisionDto[] {
  const shared = { seq: record.seq, at: formatIsoTime(record.atMs) };
  if (record.type === 'DecisionTaken')
    return [{ ...shared, ...buildDecision(record.payload, findInstrument) }];
  if (record.type === 'OrderRefused')
    return [{ ...shared, ...buildRefusal(record.payload, findInstrument) }];
  return [];
}

/** Latest decisions of a user's account in a mode. */
export function listDecisionRows(
  desk: Terminal,
  userId: string,
  mode: TradingMode,
  limit: number,
): DecisionDto[] {
  const id = getBookId(userId, mode);
  const { books, listings } = desk.state();
  const listed = listings[books[id]?.market ?? ''];
  return listDecisions(desk.db, userId, id, limit).flatMap((record) =>
    toDecisions(record, (instrumentId) => listed?.[instrumentId] ?? null),
  );
}
