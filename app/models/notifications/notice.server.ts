// What the notification log tells: commands and their refusals, fills, resets, halts, breakers,
// changes of signals; of one user, newest first.
import type { Database } from '../../../db/client.server';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { OrderPurpose, Side } from '../../trading/domain/order';
import {
  NOTED_TYPES_SQL,
  type NotedRecord,
  type NotedType,
} from '../../trading/domain/noted-records';
import type { LogRecord } from '../../trading/domain/record';
import type { RiskLevel } from '../../trading/domain/settings';

/** The order that a fact is about, as far as words for it need. */
export interface NotedOrder {
  readonly commodity: CommodityKey;
  readonly instrumentId: string;
  readonly side: Side;
  readonly purpose: OrderPurpose;
  /** Half of a roll from one month into the next. */
  readonly isRoll: boolean;
}

/** A fact with what it refers to: its order, and for a refusal the command that was refused. */
export interface NotedFact {
  readonly record: NotedRecord;
  readonly order: NotedOrder | null;
  readonly asked: Extract<LogRecord, { type: 'CommandReceived' }>['payload'] | null;
}

interface NotedPage {
  readonly facts: readonly NotedFact[];
  /** The number to ask the next older page with; null when there is none. */
  readonly olderThan: number | null;
}

interface Row {
  readonly seq: number;
  readonly userId: string | null;
  readonly bookId: string | null;
  readonly type: NotedType;
  readonly payload: string;
  readonly causeSeq: number | null;
  readonly atMs: number;
  readonly commodity: CommodityKey | null;
  readonly instrumentId: string;
  readonly side: Side;
  readonly purpose: OrderPurpose;
  readonly rollOf: string | null;
  readonly asked: string | null;
}

// Word for word the list of the index `event_notice`, so that it serves.
const NOTIFICATION_TYPES = `e.type IN (${NOTED_TYPES_SQL})`;

/** One owner's numbers, newest first. What concerns the whole desk has no owner. */
const buildNumbersQuery = (owner: 'IS @userId' | 'IS NULL'): string => `
  SELECT * FROM (
    SELECT e.seq FROM event e
    LEFT JOIN trade_order o ON e.type = 'OrderFilled' AND o.id = json_extract(e.payload, '$.orderId')
    WHERE e.user_id ${owner} AND e.seq <= @upTo AND ${NOTIFICATION_TYPES} AND (@withProtection OR o.purpose IS NULL OR o.purpose NOT IN ('STOP', 'TARGET'))
      AND (e.type <> 'CloseRequested' OR EXISTS (SELECT 1 FROM json_each(e.payload, '$.positions') WHERE json_extract(value, '$.obstacle') IS NOT NULL))
      AND (e.type NOT IN ('SignalFrozen', 'NetworkDemoted') OR (@signalsFor IS NOT NULL AND (e.type = 'NetworkDemoted' OR EXISTS (SELECT 1 FROM json_each(e.payload, '$.news') WHERE value = @signalsFor))))
    ORDER BY e.seq DESC LIMIT @limit)`;

const PAGE = `
  WITH page AS (SELECT seq FROM (${buildNumbersQuery('IS @userId')} UNION ALL ${buildNumbersQuery('IS NULL')}) ORDER BY seq DESC LIMIT @limit)
  SELECT e.seq, e.user_id AS userId, e.book_id AS bookId, e.type, e.payload, e.cause_seq AS causeSeq, e.at_ms AS atMs,
    o.commodity, o.instrument_id AS instrumentId, o.side, o.purpose, json_extract(p.payload, '$.order.rollOf') AS rollOf, c.payload AS asked
  FROM page JOIN event e ON e.seq = page.seq
  LEFT JOIN trade_order o ON e.type IN ('OrderFilled', 'OrderRejected', 'OrderLost') AND o.id = json_extract(e.payload, '$.orderId')
  LEFT JOIN event p ON p.seq = o.placed_seq
  LEFT JOIN event c ON e.type = 'CommandRefused' AND c.seq = e.cause_seq
  ORDER BY e.seq DESC`;

interface NoticeQuery {
  /** Only what came before this record; null for the newest. */
  readonly before: number | null;
  /** Whether stops and targets that were hit belong to it. */
  readonly withProtection: boolean;
  /**
   * The risk level whose words are followed: signals that changed theirs belong to it; null where
   * none do.
   */
  readonly signalsFor: RiskLevel | null;
  readonly limit: number;
}

/** A page of facts. A refused command is told once, by its refusal. */
export function listNotedFacts(
  db: Database,
  userId: string,
  { before, withProtection, signalsFor, limit }: NoticeQuery,
): NotedPage {
  // One more on either side: above, the fact that may have refused the first command of this page;
  // below, whether more follows.
  const asked = {
    userId,
    upTo: before ?? Number.MAX_SAFE_INTEGER,
    withProtection: withProtection ? 1 : 0,
    signalsFor,
    limit: limit + 2,
  };
  const rows = db.$client.prepare<[typeof asked], Row>(PAGE).all(asked);
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
  asked,
}: Row): NotedFact {
  return {
    record: {
      seq,
      userId,
      bookId,
      type,
      payload: JSON.parse(payload) as unknown,
      causeSeq,
      atMs,
    } as NotedRecord,
    order:
      commodity === null
        ? null
        : { commodity, instrumentId, side, purpose, isRoll: rollOf !== null },
    asked: asked === null ? null : (JSON.parse(asked) as NotedFact['asked']),
  };
}
