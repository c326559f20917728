-- What feeds have published, each in every vintage: for feeds that cannot be asked again. A cache beside the books; no figure of a book depends on it.
-- Readings of series had a table already that nothing wrote; it keeps its shape under the name that all published series go by.
ALTER TABLE weather_reading RENAME TO series_value;
--> statement-breakpoint
CREATE TABLE observation (
  market TEXT NOT NULL,
  cell TEXT NOT NULL,
  valid_ms INTEGER NOT NULL,
  published_ms INTEGER NOT NULL CHECK (published_ms >= valid_ms),
  temperature_f REAL NOT NULL,
  humidity_percent REAL NOT NULL,
  wind_mph REAL NOT NULL,
  pressure_mb REAL NOT NULL,
  rain_inches REAL NOT NULL,
  soil REAL,
  PRIMARY KEY (market, cell, valid_ms, published_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE weather_day (
  market TEXT NOT NULL,
  cell TEXT NOT NULL,
  day_ms INTEGER NOT NULL CHECK (day_ms % 86400000 = 0),
  published_ms INTEGER NOT NULL,
  mean_f REAL NOT NULL,
  high_f REAL NOT NULL,
  low_f REAL NOT NULL,
  rain_inches REAL NOT NULL,
  wind_mph REAL NOT NULL,
  PRIMARY KEY (market, cell, day_ms, published_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE forecast_run (
  market TEXT NOT NULL,
  cell TEXT NOT NULL,
  issued_ms INTEGER NOT NULL,
  published_ms INTEGER NOT NULL CHECK (published_ms >= issued_ms),
  days TEXT NOT NULL CHECK (json_valid(days)),
  PRIMARY KEY (market, cell, issued_ms, published_ms)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE weather_warning (
  market TEXT NOT NULL,
  id TEXT NOT NULL,
  published_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  warning TEXT NOT NULL CHECK (json_valid(warning)),
  PRIMARY KEY (market, id, published_ms)
) STRICT, WITHOUT ROWID;
