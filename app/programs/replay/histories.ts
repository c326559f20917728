// Reads and imports the replay files, limited to the requested days.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { Outcome } from '../../trading/domain/outcome';
import { type ImportedHistory, importHistory } from '../../trading/market/csv-import';
import { listRepeatedInstruments } from '../../trading/market/replay-feed';
import { type ImportedWeather, importWeather } from '../../trading/weather/weather-file';
import { UsageError } from '../cli';
import type { ReplayOptions } from './options';

/** Maximum file size in bytes, about five million rows. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

/** Imports the bars between --from and --to. Throws UsageError for an unusable file. */
export function readHistories(options: ReplayOptions): readonly ImportedHistory[] {
  const histories = options.files.map((file) => selectDays(readHistory(file, options), options));
  const [duplicateId] = listRepeatedInstruments(histories);
  if (duplicateId === undefined) return histories;
  const duplicates = histories
    .filter(({ instrument }) => instrument.id === duplicateId)
    .map(({ name }) => name);
  throw new UsageError(
    `${duplicates.join(' and ')} are both ${duplicateId}: replay them separately, or omit --commodity.`,
  );
}

function readHistory(
  file: string,
  { commodity, column, dateColumn, zone }: ReplayOptions,
): ImportedHistory {
  return unwrapOrThrow(
    importHistory({
      name: basename(file),
      text: readText(file),
      commodity: commodity ?? undefined,
      priceColumn: column,
      dateColumn,
      zone,
    }),
  );
}

function selectDays(history: ImportedHistory, { fromMs, toMs }: ReplayOptions): ImportedHistory {
  const bars = history.bars.filter(
    (bar) => bar.startsMs >= (fromMs ?? -Infinity) && bar.endsMs <= (toMs ?? Infinity),
  );
  if (bars.length > 0) return { ...history, bars };
  throw new UsageError(
    `${history.name} has no ${COMMODITIES[history.instrument.commodity].displayName} bars between --from and --to.`,
  );
}

/** Null without --weather. */
export function readWeather({ weatherFile, place }: ReplayOptions): ImportedWeather | null {
  return weatherFile === null
    ? null
    : unwrapOrThrow(
        importWeather({ name: basename(weatherFile), text: readText(weatherFile), place }),
      );
}

function unwrapOrThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new UsageError(outcome.refusal.message);
  return outcome.value;
}

function readText(file: string): string {
  try {
    const bytes = statSync(file).size;
    if (bytes > FILE_BYTES_MAX)
      throw new UsageError(
        `${file} has ${bytes} bytes, limit ${FILE_BYTES_MAX}. Split it by date.`,
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}.`);
  }
}
