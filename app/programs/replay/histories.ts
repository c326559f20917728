// The files of a replay: read, imported, cut to the days asked for.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { Outcome } from '../../trading/domain/outcome';
import { type ImportedHistory, importHistory } from '../../trading/market/csv-import';
import { repeatedInstruments } from '../../trading/market/replay-feed';
import { type ImportedWeather, importWeather } from '../../trading/weather/weather-file';
import { UsageError } from '../cli';
import type { ReplayOptions } from './options';

/** Bytes of one file at most: about five million rows. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Imports every price file and keeps the bars between --from and --to. Throws UsageError when one
 * cannot be used.
 */
export function readHistories(options: ReplayOptions): readonly ImportedHistory[] {
  const histories = options.files.map((file) => cutWindow(readHistory(file, options), options));
  const [repeated] = repeatedInstruments(histories);
  if (repeated === undefined) return histories;
  const twice = histories
    .filter(({ instrument }) => instrument.id === repeated)
    .map(({ name }) => name);
  throw new UsageError(
    `${twice.join(' and ')} are both ${repeated}: replay them one at a time, or without --commodity when it made them the same.`,
  );
}

function readHistory(
  file: string,
  { commodity, column, dateColumn, zone }: ReplayOptions,
): ImportedHistory {
  return assertGranted(
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

function cutWindow(history: ImportedHistory, { fromMs, toMs }: ReplayOptions): ImportedHistory {
  const bars = history.bars.filter(
    (bar) => bar.startsMs >= (fromMs ?? -Infinity) && bar.endsMs <= (toMs ?? Infinity),
  );
  if (bars.length > 0) return { ...history, bars };
  throw new UsageError(
    `${history.name} has no ${COMMODITIES[history.instrument.commodity].displayName} bars between --from and --to.`,
  );
}

/** Imports the weather file, or null when none was named. */
export function readWeather({ weatherFile, place }: ReplayOptions): ImportedWeather | null {
  return weatherFile === null
    ? null
    : assertGranted(
        importWeather({ name: basename(weatherFile), text: readText(weatherFile), place }),
      );
}

function assertGranted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new UsageError(outcome.refusal.message);
  return outcome.value;
}

function readText(file: string): string {
  try {
    const bytes = statSync(file).size;
    if (bytes > FILE_BYTES_MAX)
      throw new UsageError(
        `${file} has ${bytes} bytes, more than the ${FILE_BYTES_MAX} that a replay takes. Split it by date.`,
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
