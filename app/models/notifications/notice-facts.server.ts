// Log records of the notification log: one user, newest first.
import type { Database } from '../../../db/client.server';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { OrderPurpose, Side } from '../../trading/domain/order';
import {
  NOTIFICATION_RECORD_TYPES_SQL,
  type NotificationRecord,
  type NotificationRecordType,
} from '../../trading/domain/notification-records';
import type { LogRecord } from '../../trading/domain/record';
import { SYSTEM_USER } from '../../trading/engine/config';
import type { RiskLevel } from '../../trading/domain/settings';

/** Order fields needed for the notification text. */
export interface NoticeOrder {
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly side: Side;
  readonly purpose: OrderPurpose;
  /** One half of a roll. */
  readonly isRoll: boolean;
  /** A trade that was not ordered here. */
  readonly isExternal: boolean;
}

/** A record with its order, and for a rejection the rejected command. */
export interface NoticeFact {
  readonly record: NotificationRecord;
  readonly order: NoticeOrder | null;
  readonly command: Extract<LogRecord, { type: 'CommandReceived' }>['payload'] | null;
}

interface NoticeFactPage {
  readonly facts: readonly NoticeFact[];
  /** Cursor of the next older page; null on the last page. */
  readonly olderThan: number | null;
}

interface Row {
  readonly seq: number;
  readonly userId: string | null;
  readonly bookId: string | null;
  readonly type: NotificationRecordType;
  readonly payload: string;
  readonly causeSeq: number | null;
  readonly atMs: number;
  readonly commodity: CommodityKey | null;
  readonly instrumentId: string;
  readonly side: Side;
  readonly purpose: OrderPurpose;
  readonly rollOf: string | null;
  /** SQLite's true is 1. */
  readonly isExternal: number | null;
  readonly asked: string | null;
}

// Must equal the condition of index `event_notice`, so that SQLite uses the index.
const NOTIFICATION_TYPES = `e.type IN (${NOTIFICATION_RECORD_TYPES_SQL})`;

/** Notified records with the order of their `orderId`. */
const ORDER_TYPES = {
  OrderFilled: true,
  FillCorrected: true,
  OrderRejected: true,
  OrderLost: true,
} satisfies Record<Extract<NotificationRecord, { payload: { orderId: string } }>['type'], true>;
const ORDER_TYPES_SQL = Object.keys(ORDER_TYPES)
  .map((type) => `'${type}'`)
  .join(', ');

const OPERATORS = `IS '${SYSTEM_USER}'` as const;
type Owner = 'IS @userId' | 'IS NULL' | typeof OPERATORS;

interface NumbersQuery {
  /** Records of a user; of the whole server, which have no owner; or of operators. */
  readonly owner: Owner;
  /** Record types, or null for all notified ones. */
  readonly types: readonly NotificationRecordType[] | null;
  /** Whether only records after `@after` count. */
  readonly isBounded: boolean;
}

/** Record numbers of one owner, newest first. */
const buildNumbersQuery = ({ owner, types, isBounded }: NumbersQuery): string => `
  SELECT * FROM (
    SELECT e.seq FROM event e
    LEFT JOIN trade_order o ON e.type = 'OrderFilled' AND o.id = json_extract(e.payload, '$.orderId')
    WHERE e.user_id ${owner} AND e.seq <= @upTo AND ${NOTIFICATION_TYPES} AND (@withProtection OR o.purpose IS NULL OR o.purpose NOT IN ('STOP', 'TARGET'))
      ${types === null ? '' : `AND e.type IN (${types.map((type) => `'${type}'`).join(', ')})`}
      ${isBounded ? 'AND e.seq > @after' : ''}
      AND (e.type <> 'CloseRequested' OR json_extract(e.payload, '$.reason') = 'no stop' OR EXISTS (SELECT 1 FROM json_each(e.payload, '$.positions') WHERE json_extract(value, '$.obstacle') IS NOT NULL))
      AND (e.type NOT IN ('SignalFrozen', 'NetworkDemoted') OR (@signalsFor IS NOT NULL AND (e.type = 'NetworkDemoted' OR EXISTS (SELECT 1 FROM json_each(e.payload, '$.news') WHERE value = @signalsFor))))
    ORDER BY e.seq DESC LIMIT @limit)`;

const OWN: readonly Owner[] = ['IS @userId'];
const OWN_AND_SERVER: readonly Owner[] = [...OWN, 'IS NULL'];

const buildOwnersQuery = (
  owners: readonly Owner[],
  types: NumbersQuery['types'],
  isBounded: boolean,
): string =>
  owners.map((owner) => buildNumbersQuery({ owner, types, isBounded })).join(' UNION ALL ');

