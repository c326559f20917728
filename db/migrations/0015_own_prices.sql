-- Prices of the owner: each imported file, and its bars in all versions.
CREATE TABLE imported_file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  imported_ms INTEGER NOT NULL,
  instrument_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('imported', 'refused')),
  refusal TEXT,
  rows INTEGER,
  bars INTEGER,
  new_bars INTEGER,
  changed_bars INTEGER,
  merged INTEGER,
  refused INTEGER,
  blank INTEGER,
  interval_ms INTEGER,
  first_ms INTEGER,
  last_ms INTEGER,
  notes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(notes)),
  refused_rows TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(refused_rows)),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ((state = 'imported') = (rows IS NOT NULL)),
  CHECK (state = 'refused' OR instrument_id IS NOT NULL),
  CHECK (rows = bars + merged + refused + blank),
  CHECK (changed_bars <= new_bars AND new_bars <= bars)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX imported_file_once ON imported_file (sha256, instrument_id) WHERE state = 'imported';
--> statement-breakpoint
CREATE UNIQUE INDEX imported_file_refused ON imported_file (sha256, name, refusal) WHERE state = 'refused';
--> statement-breakpoint
CREATE INDEX imported_file_by_time ON imported_file (imported_ms);
--> statement-breakpoint
CREATE TABLE imported_bar (
  instrument_id TEXT NOT NULL,
  starts_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL,
  file_id INTEGER NOT NULL REFERENCES imported_file (id),
  open_ticks INTEGER NOT NULL,
  high_ticks INTEGER NOT NULL,
  low_ticks INTEGER NOT NULL,
  close_ticks INTEGER NOT NULL,
  PRIMARY KEY (instrument_id, starts_ms, ends_ms, file_id),
  CHECK (low_ticks <= min(open_ticks, close_ticks) AND high_ticks >= max(open_ticks, close_ticks))
) STRICT, WITHOUT ROWID;
