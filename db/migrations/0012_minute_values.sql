-- Valuations between two logged ones, for charts of the last two days.
CREATE TABLE minute_value (
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL REFERENCES book (id),
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  after_seq INTEGER NOT NULL,
  equity_mills INTEGER NOT NULL,
  marks TEXT NOT NULL,
  PRIMARY KEY (book_id, at_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX minute_value_by_record ON minute_value (after_seq);
