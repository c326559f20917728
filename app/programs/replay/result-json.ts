// A replay as one JSON document: everything that the text says and every refused row.
import type { ImportedHistory } from '../../trading/market/csv-import';
import type { ImportedWeather } from '../../trading/weather/weather-file';
import type { ReplayOptions } from './options';
import { type NotRun, type ReplayRun, wasRun } from './runs';

/** Amounts keep their units in their names: mills are thousandths of a dollar. */
export function resultJson(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  runs: readonly (ReplayRun | NotRun)[],
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
      wasRun(run) ? { status: 'run', ...run } : { status: 'no input, not run', ...run },
    ),
  };
}
