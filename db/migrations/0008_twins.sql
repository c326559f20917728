-- Twin accounts beside the books, and their days.
CREATE TABLE twin (
  kind TEXT NOT NULL,
  book_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  base_mills INTEGER NOT NULL,
  log_seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (kind, book_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE twin_day (
  user_id TEXT NOT NULL,
  book_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  equity_mills INTEGER NOT NULL,
  fees_mills INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  PRIMARY KEY (book_id, epoch, day, kind)
) STRICT, WITHOUT ROWID;
