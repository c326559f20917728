-- Orders that were sent to a broker which numbers them itself, with its numbers once it has answered.
CREATE TABLE sent_order (
  order_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  account TEXT NOT NULL,
  sent_ms INTEGER NOT NULL,
  strategy_id TEXT,
  broker_order_id TEXT
) STRICT;
--> statement-breakpoint
CREATE INDEX sent_order_by_account ON sent_order (user_id, account);
