// The price histories that a user has in a folder: daily fronts and hourly power, by the names that
// the market's validation reads too.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type ImportRequest,
  type ImportedHistory,
  importHistory,
} from '../../trading/market/csv-import';
import { UsageError } from '../cli';
import { HUB_FILES } from '../validate-market/real-study';

const FRONTS = 'futures-daily';

/** Reads one file. Throws UsageError for what cannot be read or is no history. */
export function readHistory(
  file: string,
  request: Omit<ImportRequest, 'name' | 'text'> = {},
): ImportedHistory {
  const imported = importHistory({ name: basename(file), text: formatText(file), ...request });
  if (!imported.ok) throw new UsageError(imported.refusal.message);
  return imported.value;
}

function formatText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/**
 * All histories of a folder: the CSV files in it, or in its part for daily futures, and the power
 * files that are named as known. Throws UsageError when there is none.
 */
export function readHistories(folder: string): readonly ImportedHistory[] {
  const fronts = existsSync(join(folder, FRONTS)) ? join(folder, FRONTS) : folder;
  const daily = readdirSync(fronts)
    .filter((name) => name.toLowerCase().endsWith('.csv'))
    .sort()
    .map((name) => readHistory(join(fronts, name)));
  const power = HUB_FILES.filter(({ file }) => existsSync(join(folder, file))).map(
    ({ file, hub, priceColumn, dateColumn, zone }) =>
      readHistory(join(folder, file), {
        commodity: 'electricity',
        instrumentId: `ET-${hub}`,
        priceColumn,
        dateColumn,
        zone,
      }),
  );
  if (daily.length + power.length === 0)
    throw new UsageError(`${folder} has no CSV file of prices, and no part '${FRONTS}' with some.`);
  return [...daily, ...power];
}
