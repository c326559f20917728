-- Keys of public sources that were entered on the page. Sealed as broker keys are.
CREATE TABLE source_key (
  setting TEXT PRIMARY KEY,
  key_version TEXT NOT NULL,
  nonce BLOB NOT NULL CHECK (length(nonce) = 12),
  ciphertext BLOB NOT NULL CHECK (length(ciphertext) > 16),
  last_four TEXT NOT NULL CHECK (length(last_four) = 4),
  saved_ms INTEGER NOT NULL,
  saved_by TEXT NOT NULL
) STRICT;
