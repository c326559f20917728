-- The request that sent a command, by the record of the command. Commands of earlier versions have none.
CREATE TABLE command_request (
  seq INTEGER PRIMARY KEY REFERENCES event (seq),
  request_id TEXT NOT NULL
) STRICT;
--> statement-breakpoint
-- The request of a page that stored a request of an operator; null for one of a program at the machine.
ALTER TABLE operator_request ADD COLUMN request_id TEXT;
