// The owner's prices for the data health page: imported files, and what is stored of each contract.
import type { OwnContractDto, OwnPricesDto, PriceFileDto } from '../../contracts/data-health';
import type { Database } from '../../../db/client.server';
import { IMPORT_STATES, type ImportState } from '../../trading/domain/public-source';
import type { EpochMs } from '../../trading/domain/units';
import { getContractCode } from '../../trading/market/contract-code';
import type { ImportNote, RefusedRow } from '../../trading/market/csv-notes';
import type { InboxStatus } from '../../trading/market/own-price-store';

const FILES_PER_PAGE = 20;
/** Refused rows that the page lists for a file; more are stored. */
const REFUSED_ROWS_SHOWN = 10;

interface FileRow {
  readonly id: number;
  readonly name: string;
  readonly imported_ms: EpochMs;
  readonly instrument_id: string | null;
  readonly state: ImportState;
  readonly refusal: string | null;
  readonly rows: number | null;
  readonly bars: number;
  readonly new_bars: number;
  readonly changed_bars: number;
  readonly merged: number;
  readonly refused: number;
  readonly blank: number;
  readonly first_ms: EpochMs;
  readonly last_ms: EpochMs;
  readonly notes: string;
  readonly refused_rows: string;
}

interface ContractRow {
  readonly instrument_id: string;
  readonly first_ms: EpochMs;
  readonly last_ms: EpochMs;
  readonly bars: number;
  readonly intervals: string;
}

/** Number of files by state, since the beginning. */
export function countPriceFiles({ $client: raw }: Database): Readonly<Record<ImportState, number>> {
  const count = raw
    .prepare<[string], number>('SELECT count(*) FROM imported_file WHERE state = ?')
    .pluck();
  const entries = IMPORT_STATES.map((state) => [state, count.get(state) ?? 0] as const);
  return Object.fromEntries(entries) as Record<ImportState, number>;
}

export function buildOwnPrices(
  db: Database,
  { folder, problem, reading, waiting, repeated }: InboxStatus,
  pageText: string | null,
): OwnPricesDto {
  const filesTotal = Object.values(countPriceFiles(db)).reduce((sum, count) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(filesTotal / FILES_PER_PAGE));
  const page = readPage(pageText, pages);
  return {
    folder,
    problem,
    reading,
    remarks: [...waiting, ...repeated],
    files: listPriceFiles(db, page),
    filesTotal,
    page,
    pages,
    contracts: listOwnContracts(db),
  };
}

/** A page that exists: the first one for anything else than its number. */
const readPage = (text: string | null, pages: number): number => {
  const page = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 1;
  return page >= 1 && page <= pages ? page : 1;
};

const listPriceFiles = ({ $client: raw }: Database, page: number): readonly PriceFileDto[] =>
  raw
    .prepare<[number, number], FileRow>(
      `SELECT id, name, imported_ms, instrument_id, state, refusal, rows, bars, new_bars,
         changed_bars, merged, refused, blank, first_ms, last_ms, notes, refused_rows
       FROM imported_file ORDER BY imported_ms DESC, id DESC LIMIT ? OFFSET ?`,
    )
    .all(FILES_PER_PAGE, FILES_PER_PAGE * (page - 1))
    .map(buildFile);

function buildFile({ id, name, state, refusal, rows, ...file }: FileRow): PriceFileDto {
  const { bars, new_bars: fresh, changed_bars: changed, merged, refused, blank } = file;
  const notes = JSON.parse(file.notes) as readonly ImportNote[];
  const refusedRows = JSON.parse(file.refused_rows) as readonly RefusedRow[];
  return {
    id,
    name,
    contract: file.instrument_id === null ? null : getContractCode(file.instrument_id),
    state,
    importedMs: file.imported_ms,
    period: rows === null ? null : { firstMs: file.first_ms, lastMs: file.last_ms },
    counts:
      rows === null ? null : { rows, fresh, changed, known: bars - fresh, merged, refused, blank },
    refusal,
    notes: notes.map(({ text }) => text),
    refusedRows: refusedRows.slice(0, REFUSED_ROWS_SHOWN),
  };
}

const listOwnContracts = ({ $client: raw }: Database): readonly OwnContractDto[] =>
  raw
    .prepare<[], ContractRow>(
      `SELECT instrument_id, min(first_ms) AS first_ms, max(last_ms) AS last_ms,
         sum(new_bars - changed_bars) AS bars, group_concat(DISTINCT interval_ms) AS intervals
       FROM imported_file WHERE state = 'imported' GROUP BY instrument_id ORDER BY instrument_id`,
    )
    .all()
    .map((row) => ({
      contract: getContractCode(row.instrument_id),
      firstMs: row.first_ms,
      lastMs: row.last_ms,
      bars: row.bars,
      intervalsMs: row.intervals
        .split(',')
        .map(Number)
        .sort((a, b) => a - b),
    }));
