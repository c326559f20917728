// The --json document: everything that the text contains, and every rejected row.
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { ImportedWeather } from '../../trading/weather/weather-file';
import type { ReplayOptions } from './options';
import { type SkippedRun, type ReplayRun, isReplayRun } from './runs';

/** Units are part of the names; mills are 1/1000 dollar. */
export function toResultJson(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  runs: readonly (ReplayRun | SkippedRun)[],
) {
  return {
    options,
    read: histories.map(({ bars, ...history }) => ({
      ...history,
      replayed: bars.length,
      firstMs: bars[0]?.startsMs ?? null,
      lastMs: bars[bars.length - 1]?.endsMs ?? null,
    })),
    weather: weather && {
      name: weather.name,
      series: weather.series,
      counts: weather.counts,
      notes: weather.notes,
      refusedRows: weather.refusedRows,
    },
    runs: runs.map((run) =>
      isReplayRun(run) ? { status: 'run', ...run } : { status: 'no input, not run', ...run },
    ),
  };
}
