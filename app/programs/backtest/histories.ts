// Price histories in a folder: daily front-month futures and hourly power, by the file names that
// validate-market also reads.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type ImportRequest,
  type ImportedHistory,
  importHistory,
} from '../../trading/market/csv-import';
import { UsageError } from '../cli';
import { HUB_FILES } from '../validate-market/real-study';

const DAILY_FOLDER = 'futures-daily';

/** Reads one file. Throws UsageError for a file that cannot be read or parsed. */
export function readHistory(
  file: string,
  request: Omit<ImportRequest, 'name' | 'text'> = {},
): ImportedHistory {
  const imported = importHistory({ name: basename(file), text: readText(file), ...request });
  if (!imported.ok) throw new UsageError(imported.refusal.message);
  return imported.value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}.`);
  }
}

/**
 * Reads the CSV files of the folder or of its futures-daily subfolder, and the power files in
 * HUB_FILES. Throws UsageError when there is none.
 */
export function readHistories(folder: string): readonly ImportedHistory[] {
  const dailyFolder = existsSync(join(folder, DAILY_FOLDER)) ? join(folder, DAILY_FOLDER) : folder;
  const daily = readdirSync(dailyFolder)
    .filter((name) => name.toLowerCase().endsWith('.csv'))
    .sort()
    .map((name) => readHistory(join(dailyFolder, name)));
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
    throw new UsageError(`No price CSV files in ${folder} or ${folder}/${DAILY_FOLDER}.`);
  return [...daily, ...power];
}
