/** The first rows of a file, for guessing what its columns hold. */
import { type CsvText, splitFields } from './csv-text';

const SAMPLE_ROWS = 50;

/** The fields of up to fifty rows; a line that cannot be split gives none. */
export function sampleRows(csv: CsvText): readonly (readonly string[])[] {
  const sample: (readonly string[])[] = [];
  for (const line of csv.lines()) {
    sample.push(splitFields(line.text, csv.delimiter) ?? []);
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample;
}

/** The texts of one column, lazily. */
export function* columnTexts(csv: CsvText, index: number): Generator<string> {
  for (const line of csv.lines()) yield splitFields(line.text, csv.delimiter)?.[index] ?? '';
}
