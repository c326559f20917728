// Loads the folder of FEED=replay. Each CSV file is a price history; weather* files are weather.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPLAY_MARKET } from '../../models/desk/terminal';
import type { Outcome } from '../../trading/domain/outcome';
import { importHistory } from '../../trading/market/csv-import';
import { listRepeatedInstruments, createReplayFeed } from '../../trading/market/replay-feed';
import type { Feed, WeatherFeed } from '../../trading/ports';
import { importWeather, createWeatherFeed } from '../../trading/weather/weather-file';

/** Maximum files in a folder: all contracts, with room. */
const FILES_MAX = 50;

/** Unusable history folder. The message names the file and the fix. */
class HistoryFolderError extends Error {}

/** Loads a folder of histories. Throws HistoryFolderError. */
export function loadHistoryFeeds(folder: string): { feed: Feed; weather: WeatherFeed | null } {
  const files = listCsv(folder);
  const isWeather = (file: string): boolean => /^weather/i.test(file);
  const histories = files
    .filter((file) => !isWeather(file))
    .map((file) =>
      unwrapOutcome(importHistory({ name: file, text: readFileSync(join(folder, file), 'utf8') })),
    );
  if (histories.length === 0)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has no price file. Add CSV histories, one for each contract.`,
    );
  const [duplicate] = listRepeatedInstruments(histories);
  if (duplicate)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has two histories of ${duplicate}. Keep one of them.`,
    );
  const weatherHistories = files
    .filter(isWeather)
    .map((file) =>
      unwrapOutcome(importWeather({ name: file, text: readFileSync(join(folder, file), 'utf8') })),
    );
  const [weather] = weatherHistories;
  if (weatherHistories.length > 1)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has ${weatherHistories.length} weather files. Keep one of them.`,
    );
  return {
    feed: createReplayFeed(histories, { market: REPLAY_MARKET }),
    weather: weather ? createWeatherFeed(weather, REPLAY_MARKET) : null,
  };
}

function listCsv(folder: string): string[] {
  const files = listFiles(folder)
    .filter((file) => file.toLowerCase().endsWith('.csv'))
    .sort();
  if (files.length > FILES_MAX)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has ${files.length} CSV files, more than ${FILES_MAX}. Keep one for each contract.`,
    );
  return files;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} cannot be read: ${(error as Error).message}.`,
    );
  }
}

function unwrapOutcome<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new HistoryFolderError(outcome.refusal.message);
}
