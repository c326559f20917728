-- Hashes as bytes, and no copy of the hash of the record before: a quarter less for a valuation.
CREATE TABLE event_compact (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  user_id TEXT,
  book_id TEXT,
  type TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  cause_seq INTEGER CHECK (cause_seq >= 1 AND cause_seq < seq),
  at_ms INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  wall_ms INTEGER NOT NULL,
  code_version TEXT NOT NULL,
  seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;
--> statement-breakpoint
INSERT INTO event_compact
SELECT seq, user_id, book_id, type, payload, cause_seq, at_ms, unhex(hash), wall_ms, code_version, unhex(seal)
FROM event ORDER BY seq;
--> statement-breakpoint
DROP TABLE event;
--> statement-breakpoint
ALTER TABLE event_compact RENAME TO event;
--> statement-breakpoint
CREATE INDEX event_decision ON event (book_id, seq) WHERE type IN ('DecisionTaken', 'OrderRefused');
--> statement-breakpoint
CREATE INDEX event_notice ON event (user_id, seq) WHERE type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed', 'DrawdownTripped', 'DrawdownRearmed', 'CoolOffBegan', 'MarginCalled', 'MarginReduced', 'MarginRestored', 'CloseRequested', 'UserDisabled', 'UserEnabled', 'SignalFrozen', 'NetworkDemoted', 'PlaybookHalted', 'PlaybookRearmed');
--> statement-breakpoint
CREATE TRIGGER event_appends BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
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
