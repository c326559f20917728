-- Requests of operators to the running desk, and its answers.
CREATE TABLE operator_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  requested_ms INTEGER NOT NULL,
  command TEXT NOT NULL,
  reason TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  answered_ms INTEGER,
  outcome TEXT CHECK ((outcome IS NULL) = (answered_ms IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX operator_request_waiting ON operator_request (id) WHERE answered_ms IS NULL;
