-- The log. Everything else that is booked can be made again from it.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  user_id TEXT,
  book_id TEXT,
  type TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  cause_seq INTEGER CHECK (cause_seq >= 1 AND cause_seq < seq),
  at_ms INTEGER NOT NULL,
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 64),
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  wall_ms INTEGER NOT NULL,
  code_version TEXT NOT NULL,
  seal TEXT NOT NULL CHECK (length(seal) = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX event_decision ON event (book_id, seq) WHERE type IN ('DecisionTaken', 'OrderRefused');
--> statement-breakpoint
CREATE TRIGGER event_appends BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
  OR NEW.prev_hash IS NOT coalesce((SELECT hash FROM event ORDER BY seq DESC LIMIT 1), '0000000000000000000000000000000000000000000000000000000000000000')
BEGIN
  SELECT raise(ABORT, 'the log is continued at its end and nowhere else');
END;
--> statement-breakpoint
CREATE TRIGGER event_keeps BEFORE UPDATE ON event
BEGIN
  SELECT raise(ABORT, 'a logged event is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER event_stays BEFORE DELETE ON event
BEGIN
  SELECT raise(ABORT, 'a logged event is never removed');
END;
--> statement-breakpoint
CREATE TABLE posting (
  event_seq INTEGER NOT NULL REFERENCES event (seq),
  line INTEGER NOT NULL CHECK (line >= 0),
  entry TEXT NOT NULL CHECK (entry IN ('ENTRY', 'CLOSING')),
  book_id TEXT NOT NULL,
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  account TEXT NOT NULL CHECK (account IN ('available', 'reserved', 'equity', 'realised', 'fees', 'lots', 'market')),
  unit TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (event_seq, line),
  CHECK ((account IN ('lots', 'market')) = (unit <> 'mills'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER posting_appends BEFORE INSERT ON posting
WHEN EXISTS (SELECT 1 FROM posting WHERE event_seq = NEW.event_seq AND line = NEW.line)
BEGIN
  SELECT raise(ABORT, 'a posting is never replaced');
END;
--> statement-breakpoint
CREATE TRIGGER posting_keeps BEFORE UPDATE ON posting
BEGIN
  SELECT raise(ABORT, 'a posting is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER posting_stays BEFORE DELETE ON posting
BEGIN
  SELECT raise(ABORT, 'a posting is never removed');
END;
--> statement-breakpoint
CREATE TABLE desk (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  trading TEXT NOT NULL CHECK (trading IN ('ACTIVE', 'HALTED')),
  reason TEXT NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO desk (id, trading, reason) VALUES (1, 'ACTIVE', '');
--> statement-breakpoint
CREATE TABLE user_desk (
  user_id TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('simulation', 'paper', 'live')),
  trading_signals_enabled INTEGER NOT NULL CHECK (trading_signals_enabled IN (0, 1)),
  price_alerts_enabled INTEGER NOT NULL CHECK (price_alerts_enabled IN (0, 1)),
  weather_updates_enabled INTEGER NOT NULL CHECK (weather_updates_enabled IN (0, 1)),
  risk_level TEXT NOT NULL CHECK (risk_level IN ('conservative', 'moderate', 'aggressive')),
  position_size TEXT NOT NULL CHECK (position_size IN ('small', 'medium', 'large')),
  real_time_data_enabled INTEGER NOT NULL CHECK (real_time_data_enabled IN (0, 1)),
  refresh_interval TEXT CHECK (refresh_interval IN ('5s', '15s', '30s', '1m'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE book (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('simulation', 'paper', 'live')),
  market TEXT NOT NULL,
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  capital_mills INTEGER NOT NULL,
  opened_ms INTEGER NOT NULL,
  available_mills INTEGER NOT NULL,
  reserved_mills INTEGER NOT NULL,
  equity_mills INTEGER NOT NULL,
  realised_mills INTEGER NOT NULL,
  fees_mills INTEGER NOT NULL,
  global_active INTEGER NOT NULL CHECK (global_active IN (0, 1)),
  is_reset_pending INTEGER NOT NULL CHECK (is_reset_pending IN (0, 1)),
  opened INTEGER NOT NULL CHECK (opened >= 0),
  closed INTEGER NOT NULL CHECK (closed >= 0),
  won INTEGER NOT NULL CHECK (won >= 0),
  valued_minute INTEGER NOT NULL,
  valued_mills INTEGER NOT NULL,
  day TEXT NOT NULL,
  day_start_mills INTEGER NOT NULL,
  day_low_mills INTEGER NOT NULL,
  UNIQUE (user_id, mode),
  CHECK (available_mills + reserved_mills + equity_mills + realised_mills + fees_mills = 0),
  CHECK (won <= closed AND closed <= opened)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE book_commodity (
  book_id TEXT NOT NULL REFERENCES book (id),
  commodity TEXT NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  playbook_id TEXT,
  last_entry_ms INTEGER,
  PRIMARY KEY (book_id, commodity)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE position (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL REFERENCES book (id),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  commodity TEXT NOT NULL,
  instrument_id TEXT NOT NULL,
  group_id TEXT,
  playbook_id TEXT,
  direction TEXT NOT NULL CHECK (direction IN ('LONG', 'SHORT')),
  status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'CLOSED')),
  lots INTEGER NOT NULL CHECK (lots >= 0),
  lots_entered INTEGER NOT NULL CHECK (lots_entered >= lots),
  cost_mills INTEGER NOT NULL,
  entry_value_mills INTEGER NOT NULL,
  exit_value_mills INTEGER NOT NULL,
  realised_mills INTEGER NOT NULL,
  fees_mills INTEGER NOT NULL,
  reserved_mills INTEGER NOT NULL,
  opened_ms INTEGER NOT NULL,
  closed_ms INTEGER,
  opened_seq INTEGER NOT NULL REFERENCES event (seq),
  closed_seq INTEGER REFERENCES event (seq),
  CHECK ((status = 'CLOSED') = (lots = 0)),
  CHECK ((status = 'CLOSED') = (closed_ms IS NOT NULL)),
  CHECK ((status = 'CLOSED') = (closed_seq IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX position_active ON position (book_id, opened_seq) WHERE status = 'ACTIVE';
--> statement-breakpoint
CREATE INDEX position_closed ON position (book_id, epoch, closed_seq) WHERE status = 'CLOSED';
--> statement-breakpoint
CREATE TABLE trade_order (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL REFERENCES book (id),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  commodity TEXT NOT NULL,
  instrument_id TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('BUY', 'SELL')),
  type TEXT NOT NULL CHECK (type IN ('MARKET', 'LIMIT', 'STOP')),
  purpose TEXT NOT NULL CHECK (purpose IN ('ENTRY', 'EXIT', 'STOP', 'TARGET')),
  lots INTEGER NOT NULL CHECK (lots > 0),
  filled_lots INTEGER NOT NULL CHECK (filled_lots BETWEEN 0 AND lots),
  price_ticks INTEGER,
  position_id TEXT NOT NULL,
  group_id TEXT,
  playbook_id TEXT,
  stop_distance_ticks INTEGER,
  target_distance_ticks INTEGER,
  reserved_mills INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('INTENT', 'SENT', 'ACKNOWLEDGED', 'PARTIAL', 'UNKNOWN', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED')),
  placed_ms INTEGER NOT NULL,
  placed_seq INTEGER NOT NULL REFERENCES event (seq),
  changed_seq INTEGER NOT NULL REFERENCES event (seq),
  CHECK ((type = 'MARKET') = (price_ticks IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX trade_order_by_book ON trade_order (book_id, placed_seq);
--> statement-breakpoint
CREATE TABLE fill (
  event_seq INTEGER NOT NULL REFERENCES event (seq),
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL REFERENCES book (id),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  order_id TEXT NOT NULL REFERENCES trade_order (id),
  execution_id TEXT NOT NULL,
  position_id TEXT NOT NULL REFERENCES position (id),
  lots INTEGER NOT NULL CHECK (lots > 0),
  price_ticks INTEGER NOT NULL,
  mid_ticks INTEGER NOT NULL,
  fee_mills INTEGER NOT NULL,
  reserve_mills INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (book_id, event_seq),
  UNIQUE (book_id, execution_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE snapshot (
  event_seq INTEGER PRIMARY KEY REFERENCES event (seq),
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL REFERENCES book (id),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  at_ms INTEGER NOT NULL,
  resolution_minutes INTEGER NOT NULL CHECK (resolution_minutes IN (1, 15, 60, 1440)),
  balance_mills INTEGER NOT NULL,
  available_mills INTEGER NOT NULL,
  unrealised_mills INTEGER NOT NULL,
  equity_mills INTEGER NOT NULL,
  positions INTEGER NOT NULL CHECK (positions >= 0),
  day TEXT NOT NULL,
  day_start_mills INTEGER NOT NULL,
  CHECK (equity_mills = balance_mills + unrealised_mills)
) STRICT;
--> statement-breakpoint
CREATE INDEX snapshot_by_book ON snapshot (book_id, epoch, at_ms);
--> statement-breakpoint
CREATE TABLE command (
  user_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  command_id TEXT NOT NULL,
  request_hash TEXT NOT NULL CHECK (length(request_hash) = 64),
  result TEXT NOT NULL CHECK (json_valid(result)),
  seq INTEGER NOT NULL REFERENCES event (seq),
  last_seq INTEGER NOT NULL REFERENCES event (seq),
  seal TEXT NOT NULL CHECK (length(seal) = 64),
  PRIMARY KEY (user_id, idempotency_key)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE checkpoint (
  seq INTEGER PRIMARY KEY CHECK (seq >= 0),
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  state TEXT NOT NULL CHECK (json_valid(state)),
  state_hash TEXT NOT NULL CHECK (length(state_hash) = 64)
) STRICT;
--> statement-breakpoint
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE quote (
  market TEXT NOT NULL,
  instrument_id TEXT NOT NULL,
  bid_ticks INTEGER NOT NULL,
  ask_ticks INTEGER NOT NULL,
  last_ticks INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (market, instrument_id),
  CHECK (bid_ticks < ask_ticks AND last_ticks BETWEEN bid_ticks AND ask_ticks)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE bar (
  market TEXT NOT NULL,
  instrument_id TEXT NOT NULL,
  resolution_ms INTEGER NOT NULL CHECK (resolution_ms > 0),
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL CHECK (ends_ms > starts_ms),
  open_ticks INTEGER NOT NULL,
  high_ticks INTEGER NOT NULL,
  low_ticks INTEGER NOT NULL,
  close_ticks INTEGER NOT NULL,
  PRIMARY KEY (market, instrument_id, resolution_ms, starts_ms),
  CHECK (low_ticks <= high_ticks AND open_ticks BETWEEN low_ticks AND high_ticks AND close_ticks BETWEEN low_ticks AND high_ticks)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE weather_reading (
  market TEXT NOT NULL,
  series TEXT NOT NULL,
  valid_ms INTEGER NOT NULL,
  published_ms INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (market, series, valid_ms, published_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE user (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE session (
  id_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  active_ms INTEGER NOT NULL,
  csrf_secret TEXT NOT NULL,
  ended_ms INTEGER
) STRICT;
--> statement-breakpoint
CREATE INDEX session_by_user ON session (user_id);
