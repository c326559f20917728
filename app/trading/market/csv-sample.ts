/** First rows of a file, for guessing column contents. */
import { type CsvText, splitFields } from './csv-text';

const SAMPLE_ROWS = 50;

/** Fields of up to fifty rows; empty for a line that cannot be split. */
export function sampleRows(csv: CsvText): readonly (readonly string[])[] {
  const sample: (readonly string[])[] = [];
  for (const line of csv.lines()) {
    sample.push(splitFields(line.text, csv.delimiter) ?? []);
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample;
}

/** Texts of one column. */
export function* iterateColumn(csv: CsvText, index: number): Generator<string> {
  for (const line of csv.lines()) yield splitFields(line.text, csv.delimiter)?.[index] ?? '';
}
