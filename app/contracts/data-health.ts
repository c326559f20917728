// Data of the data health page: state of each public source.
import type { SourceState } from '../trading/domain/public-source';

export interface SourceDto {
  readonly id: string;
  readonly name: string;
  /** What it offers. */
  readonly offers: string;
  readonly state: SourceState;
  readonly answeredMs: number | null;
  /** Time of issue of the newest data. */
  readonly publishedMs: number | null;
  readonly delayMs: number;
  readonly staleAfterMs: number;
  /** Next request, with the reason for a wait beyond its slot or ''; null where none is planned. */
  readonly next: { readonly atMs: number; readonly text: string } | null;
  readonly problem: { readonly atMs: number; readonly text: string } | null;
  /** In the last 24 hours. */
  readonly requests: number;
  readonly requestsMax: number;
  /** Stored values in all versions. */
  readonly values: number;
  readonly refused: number;
  readonly licence: string;
  readonly attribution: string;
  /** Setting for the key; null where none is needed. */
  readonly key: string | null;
  readonly terms: {
    readonly text: string;
    readonly acceptedMs: number | null;
    readonly acceptedBy: string | null;
  } | null;
}

export interface DataHealth {
  /** Null where the market of this server has no public sources. */
  readonly sources: readonly SourceDto[] | null;
  /** Prices of a server without public sources, in words. */
  readonly market: string;
}
