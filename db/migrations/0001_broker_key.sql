-- Sealed: what is stored here opens nothing without the master key, which is never in the database.
CREATE TABLE broker_key (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  key_version TEXT NOT NULL,
  nonce BLOB NOT NULL CHECK (length(nonce) = 12),
  ciphertext BLOB NOT NULL CHECK (length(ciphertext) > 16),
  last_four TEXT NOT NULL CHECK (length(last_four) = 4),
  updated_ms INTEGER NOT NULL
) STRICT;
