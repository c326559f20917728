// One run per requested strategy, each with its own database.
import { basename, extname, join, resolve } from 'node:path';
import { REPLAY_MARKET } from '../../models/desk/terminal';
import { getEnv } from '../../server/platform/env.server';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getContractCosts } from '../../trading/domain/contract';
import type { ImportedHistory } from '../../trading/market/csv-import';
import { type Benchmarks, computeBenchmarks } from '../../trading/portfolio/benchmark';
import { type PortfolioReport, buildReport } from '../../trading/portfolio/report';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import {
  REFERENCE_IDS,
  type ReferenceId,
  getDefaultReferenceId,
  findReferenceRow,
} from '../../trading/strategies/playbooks/reference';
import { type ImportedWeather, createWeatherFeed } from '../../trading/weather/weather-file';
import type { Progress } from '../progress/progress';
import { type ReplayAccount, readReplayAccount } from './replay-account';
import { createReplayDatabase, assertReplaceable } from './replay-database';
import { type ReplayResult, runReplay } from './run-replay';
import type { ReplayOptions } from './options';

/** One run: the strategy per commodity. */
interface RunSetup {
  readonly label: string;
  readonly playbooks: ReadonlyMap<CommodityKey, PlaybookRow>;
  /** Commodities with missing inputs, and the missing series. */
  readonly withoutInput: readonly {
    readonly commodity: CommodityKey;
    readonly series: readonly string[];
  }[];
}

export interface ReplayRun extends ReplayResult {
  readonly label: string;
  readonly playbooks: readonly {
    readonly commodity: CommodityKey;
    readonly id: string;
    readonly description: string;
  }[];
  readonly withoutInput: RunSetup['withoutInput'];
  readonly folder: string;
  readonly file: string;
  readonly books: Omit<ReplayAccount, 'input'>;
  readonly report: PortfolioReport;
  readonly benchmarks: Benchmarks;
}

/** A strategy without its inputs; not run, nothing written. */
export interface SkippedRun {
  readonly label: string;
  readonly withoutInput: RunSetup['withoutInput'];
}

export const isReplayRun = (run: ReplayRun | SkippedRun): run is ReplayRun => 'report' in run;

export async function runStrategies(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  progress: Progress,
): Promise<(ReplayRun | SkippedRun)[]> {
  const runs: (ReplayRun | SkippedRun)[] = [];
  const setups = listSetups(options, histories, weather);
  for (const { label } of setups) assertReplaceable(getFolder(options, label), options.mayReplace);
  for (const setup of setups) {
    const isIdle = setup.playbooks.size === 0;
    runs.push(
      isIdle
        ? { label: setup.label, withoutInput: setup.withoutInput }
        : await runSetup(options, histories, weather, setup, progress),
    );
  }
  return runs;
}

function listSetups(
  { playbook }: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
): RunSetup[] {
  const commodities = [...new Set(histories.map(({ instrument }) => instrument.commodity))];
  if (playbook === 'all')
    return REFERENCE_IDS.map((id) => buildSetup(id, commodities, weather, () => id));
  if (playbook !== null) return [buildSetup(playbook, commodities, weather, () => playbook)];
  const ids = [...new Set(commodities.map(getDefaultReferenceId))];
  return [
    buildSetup(
      ids.length === 1 ? (ids[0] ?? '') : 'DEFAULT',
      commodities,
      weather,
      getDefaultReferenceId,
    ),
  ];
}

function buildSetup(
  label: string,
  commodities: readonly CommodityKey[],
  weather: ImportedWeather | null,
  getId: (commodity: CommodityKey) => ReferenceId,
): RunSetup {
  const playbooks = new Map<CommodityKey, PlaybookRow>();
  const withoutInput: { commodity: CommodityKey; series: readonly string[] }[] = [];
  for (const commodity of commodities) {
    const playbook = findReferenceRow(commodity, getId(commodity));
    const series = playbook ? playbook.inputs.filter((id) => !weather?.series.includes(id)) : [];
    if (series.length > 0) withoutInput.push({ commodity, series });
    else if (playbook) playbooks.set(commodity, playbook);
  }
  return { label, playbooks, withoutInput };
}

async function runSetup(
  options: ReplayOptions,
  histories: readonly ImportedHistory[],
  weather: ImportedWeather | null,
  setup: RunSetup,
  progress: Progress,
): Promise<ReplayRun> {
  const folder = getFolder(options, setup.label);
  const { capitalMills, positionSize, riskLevel } = options;
  const plan = {
    histories,
    weather: weather && createWeatherFeed(weather, REPLAY_MARKET),
    playbooks: setup.playbooks,
    capitalMills,
    positionSize,
    riskLevel,
  };
  const database = createReplayDatabase(folder, options.mayReplace);
  try {
    const replayResult = await runReplay(database.db, plan, (done, total) =>
      progress.update(done, total, `${setup.label}, bar ${done} of ${total}`),
    );
    progress.endPhase();
    const { input, ...books } = readReplayAccount(database.db);
    const report = buildReport(input);
    const markets = histories.map(({ instrument, bars }) => ({
      instrument,
      bars,
      friction: getContractCosts(instrument),
    }));
    const playbooks = [...setup.playbooks].map(([commodity, { id, description }]) => ({
      commodity,
      id,
      description,
    }));
    const benchmarks = computeBenchmarks(markets, capitalMills, report.averageExposurePercent);
    return {
      label: setup.label,
      playbooks,
      withoutInput: setup.withoutInput,
      folder,
      file: database.file,
      ...replayResult,
      books,
      report,
      benchmarks,
    };
  } finally {
    database.close();
  }
}

/** Folder below --data-dir or DATA_DIR/replays, named after the first file and the strategy. */
function getFolder({ dataDir, files, playbook }: ReplayOptions, label: string): string {
  if (dataDir !== null) return playbook === 'all' ? resolve(dataDir, label) : resolve(dataDir);
  const first = basename(files[0] ?? '', extname(files[0] ?? '')).replace(/[^\w.-]+/g, '_');
  const suffix = files.length > 1 ? `-and-${files.length - 1}-more` : '';
  return join(getEnv().DATA_DIR, 'replays', `${first}${suffix}-${label}`);
}
