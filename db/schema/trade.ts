// Projections of positions, orders, fills and valuations.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { ORDER_PURPOSES, ORDER_STATES, ORDER_TYPES, SIDES } from '../../app/trading/domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../../app/trading/domain/units';
import { book } from './book';
import { event } from './log';

const buildTicksColumn = (name: string) => integer(name).$type<Ticks>();
const buildMillsColumn = (name: string) => integer(name).$type<Mills>();
const buildLotsColumn = (name: string) => integer(name).$type<Lots>();
const buildMomentColumn = (name: string) => integer(name).$type<EpochMs>();
const buildLoggedColumn = (name: string) => integer(name).references(() => event.seq);
const buildOwnerColumns = () => ({
  userId: text('user_id').notNull(),
  bookId: text('book_id')
    .notNull()
    .references(() => book.id),
  epoch: integer('epoch').notNull(),
});

export const position = sqliteTable(
  'position',
  {
    id: text('id').primaryKey(),
    ...buildOwnerColumns(),
    commodity: text('commodity').$type<CommodityKey>().notNull(),
    instrumentId: text('instrument_id').notNull(),
    groupId: text('group_id'),
    playbookId: text('playbook_id'),
    direction: text('direction', { enum: ['LONG', 'SHORT'] }).notNull(),
    status: text('status', { enum: ['ACTIVE', 'CLOSED'] }).notNull(),
    lots: buildLotsColumn('lots').notNull(),
    lotsEntered: buildLotsColumn('lots_entered').notNull(),
    costMills: buildMillsColumn('cost_mills').notNull(),
    entryValueMills: buildMillsColumn('entry_value_mills').notNull(),
    exitValueMills: buildMillsColumn('exit_value_mills').notNull(),
    realisedMills: buildMillsColumn('realised_mills').notNull(),
    feesMills: buildMillsColumn('fees_mills').notNull(),
    reservedMills: buildMillsColumn('reserved_mills').notNull(),
    openedMs: buildMomentColumn('opened_ms').notNull(),
    closedMs: buildMomentColumn('closed_ms'),
    /** Log records of the opening and closing fill; they define the list order. */
    openedSeq: buildLoggedColumn('opened_seq').notNull(),
    closedSeq: buildLoggedColumn('closed_seq'),
  },
  (table) => [
    index('position_active')
      .on(table.bookId, table.openedSeq)
      .where(sql`status = 'ACTIVE'`),
    index('position_closed')
      .on(table.bookId, table.epoch, table.closedSeq)
      .where(sql`status = 'CLOSED'`),
  ],
);

export const tradeOrder = sqliteTable(
  'trade_order',
  {
    id: text('id').primaryKey(),
    ...buildOwnerColumns(),
    commodity: text('commodity').$type<CommodityKey>().notNull(),
    instrumentId: text('instrument_id').notNull(),
    side: text('side', { enum: SIDES }).notNull(),
    type: text('type', { enum: ORDER_TYPES }).notNull(),
    purpose: text('purpose', { enum: ORDER_PURPOSES }).notNull(),
    lots: buildLotsColumn('lots').notNull(),
    filledLots: buildLotsColumn('filled_lots').notNull(),
    priceTicks: buildTicksColumn('price_ticks'),
    positionId: text('position_id').notNull(),
    groupId: text('group_id'),
    playbookId: text('playbook_id'),
    stopDistanceTicks: buildTicksColumn('stop_distance_ticks'),
    targetDistanceTicks: buildTicksColumn('target_distance_ticks'),
    reservedMills: buildMillsColumn('reserved_mills').notNull(),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    placedMs: buildMomentColumn('placed_ms').notNull(),
    placedSeq: buildLoggedColumn('placed_seq').notNull(),
    /** Last record that changed the order. */
    changedSeq: buildLoggedColumn('changed_seq').notNull(),
  },
  (table) => [index('trade_order_by_book').on(table.bookId, table.placedSeq)],
);

export const fill = sqliteTable(
  'fill',
  {
    eventSeq: buildLoggedColumn('event_seq').notNull(),
    ...buildOwnerColumns(),
    orderId: text('order_id')
      .notNull()
      .references(() => tradeOrder.id),
    executionId: text('execution_id').notNull(),
    positionId: text('position_id')
      .notNull()
      .references(() => position.id),
    lots: buildLotsColumn('lots').notNull(),
    priceTicks: buildTicksColumn('price_ticks').notNull(),
    midTicks: buildTicksColumn('mid_ticks').notNull(),
    feeMills: buildMillsColumn('fee_mills').notNull(),
    reserveMills: buildMillsColumn('reserve_mills').notNull(),
    atMs: buildMomentColumn('at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.eventSeq] }),
    unique().on(table.bookId, table.executionId),
  ],
);

export const snapshot = sqliteTable(
  'snapshot',
  {
    eventSeq: integer('event_seq')
      .primaryKey()
      .references(() => event.seq),
    ...buildOwnerColumns(),
    atMs: buildMomentColumn('at_ms').notNull(),
    /**
     * Coarsest grid of which this is the first point: 1440, 60, 15 or 1 minute. Thinning removes
     * the finest first.
     */
    resolutionMinutes: integer('resolution_minutes').notNull(),
    balanceMills: buildMillsColumn('balance_mills').notNull(),
    availableMills: buildMillsColumn('available_mills').notNull(),
    unrealisedMills: buildMillsColumn('unrealised_mills').notNull(),
    equityMills: buildMillsColumn('equity_mills').notNull(),
    positions: integer('positions').notNull(),
    day: text('day').notNull(),
    dayStartMills: buildMillsColumn('day_start_mills').notNull(),
  },
  (table) => [index('snapshot_by_book').on(table.bookId, table.epoch, table.atMs)],
);

/** Valuations between two logged ones, for charts; removed after two days. */
export const minuteValue = sqliteTable(
  'minute_value',
  {
    ...buildOwnerColumns(),
    atMs: buildMomentColumn('at_ms').notNull(),
    /** Last record before the valuation. */
    afterSeq: integer('after_seq').notNull(),
    equityMills: buildMillsColumn('equity_mills').notNull(),
    /** JSON: last price of each contract held, in ticks. */
    marks: text('marks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.atMs] }),
    index('minute_value_by_record').on(table.afterSeq),
  ],
);