const buildPageQuery = (owners: readonly Owner[], types: NumbersQuery['types']): string => `
  WITH page AS (SELECT seq FROM (${buildOwnersQuery(owners, types, false)}) ORDER BY seq DESC LIMIT @limit)
  SELECT e.seq, e.user_id AS userId, e.book_id AS bookId, e.type, e.payload, e.cause_seq AS causeSeq, e.at_ms AS atMs,
    o.commodity, o.instrument_id AS instrumentId, o.side, o.purpose, json_extract(p.payload, '$.order.rollOf') AS rollOf,
    json_extract(p.payload, '$.order.isExternal') AS isExternal, c.payload AS asked
  FROM page JOIN event e ON e.seq = page.seq
  LEFT JOIN trade_order o ON e.type IN (${ORDER_TYPES_SQL}) AND o.id = json_extract(e.payload, '$.orderId')
  LEFT JOIN event p ON p.seq = o.placed_seq
  LEFT JOIN event c ON e.type = 'CommandRefused' AND c.seq = e.cause_seq
  ORDER BY e.seq DESC`;

interface NoticeQuery {
  /** Only records before this one; null for the newest. */
  readonly before: number | null;
  /** Includes stop and target fills. */
  readonly withProtection: boolean;
  /** Risk level whose signal changes are included; null for none. */
  readonly signalsFor: RiskLevel | null;
  /** Record types; null or absent for all notified ones. */
  readonly types?: readonly NotificationRecordType[] | null;
  /** Excludes records of the whole server. */
  readonly isOwn?: boolean;
  /** Includes commands of operators, unless only own records are shown. */
  readonly withOperators?: boolean;
  readonly limit: number;
}

/** One page. A rejected command appears once, as its rejection. */
export function listNoticeFacts(
  db: Database,
  userId: string,
  {
    before,
    withProtection,
    signalsFor,
    types = null,
    isOwn = false,
    withOperators = false,
    limit,
  }: NoticeQuery,
): NoticeFactPage {
  // One extra row above, which may reject the first command of the page, and one below, to detect a
  // next page.
  const parameters = {
    userId,
    upTo: before ?? Number.MAX_SAFE_INTEGER,
    withProtection: withProtection ? 1 : 0,
    signalsFor,
    limit: limit + 2,
  };
  const shared = withOperators ? [...OWN_AND_SERVER, OPERATORS] : OWN_AND_SERVER;
  const rows = db.$client
    .prepare<[typeof parameters], Row>(buildPageQuery(isOwn ? OWN : shared, types))
    .all(parameters);
  const own = rows[0]?.seq === before ? rows.slice(1) : rows;
  const shown = own.slice(0, limit);
  const refused = new Set(
    rows.flatMap((row) =>
      row.type === 'CommandRefused' && row.causeSeq !== null ? [row.causeSeq] : [],
    ),
  );
  const facts = shown.filter(({ seq }) => !refused.has(seq)).map(toFact);
  return { facts, olderThan: own.length > limit ? (shown.at(-1)?.seq ?? null) : null };
}

function toFact({
  seq,
  userId,
  bookId,
  type,
  payload,
  causeSeq,
  atMs,
  commodity,
  instrumentId,
  side,
  purpose,
  rollOf,
  isExternal,
  asked,
}: Row): NoticeFact {
  return {
    record: {
      seq,
      userId,
      bookId,
      type,
      payload: JSON.parse(payload) as unknown,
      causeSeq,
      atMs,
    } as NotificationRecord,
    order:
      commodity === null
        ? null
        : {
            commodity,
            instrumentId,
            side,
            purpose,
            isRoll: rollOf !== null,
            isExternal: isExternal === 1,
          },
    command: asked === null ? null : (JSON.parse(asked) as NoticeFact['command']),
  };
}

/** Number of records of these types after a sequence number, at most `limit`. */
export function countNoticesAfter(
  db: Database,
  userId: string,
  {
    after,
    types,
    withProtection,
    limit,
  }: Pick<NoticeQuery, 'withProtection' | 'limit'> & {
    readonly after: number;
    readonly types: readonly NotificationRecordType[];
  },
): number {
  const parameters = {
    userId,
    after,
    upTo: Number.MAX_SAFE_INTEGER,
    withProtection: withProtection ? 1 : 0,
    signalsFor: null,
    limit,
  };
  const query = `SELECT count(*) FROM (SELECT seq FROM (${buildOwnersQuery(OWN_AND_SERVER, types, true)}) LIMIT @limit)`;
  return db.$client.prepare<[typeof parameters], number>(query).pluck().get(parameters) ?? 0;
}
