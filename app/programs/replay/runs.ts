// One run for each playbook asked for, each into books of its own.
import { basename, extname, join, resolve } from 'node:path';
import { env } from '../../server/platform/env.server';
import type { CommodityKey } from '../../trading/domain/commodity';
import { contractCosts } from '../../trading/domain/contract';
import type { ImportedHistory } from '../../trading/market/csv-import';
import { type Benchmarks, computeBenchmarks } from '../../trading/portfolio/benchmark';
import { type PortfolioReport, buildReport } from '../../trading/portfolio/report';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import {
  REFERENCE_IDS,
  type ReferenceId,
  defaultReferenceId,
  findReferenceRow,
} from '../../trading/strategies/playbooks/reference';
import { type ImportedWeather, weatherFeed } from '../../trading/weather/weather-file';
import type { Progress } from '../cli';
import { type BooksRead, readBooks } from './books';
import { openBooksFolder, requireFreeFolder } from './books-folder';
import { type Driven, REPLAY_MARKET, driveRunner } from './drive';
import type { ReplayOptions } from './options';

/** What one playbook, or the default of each commodity, is to be run on. */
interface Cast {
  readonly label: string;
  readonly playbooks: ReadonlyMap<CommodityKey, PlaybookRow>;
  /** Commodities whose playbook has no input, with the series it lacks. */
  readonly withoutInput: readonly {
    readonly commodity: CommodityKey;
    readonly series: readonly string[];
  }[];
}

export interface ReplayRun extends Driven {
  readonly label: string;
  readonly playbooks: readonly {
    readonly commodity: CommodityKey;
    readonly id: string;
    readonly description: string;
  }[];
  readonly withoutInput: Cast['withoutInput'];
  readonly folder: string;
  readonly file: string;
  readonly books: Omit<BooksRead, 'input'>;
  readonly report: PortfolioReport;
  readonly benchmarks: Benchmarks;
}

/** A playbook without any input: nothing was run, nothing was written. */
export interface NotRun {
  readonly label: string;
  readonly withoutInput: Cast['withoutInput'];
}

export const wasRun = (run: ReplayRun | NotRun): run is ReplayRun => 'report' in run;

/** Runs every playbook asked for over the histories, in the order of the list. */
export async function runAll(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  progress: Progress,
): Promise<(ReplayRun | NotRun)[]> {
  const runs: (ReplayRun | NotRun)[] = [];
  const casts = listCasts(options, histories, weather);
  for (const { label } of casts) requireFreeFolder(getFolder(options, label), options.mayReplace);
  for (const cast of casts) {
    const isIdle = cast.playbooks.size === 0;
    runs.push(
      isIdle
        ? { label: cast.label, withoutInput: cast.withoutInput }
        : await runOne(options, histories, weather, cast, progress),
    );
  }
  return runs;
}

function listCasts(
  { playbook }: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
): Cast[] {
  const commodities = [...new Set(histories.map(({ instrument }) => instrument.commodity))];
  if (playbook === 'all')
    return REFERENCE_IDS.map((id) => buildCast(id, commodities, weather, () => id));
  if (playbook !== null) return [buildCast(playbook, commodities, weather, () => playbook)];
  const ids = [...new Set(commodities.map(defaultReferenceId))];
  return [
    buildCast(
      ids.length === 1 ? (ids[0] ?? '') : 'DEFAULT',
      commodities,
      weather,
      defaultReferenceId,
    ),
  ];
}

function buildCast(
  label: string,
  commodities: readonly CommodityKey[],
  weather: ImportedWeather | null,
  idOf: (commodity: CommodityKey) => ReferenceId,
): Cast {
  const playbooks = new Map<CommodityKey, PlaybookRow>();
  const withoutInput: { commodity: CommodityKey; series: readonly string[] }[] = [];
  for (const commodity of commodities) {
    const playbook = findReferenceRow(commodity, idOf(commodity));
    const series = playbook ? playbook.inputs.filter((id) => !weather?.series.includes(id)) : [];
    if (series.length > 0) withoutInput.push({ commodity, series });
    else if (playbook) playbooks.set(commodity, playbook);
  }
  return { label, playbooks, withoutInput };
}

async function runOne(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  cast: Cast,
  progress: Progress,
): Promise<ReplayRun> {
  const folder = getFolder(options, cast.label);
  const { capitalMills, positionSize, riskLevel } = options;
  const plan = {
    histories,
    weather: weather && weatherFeed(weather, REPLAY_MARKET),
    playbooks: cast.playbooks,
    capitalMills,
    positionSize,
    riskLevel,
  };
  const opened = openBooksFolder(folder, options.mayReplace);
  try {
    const driven = await driveRunner(opened.db, plan, (done, total) =>
      progress.update(done, total, `${cast.label}, bar ${done} of ${total}`),
    );
    progress.end();
    const { input, ...books } = readBooks(opened.db);
    const report = buildReport(input);
    const markets = histories.map(({ instrument, bars }) => ({
      instrument,
      bars,
      friction: contractCosts(instrument),
    }));
    const playbooks = [...cast.playbooks].map(([commodity, { id, description }]) => ({
      commodity,
      id,
      description,
    }));
    const benchmarks = computeBenchmarks(markets, capitalMills, report.averageExposurePercent);
    return {
      label: cast.label,
      playbooks,
      withoutInput: cast.withoutInput,
      folder,
      file: opened.file,
      ...driven,
      books,
      report,
      benchmarks,
    };
  } finally {
    opened.close();
  }
}

/** Below --data-dir or DATA_DIR/replays: named for the first file and the playbook. */
function getFolder({ dataDir, files, playbook }: ReplayOptions, label: string): string {
  if (dataDir !== null) return playbook === 'all' ? resolve(dataDir, label) : resolve(dataDir);
  const first = basename(files[0] ?? '', extname(files[0] ?? '')).replace(/[^\w.-]+/g, '_');
  const more = files.length > 1 ? `-and-${files.length - 1}-more` : '';
  return join(env().DATA_DIR, 'replays', `${first}${more}-${label}`);
}
