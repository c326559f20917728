// Data of the data health page: state of each public source.
import type { ImportState, SourceState } from '../trading/domain/public-source';

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
  /** In the last 24 hours; of a stream, lines that are open now. */
  readonly requests: number;
  readonly requestsMax: number;
  readonly isStream: boolean;
  /** Stored values in all versions. */
  readonly values: number;
  readonly refused: number;
  readonly licence: string;
  readonly attribution: string;
  /** Null where no key is needed. */
  readonly key: {
    /** Name of the setting. */
    readonly setting: string;
    readonly isSetting: boolean;
    /** A key that a user entered. */
    readonly stored: {
      readonly lastFour: string;
      readonly savedMs: number;
      readonly savedBy: string;
      readonly fault: string | null;
    } | null;
  } | null;
  readonly terms: {
    readonly text: string;
    readonly acceptedMs: number | null;
    readonly acceptedBy: string | null;
  } | null;
}

/** A source of the past, which a program asks once. */
export interface ArchiveDto
  extends Pick<
    SourceDto,
    'id' | 'name' | 'offers' | 'answeredMs' | 'values' | 'licence' | 'attribution'
  > {
  /** Command that fills in the past. */
  readonly command: string;
}

/** An imported or refused file of the owner's prices. */
export interface PriceFileDto {
  readonly id: number;
  readonly name: string;
  /** Such as `NGF27`; null where the name states none. */
  readonly contract: string | null;
  readonly state: ImportState;
  readonly importedMs: number;
  /** Start of the first bar and end of the last one; null for a refused file. */
  readonly period: { readonly firstMs: number; readonly lastMs: number } | null;
  /** rows = fresh + known + merged + refused + blank; null for a refused file. */
  readonly counts: {
    readonly rows: number;
    readonly fresh: number;
    /** Fresh bars that correct an earlier price. */
    readonly changed: number;
    readonly known: number;
    readonly merged: number;
    readonly refused: number;
    readonly blank: number;
  } | null;
  readonly refusal: string | null;
  readonly notes: readonly string[];
  /** The first refused rows. */
  readonly refusedRows: readonly { readonly row: number; readonly reason: string }[];
}

/** Stored bars of a contract. */
export interface OwnContractDto {
  readonly contract: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bars: number;
  /** Median bar lengths of its files. */
  readonly intervalsMs: readonly number[];
}

export interface OwnPricesDto {
  /** Absolute path of the folder for files. */
  readonly folder: string;
  /** Why the folder cannot be used; null while it can. */
  readonly problem: string | null;
  readonly reading: string | null;
  /** Files that stay in the folder, and files that were imported before. */
  readonly remarks: readonly { readonly name: string; readonly reason: string }[];
  /** Newest first. */
  readonly files: readonly PriceFileDto[];
  readonly filesTotal: number;
  /** Page of files, from 1. */
  readonly page: number;
  readonly pages: number;
  readonly contracts: readonly OwnContractDto[];
}

export interface DataHealth {
  /** Null where the market of this server has no public sources. */
  readonly sources: readonly SourceDto[] | null;
  /** None as `sources`. */
  readonly archives: readonly ArchiveDto[];
  /** Null as `sources`. */
  readonly ownPrices: OwnPricesDto | null;
  /** Prices of a server without public sources, in words. */
  readonly market: string;
}
