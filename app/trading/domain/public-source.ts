/** Public sources and their states. */

/** In list order. */
export const SOURCE_IDS = [
  'nws',
  'iem',
  'cpc',
  'nhc',
  'usdm',
  'cftc',
  'nyiso',
  'miso',
  'caiso',
  'ercot',
  'pjm',
  'ice',
  'eia',
  'nass',
  'openmeteo',
  'yahoo',
  'ibkr',
] as const;
export type SourceId = (typeof SOURCE_IDS)[number];

/** Settings that hold the key of a source. */
export const SOURCE_KEYS = ['EIA_KEY', 'PJM_KEY', 'NASS_KEY'] as const;
export type SourceKey = (typeof SOURCE_KEYS)[number];

/**
 * `LIVE`: answered lately. `LATE`: the last request failed, earlier data are current. `STALE`: data
 * are older than allowed, or none arrived yet. `BREAKER`: paused after repeated failures. `OFF`: the
 * terms are not accepted. `NO KEY`: the key is not set.
 */
export const SOURCE_STATES = ['LIVE', 'LATE', 'STALE', 'BREAKER', 'OFF', 'NO KEY'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** `absent`: the document does not exist, or not yet. */
export const PUBLICATION_OUTCOMES = ['accepted', 'refused', 'failed', 'absent'] as const;
export type PublicationOutcome = (typeof PUBLICATION_OUTCOMES)[number];

/** Of a file of the owner's prices. */
export const IMPORT_STATES = ['imported', 'refused'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
