// Projections of trading state, users and accounts, derived from the event log.
import { integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import {
  POSITION_SIZES,
  REFRESH_INTERVALS,
  RISK_LEVELS,
  type Settings,
  TRADING_MODES,
} from '../../app/trading/domain/settings';
import type { EpochMs, Mills } from '../../app/trading/domain/units';

export const desk = sqliteTable('desk', {
  id: integer('id').primaryKey(),
  trading: text('trading', { enum: ['ACTIVE', 'HALTED'] }).notNull(),
  reason: text('reason').notNull(),
});

/** One column per setting. */
const SETTINGS_COLUMNS = {
  tradingSignalsEnabled: integer('trading_signals_enabled', { mode: 'boolean' }).notNull(),
  priceAlertsEnabled: integer('price_alerts_enabled', { mode: 'boolean' }).notNull(),
  weatherUpdatesEnabled: integer('weather_updates_enabled', { mode: 'boolean' }).notNull(),
  riskLevel: text('risk_level', { enum: RISK_LEVELS }).notNull(),
  positionSize: text('position_size', { enum: POSITION_SIZES }).notNull(),
  realTimeDataEnabled: integer('real_time_data_enabled', { mode: 'boolean' }).notNull(),
  refreshInterval: text('refresh_interval', { enum: REFRESH_INTERVALS }),
} satisfies Record<keyof Settings, unknown>;

export const userDesk = sqliteTable('user_desk', {
  userId: text('user_id').primaryKey(),
  mode: text('mode', { enum: TRADING_MODES }).notNull(),
  ...SETTINGS_COLUMNS,
});

export const book = sqliteTable(
  'book',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    mode: text('mode', { enum: TRADING_MODES }).notNull(),
    market: text('market').notNull(),
    epoch: integer('epoch').notNull(),
    capitalMills: integer('capital_mills').$type<Mills>().notNull(),
    openedMs: integer('opened_ms').$type<EpochMs>().notNull(),
    availableMills: integer('available_mills').$type<Mills>().notNull(),
    reservedMills: integer('reserved_mills').$type<Mills>().notNull(),
    equityMills: integer('equity_mills').$type<Mills>().notNull(),
    realisedMills: integer('realised_mills').$type<Mills>().notNull(),
    feesMills: integer('fees_mills').$type<Mills>().notNull(),
    globalActive: integer('global_active', { mode: 'boolean' }).notNull(),
    isResetPending: integer('is_reset_pending', { mode: 'boolean' }).notNull(),
    opened: integer('opened').notNull(),
    closed: integer('closed').notNull(),
    won: integer('won').notNull(),
    valuedMinute: integer('valued_minute').notNull(),
    /**
     * Equity including unrealized P&L at the last valuation; `equityMills` is the ledger account.
     */
    valuedMills: integer('valued_mills').$type<Mills>().notNull(),
    day: text('day').notNull(),
    dayStartMills: integer('day_start_mills').$type<Mills>().notNull(),
    dayLowMills: integer('day_low_mills').$type<Mills>().notNull(),
  },
  (table) => [unique().on(table.userId, table.mode)],
);

export const bookCommodity = sqliteTable(
  'book_commodity',
  {
    bookId: text('book_id')
      .notNull()
      .references(() => book.id),
    commodity: text('commodity').$type<CommodityKey>().notNull(),
    active: integer('active', { mode: 'boolean' }).notNull(),
    playbookId: text('playbook_id'),
    lastEntryMs: integer('last_entry_ms').$type<EpochMs>(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.commodity] })],
);
