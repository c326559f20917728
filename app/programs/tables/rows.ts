// Reads a CSV file as rows by column name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CsvText, openCsv, splitFields } from '../../trading/market/csv-text';
import { UsageError } from '../cli';

export type Row = Readonly<Record<string, string>>;

/** All rows of a file, every cell as text. Throws UsageError for an invalid table. */
export function readRows(folder: string, file: string): Row[] {
  const csvOutcome = openCsv(file, readFileSync(join(folder, file), 'utf8'));
  if (!csvOutcome.ok) throw new UsageError(csvOutcome.refusal.message);
  return [...generateRows(csvOutcome.value)];
}

function* generateRows(csv: CsvText): Generator<Row> {
  for (const { text } of csv.lines()) {
    const fields = splitFields(text, csv.delimiter) ?? [];
    yield Object.fromEntries(csv.header.map((name, index) => [name, fields[index] ?? '']));
  }
}
