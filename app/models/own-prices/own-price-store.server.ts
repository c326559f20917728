// Stores imported files of the owner's prices with their bars in all versions.
import type { Database } from '../../../db/client.server';
import type { Bar } from '../../trading/domain/quote';
import { type EpochMs, toTicks } from '../../trading/domain/units';
import type { ImportedHistory } from '../../trading/market/csv-import';
import type {
  ImportKey,
  OwnPriceStore,
  PriceFile,
  StagedBars,
} from '../../trading/market/own-price-store';

interface BarRow {
  readonly starts_ms: EpochMs;
  readonly ends_ms: EpochMs;
  readonly open_ticks: number;
  readonly high_ticks: number;
  readonly low_ticks: number;
  readonly close_ticks: number;
}

const PRICES = 'open_ticks, high_ticks, low_ticks, close_ticks';

/** Of the connection: rows are gone after a crash. */
const STAGED_TABLE = `CREATE TEMP TABLE IF NOT EXISTS staged_bar (
  instrument_id TEXT NOT NULL, starts_ms INTEGER NOT NULL, ends_ms INTEGER NOT NULL,
  open_ticks INTEGER NOT NULL, high_ticks INTEGER NOT NULL, low_ticks INTEGER NOT NULL,
  close_ticks INTEGER NOT NULL, PRIMARY KEY (instrument_id, starts_ms, ends_ms)
) STRICT, WITHOUT ROWID`;

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements({ $client: raw }: Database) {
  raw.exec(STAGED_TABLE);
  return {
    findImported: raw.prepare<[string, string], { name: string; imported_ms: EpochMs }>(
      `SELECT name, imported_ms FROM imported_file
       WHERE sha256 = ? AND instrument_id = ? AND state = 'imported'`,
    ),
    saveRefused: raw.prepare(
      `INSERT INTO imported_file (name, sha256, bytes, imported_ms, instrument_id, state, refusal)
       VALUES (@name, @sha256, @bytes, @importedMs, @instrumentId, 'refused', @reason)
       ON CONFLICT (sha256, name, refusal) WHERE state = 'refused'
       DO UPDATE SET imported_ms = excluded.imported_ms`,
    ),
    clearStaged: raw.prepare('DELETE FROM temp.staged_bar'),
    findNewest: raw.prepare<[string, EpochMs, EpochMs], BarRow>(
      `SELECT starts_ms, ends_ms, ${PRICES} FROM imported_bar
       WHERE instrument_id = ? AND starts_ms = ? AND ends_ms = ? ORDER BY file_id DESC LIMIT 1`,
    ),
    listContracts: raw
      .prepare<[], string>( // Few rows: every page with a chart asks.
        `SELECT DISTINCT instrument_id FROM imported_file
         WHERE state = 'imported' ORDER BY instrument_id`,
      )
      .pluck(),
    listBars: raw.prepare<[string], BarRow>(
      `SELECT starts_ms, ends_ms, ${PRICES} FROM imported_bar AS bar
       WHERE instrument_id = ? AND file_id = (
         SELECT max(file_id) FROM imported_bar
         WHERE instrument_id = bar.instrument_id AND starts_ms = bar.starts_ms AND ends_ms = bar.ends_ms
       ) ORDER BY starts_ms, ends_ms`,
    ),
    stageBar: raw.prepare('INSERT INTO temp.staged_bar VALUES (?, ?, ?, ?, ?, ?, ?)'),
    addFile: raw.prepare(
      `INSERT INTO imported_file (name, sha256, bytes, imported_ms, instrument_id, state, rows, bars,
         new_bars, changed_bars, merged, refused, blank, interval_ms, first_ms, last_ms, notes, refused_rows)
       VALUES (@name, @sha256, @bytes, @importedMs, @instrumentId, 'imported', @rows, @bars,
         @fresh, @changed, @merged, @refused, @blank, @intervalMs, @firstMs, @lastMs, @notes, @refusedRows)`,
    ),
    addBars: raw.prepare(
      `INSERT INTO imported_bar (instrument_id, starts_ms, ends_ms, file_id, ${PRICES})
       SELECT instrument_id, starts_ms, ends_ms, ?, ${PRICES} FROM temp.staged_bar`,
    ),
  };
}

/** Prepares all statements on a database. */
export const openOwnPriceStore = (db: Database): OwnPriceStore => new Store(db);

class Store implements OwnPriceStore {
  private readonly statements: Statements;
  private readonly transact: <T>(write: () => T) => T;

  constructor(db: Database) {
    this.statements = prepareStatements(db);
    this.transact = (write) => db.$client.transaction(write)();
  }

  findImported({ sha256, instrumentId }: ImportKey): ReturnType<OwnPriceStore['findImported']> {
    const row = this.statements.findImported.get(sha256, instrumentId);
    return row ? { name: row.name, importedMs: row.imported_ms } : null;
  }

  saveRefused(file: PriceFile, instrumentId: string | null, reason: string): void {
    this.statements.saveRefused.run({ ...file, instrumentId, reason });
  }

  listContracts(): readonly string[] {
    return this.statements.listContracts.all();
  }

  listBars(instrumentId: string): readonly Bar[] {
    return this.statements.listBars
      .all(instrumentId)
      .map((row) => ({
        openTicks: toTicks(row.open_ticks),
        highTicks: toTicks(row.high_ticks),
        lowTicks: toTicks(row.low_ticks),
        closeTicks: toTicks(row.close_ticks),
        startsMs: row.starts_ms,
        endsMs: row.ends_ms,
      }));
  }

  clearStaged(): void {
    this.statements.clearStaged.run();
  }

  stageBars(instrumentId: string, bars: readonly Bar[]): StagedBars {
    return this.transact(() => {
      let [fresh, changed] = [0, 0];
      for (const bar of bars) {
        const stored = this.statements.findNewest.get(instrumentId, bar.startsMs, bar.endsMs);
        if (stored && hasPrices(stored, bar)) continue;
        fresh += 1;
        if (stored) changed += 1;
        this.stageBar(instrumentId, bar);
      }
      return { fresh, changed };
    });
  }

  private stageBar(instrumentId: string, bar: Bar): void {
    const { startsMs, endsMs, openTicks, highTicks, lowTicks, closeTicks } = bar;
    this.statements.stageBar.run(
      instrumentId,
      startsMs,
      endsMs,
      openTicks,
      highTicks,
      lowTicks,
      closeTicks,
    );
  }

  saveImported(file: PriceFile, history: ImportedHistory, staged: StagedBars): void {
    const { instrument, bars, counts, intervalMs, notes, refusedRows } = history;
    this.transact(() => {
      const { lastInsertRowid } = this.statements.addFile.run({
        ...file,
        ...counts,
        ...staged,
        instrumentId: instrument.id,
        intervalMs,
        firstMs: bars[0]?.startsMs ?? null,
        lastMs: bars.at(-1)?.endsMs ?? null,
        notes: JSON.stringify(notes),
        refusedRows: JSON.stringify(refusedRows),
      });
      const { changes } = this.statements.addBars.run(lastInsertRowid);
      if (changes !== staged.fresh)
        throw new Error(`${file.name}: ${staged.fresh} bars are new, but ${changes} were staged`);
    });
    this.clearStaged();
  }
}

const hasPrices = (row: BarRow, bar: Bar): boolean =>
  row.open_ticks === bar.openTicks &&
  row.high_ticks === bar.highTicks &&
  row.low_ticks === bar.lowTicks &&
  row.close_ticks === bar.closeTicks;
