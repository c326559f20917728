// The records of a request as plain lines: command, orders, fills and rejections.
import type { Database } from '../../../db/client.server';
import { findUserById } from '../../models/account/user.server';
import {
  readAccountMarkets,
  readListedInstruments,
} from '../../models/log/listed-instruments.server';
import type { Command } from '../../trading/domain/command';
import { formatIsoTime, formatMoney, formatPrice, formatSize } from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { Order } from '../../trading/domain/order';
import type { LogRecord } from '../../trading/domain/record';
import type { Lots, Ticks } from '../../trading/domain/units';

export interface RequestLine {
  readonly seq: number;
  readonly at: string;
  readonly type: LogRecord['type'];
  readonly orderId: string | null;
  readonly text: string;
}

/** Names of users and terms of contracts, as the texts need them. */
interface LineContext {
  readonly getUserName: (userId: string | null) => string;
  readonly orders: Map<string, { readonly order: Order; readonly instrument: Instrument | null }>;
  readonly findInstrument: (bookId: string, instrumentId: string) => Instrument | null;
}

export function describeRequestRecords(
  db: Database,
  records: readonly LogRecord[],
): readonly RequestLine[] {
  const context: LineContext = {
    getUserName: prepareUserNames(db),
    orders: new Map(),
    findInstrument: prepareInstruments(db),
  };
  return records.map((record) => ({
    seq: record.seq,
    at: formatIsoTime(record.atMs),
    type: record.type,
    orderId: findOrderId(record),
    text: describeRecord(record, context),
  }));
}

function prepareUserNames(db: Database): LineContext['getUserName'] {
  return (userId) =>
    userId === null ? 'the server' : (findUserById(db, userId)?.username ?? userId);
}

function prepareInstruments(db: Database): LineContext['findInstrument'] {
  const [listed, markets] = [readListedInstruments(db), readAccountMarkets(db)];
  return (bookId, instrumentId) => listed.get(markets.get(bookId) ?? '')?.get(instrumentId) ?? null;
}

function findOrderId({ payload }: LogRecord): string | null {
  const facts = payload as { readonly orderId?: string; readonly order?: { readonly id?: string } };
  return facts.orderId ?? facts.order?.id ?? null;
}

function describeRecord(record: LogRecord, context: LineContext): string {
  switch (record.type) {
    case 'CommandReceived':
      return `${describeCommand(record.payload.command)} by ${context.getUserName(record.userId)}`;
    case 'CommandRefused':
      return `rejected (${record.payload.refusal.code}): ${record.payload.refusal.message}`;
    case 'OrderPlaced':
      return `order placed: ${describeOrder(record.payload.order, context)}`;
    case 'OrderRefused':
      return `order rejected (${record.payload.refusal.code}): ${record.payload.refusal.message}; ${describeOrder(record.payload.order, context)}`;
    case 'OrderFilled':
      return `filled: ${describeExecution(record.payload, context)}, execution ${record.payload.executionId}`;
    case 'FillCorrected':
      return `execution ${record.payload.replacesId} corrected: ${describeExecution(record.payload, context)}`;
    case 'FeeReported':
      return `fee of execution ${record.payload.executionId}: ${formatMoney(record.payload.feeMills)}`;
    case 'OrderSent':
      return 'order sent to its broker';
    case 'OrderAcknowledged':
      return 'order acknowledged by its broker';
    case 'OrderCancelRequested':
    case 'OrderCancelled':
    case 'OrderRejected':
    case 'OrderLost':
      return `${ORDER_ENDS[record.type]}: ${record.payload.reason}`;
    default:
      return splitName(record.type);
  }
}

const ORDER_ENDS = {
  OrderCancelRequested: 'cancellation requested',
  OrderCancelled: 'order cancelled',
  OrderRejected: 'order rejected by its broker',
  OrderLost: 'order without an answer',
} as const;

/** `CommodityStarted` becomes `commodity started`. */
const splitName = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

function describeCommand(command: Command): string {
  const subject =
    'commodity' in command
      ? (command.commodity ?? 'all commodities')
      : 'positionId' in command
        ? command.positionId
        : 'instrumentId' in command
          ? (command.instrumentId ?? '')
          : '';
  return `command ${command.type} ${subject}`.trim();
}

function describeOrder(order: Order, { orders, findInstrument }: LineContext): string {
  const instrument = findInstrument(order.bookId, order.instrumentId);
  orders.set(order.id, { order, instrument });
  const { purpose, side, type, lots, priceTicks } = order;
  const price = priceTicks === null ? 'at market' : `at ${formatAt(instrument, priceTicks)}`;
  return `${purpose.toLowerCase()}, ${side} ${formatLots(instrument, lots)} of ${instrument ? getCode(instrument) : order.instrumentId}, ${type} ${price}`;
}

function describeExecution(
  {
    orderId,
    lots,
    priceTicks,
    feeMills,
  }: Extract<LogRecord, { type: 'OrderFilled' | 'FillCorrected' }>['payload'],
  { orders }: LineContext,
): string {
  const instrument = orders.get(orderId)?.instrument ?? null;
  return `${formatLots(instrument, lots)} at ${formatAt(instrument, priceTicks)}, fee ${formatMoney(feeMills)}`;
}

const formatLots = (instrument: Instrument | null, lots: Lots): string =>
  instrument ? formatSize(instrument, lots) : `${lots} lots`;
const formatAt = (instrument: Instrument | null, ticks: Ticks): string =>
  instrument ? formatPrice(instrument, ticks) : `${ticks} ticks`;
