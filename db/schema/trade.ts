// Projections of the trade path: positions, orders, fills and valuations.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { ORDER_PURPOSES, ORDER_STATES, ORDER_TYPES, SIDES } from '../../app/trading/domain/order';
import type { EpochMs, Lots, Mills, Ticks } from '../../app/trading/domain/units';
import { book } from './book';
import { event } from './log';

const ticks = (name: string) => integer(name).$type<Ticks>();
const mills = (name: string) => integer(name).$type<Mills>();
const lots = (name: string) => integer(name).$type<Lots>();
const moment = (name: string) => integer(name).$type<EpochMs>();
const logged = (name: string) => integer(name).references(() => event.seq);
const owner = () => ({
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
    ...owner(),
    commodity: text('commodity').$type<CommodityKey>().notNull(),
    instrumentId: text('instrument_id').notNull(),
    groupId: text('group_id'),
    playbookId: text('playbook_id'),
    direction: text('direction', { enum: ['LONG', 'SHORT'] }).notNull(),
    status: text('status', { enum: ['ACTIVE', 'CLOSED'] }).notNull(),
    lots: lots('lots').notNull(),
    lotsEntered: lots('lots_entered').notNull(),
    costMills: mills('cost_mills').notNull(),
    entryValueMills: mills('entry_value_mills').notNull(),
    exitValueMills: mills('exit_value_mills').notNull(),
    realisedMills: mills('realised_mills').notNull(),
    feesMills: mills('fees_mills').notNull(),
    reservedMills: mills('reserved_mills').notNull(),
    openedMs: moment('opened_ms').notNull(),
    closedMs: moment('closed_ms'),
    /** The fills that opened and closed it: their order is the order of the list. */
    openedSeq: logged('opened_seq').notNull(),
    closedSeq: logged('closed_seq'),
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
    ...owner(),
    commodity: text('commodity').$type<CommodityKey>().notNull(),
    instrumentId: text('instrument_id').notNull(),
    side: text('side', { enum: SIDES }).notNull(),
    type: text('type', { enum: ORDER_TYPES }).notNull(),
    purpose: text('purpose', { enum: ORDER_PURPOSES }).notNull(),
    lots: lots('lots').notNull(),
    filledLots: lots('filled_lots').notNull(),
    priceTicks: ticks('price_ticks'),
    positionId: text('position_id').notNull(),
    groupId: text('group_id'),
    playbookId: text('playbook_id'),
    stopDistanceTicks: ticks('stop_distance_ticks'),
    targetDistanceTicks: ticks('target_distance_ticks'),
    reservedMills: mills('reserved_mills').notNull(),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    placedMs: moment('placed_ms').notNull(),
    placedSeq: logged('placed_seq').notNull(),
    /** The last record that changed it. */
    changedSeq: logged('changed_seq').notNull(),
  },
  (table) => [index('trade_order_by_book').on(table.bookId, table.placedSeq)],
);

export const fill = sqliteTable(
  'fill',
  {
    eventSeq: logged('event_seq').notNull(),
    ...owner(),
    orderId: text('order_id')
      .notNull()
      .references(() => tradeOrder.id),
    executionId: text('execution_id').notNull(),
    positionId: text('position_id')
      .notNull()
      .references(() => position.id),
    lots: lots('lots').notNull(),
    priceTicks: ticks('price_ticks').notNull(),
    midTicks: ticks('mid_ticks').notNull(),
    feeMills: mills('fee_mills').notNull(),
    reserveMills: mills('reserve_mills').notNull(),
    atMs: moment('at_ms').notNull(),
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
    ...owner(),
    atMs: moment('at_ms').notNull(),
    /**
     * The coarsest grid of which it is the first point: 1440, 60, 15 or 1 minute. Thinning removes
     * the finest first.
     */
    resolutionMinutes: integer('resolution_minutes').notNull(),
    balanceMills: mills('balance_mills').notNull(),
    availableMills: mills('available_mills').notNull(),
    unrealisedMills: mills('unrealised_mills').notNull(),
    equityMills: mills('equity_mills').notNull(),
    positions: integer('positions').notNull(),
    day: text('day').notNull(),
    dayStartMills: mills('day_start_mills').notNull(),
  },
  (table) => [index('snapshot_by_book').on(table.bookId, table.epoch, table.atMs)],
);
