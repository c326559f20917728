-- Backtests that users asked for, with what they brought: beside the books, of which no figure depends on them.
CREATE TABLE backtest (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  request_key TEXT,
  mode TEXT NOT NULL,
  playbook TEXT NOT NULL,
  years INTEGER NOT NULL CHECK (years BETWEEN 1 AND 10),
  world TEXT NOT NULL CHECK (world IN ('unseen', 'desk')),
  seed TEXT CHECK ((seed IS NULL) = (world = 'desk')),
  phase TEXT NOT NULL CHECK (phase IN ('open', 'done', 'failed', 'cancelled')),
  fault TEXT CHECK ((fault IS NULL) = (phase <> 'failed')),
  asked_ms INTEGER NOT NULL,
  started_ms INTEGER,
  ended_ms INTEGER CHECK ((ended_ms IS NULL) = (phase = 'open')),
  result TEXT CHECK (json_valid(result) AND (result IS NULL) = (phase <> 'done')),
  report BLOB CHECK ((report IS NULL) = (phase <> 'done')),
  UNIQUE (user_id, request_key)
) STRICT;
--> statement-breakpoint
CREATE INDEX backtest_by_user ON backtest (user_id, asked_ms);
