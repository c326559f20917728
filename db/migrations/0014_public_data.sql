-- Data of public sources: each answer that brought something new, and its values in all versions.
CREATE TABLE publication (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  request TEXT NOT NULL,
  url TEXT NOT NULL,
  status INTEGER,
  sha256 TEXT,
  bytes INTEGER NOT NULL,
  fetched_ms INTEGER NOT NULL,
  published_ms INTEGER NOT NULL CHECK (published_ms <= fetched_ms),
  outcome TEXT NOT NULL CHECK (outcome IN ('accepted', 'refused', 'failed', 'absent')),
  reason TEXT,
  CHECK ((outcome = 'accepted') = (reason IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX publication_by_source ON publication (source, id);
--> statement-breakpoint
CREATE INDEX publication_by_time ON publication (fetched_ms);
--> statement-breakpoint
CREATE INDEX publication_unusable ON publication (source, fetched_ms) WHERE outcome <> 'accepted';
--> statement-breakpoint
CREATE TABLE published_series (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
--> statement-breakpoint
CREATE TABLE published_value (
  series_id INTEGER NOT NULL REFERENCES published_series (id),
  valid_ms INTEGER NOT NULL,
  published_ms INTEGER NOT NULL,
  publication_id INTEGER NOT NULL REFERENCES publication (id),
  value TEXT NOT NULL CHECK (json_valid(value)),
  PRIMARY KEY (series_id, valid_ms, published_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX published_value_by_publication ON published_value (publication_id);
--> statement-breakpoint
CREATE TABLE source_request (
  source TEXT NOT NULL,
  request TEXT NOT NULL,
  tried_ms INTEGER NOT NULL,
  answered_ms INTEGER,
  etag TEXT,
  last_modified TEXT,
  PRIMARY KEY (source, request)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE source_link (
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  found_ms INTEGER NOT NULL,
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE source_state (
  source TEXT PRIMARY KEY,
  pace TEXT NOT NULL CHECK (json_valid(pace)),
  stored_values INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  answered_ms INTEGER,
  published_ms INTEGER,
  terms_accepted_ms INTEGER,
  terms_accepted_by TEXT
) STRICT, WITHOUT ROWID;
