// A file of comma-separated values as rows by column name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CsvText, openCsv, splitFields } from '../../trading/market/csv-text';
import { UsageError } from '../cli';

export type Row = Readonly<Record<string, string>>;

/**
 * All rows of a file in a folder, every cell as text. Throws UsageError for a file that is no
 * table.
 */
export function readRows(folder: string, file: string): Row[] {
  const opened = openCsv(file, readFileSync(join(folder, file), 'utf8'));
  if (!opened.ok) throw new UsageError(opened.refusal.message);
  return [...rowsBelow(opened.value)];
}

function* rowsBelow(csv: CsvText): Generator<Row> {
  for (const { text } of csv.lines()) {
    const fields = splitFields(text, csv.delimiter) ?? [];
    yield Object.fromEntries(csv.header.map((name, index) => [name, fields[index] ?? '']));
  }
}
