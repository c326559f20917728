// The folder of histories that FEED=replay plays: every CSV file is a price history, those named
// weather* are weather.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../trading/domain/outcome';
import { importHistory } from '../../trading/market/csv-import';
import { repeatedInstruments, replayFeed } from '../../trading/market/replay-feed';
import type { Feed, WeatherFeed } from '../../trading/ports';
import { importWeather, weatherFeed } from '../../trading/weather/weather-file';

const REPLAY_MARKET = 'replay';
/** Histories of one folder at most: every contract of the desk, with room. */
const FILES_MAX = 50;

/** The folder's histories cannot be played; the message names the file and what to do. */
class HistoryFolderError extends Error {}

/** Reads a folder of histories into feeds. Throws HistoryFolderError. */
export function historyFeeds(folder: string): { feed: Feed; weather: WeatherFeed | null } {
  const files = listCsv(folder);
  const isWeather = (file: string): boolean => /^weather/i.test(file);
  const histories = files
    .filter((file) => !isWeather(file))
    .map((file) =>
      assertGranted(importHistory({ name: file, text: readFileSync(join(folder, file), 'utf8') })),
    );
  if (histories.length === 0)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has no price file. Add CSV histories, one for each contract.`,
    );
  const [twice] = repeatedInstruments(histories);
  if (twice)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has two histories of ${twice}. Keep one of them.`,
    );
  const readings = files
    .filter(isWeather)
    .map((file) =>
      assertGranted(importWeather({ name: file, text: readFileSync(join(folder, file), 'utf8') })),
    );
  const [weather] = readings;
  if (readings.length > 1)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has ${readings.length} weather files. Keep one of them.`,
    );
  return {
    feed: replayFeed(histories, { market: REPLAY_MARKET }),
    weather: weather ? weatherFeed(weather, REPLAY_MARKET) : null,
  };
}

function listCsv(folder: string): string[] {
  const files = filesIn(folder)
    .filter((file) => file.toLowerCase().endsWith('.csv'))
    .sort();
  if (files.length > FILES_MAX)
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} has ${files.length} CSV files, more than ${FILES_MAX}. Keep one for each contract.`,
    );
  return files;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new HistoryFolderError(
      `HISTORY_DIR ${folder} cannot be read: ${(error as Error).message}.`,
    );
  }
}

function assertGranted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new HistoryFolderError(outcome.refusal.message);
}
