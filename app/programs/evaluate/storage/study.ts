// The benchmark of weekly gas storage: what a week's change is from its weather, against the
// regression on degree days.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitRidge, valueAt } from '../../../trading/networks/baselines/ridge';
import { runForward, buildPlan } from '../../../trading/networks/core/forward';
import {
  type Scaler,
  fitScaler,
  scaleDataset,
  scaleRow,
  scaledInputs,
} from '../../../trading/networks/core/scaler';
import type { Dataset, NetworkShape } from '../../../trading/networks/core/shape';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import { computeDigest } from '../../../server/backtests/ledger';
import type { Progress } from '../../cli';
import type { BenchmarkHead, MethodLosses, Span } from '../result';
import { FILES, type StorageHistory, WEEK_MS, computeChange, readStorage } from './history';
import { degreeDays, inputsAt, seasonalChange } from './inputs';

const CHOSEN_FROM = Date.UTC(2017, 0, 1);
const JUDGED_FROM = Date.UTC(2019, 0, 1);
const SEEDS = ['1', '2', '3', '4', '5'] as const;
/**
 * Configurations whose error on 2017 and 2018 was looked at before these were chosen, these
 * included.
 */
const CONFIGURATIONS = 71;
const PENALTY = 0.01;
const EPOCHS = 150;
const L2 = 1e-3;
/** Bcf that are one unit to the network, about the deviation of a week's change. */
const UNIT = 100;

type Forecast = (week: number) => number;

const WEATHER =
  'degree days of the week as observed, how they fell, season, holidays, stocks against four years, and the regression’s last four errors';

/** In the order of `forecastsFrom`. */
const METHODS: readonly Pick<MethodLosses, 'method' | 'kind' | 'knows'>[] = [
  {
    method: 'degree-day regression',
    kind: 'baseline',
    knows: 'heating and cooling degree days of the week as observed',
  },
  { method: 'week before', kind: 'baseline', knows: 'the change of the week before' },
  {
    method: 'five years',
    kind: 'baseline',
    knows: 'the mean change of the same week in five years',
  },
  { method: 'line', kind: 'ours', knows: WEATHER },
  { method: 'network', kind: 'ours', knows: WEATHER },
  { method: 'mean of the two', kind: 'ours', knows: WEATHER },
];

/** Every method fitted on the weeks before `until`. */
function forecastsFrom(history: StorageHistory, until: number): readonly Forecast[] {
  const friday = (week: number): number => history.weeks[week] ?? NaN;
  const [line, network] = [fitLine(history, until), fitNetworks(history, until)];
  return [
    fitRegression(history, until),
    (week) => computeChange(history, friday(week) - WEEK_MS),
    (week) => seasonalChange(history, friday(week)),
    line,
    network,
    (week) => (line(week) + network(week)) / 2,
  ];
}

/**
 * Fits every method to the end of 2016 and judges it on two years, then to the end of 2018 and
 * judges it on what follows.
 */
export function studyStorage(
  folder: string,
  progress: Progress,
): { readonly head: BenchmarkHead; readonly methods: readonly MethodLosses[] } {
  const history = readStorage(folder);
  const first = history.weeks.findIndex((friday) => friday >= CHOSEN_FROM);
  const second = history.weeks.findIndex((friday) => friday >= JUDGED_FROM);
  const spans = [
    { from: first, until: second },
    { from: second, until: history.weeks.length },
  ] as const;
  const losses = spans.map(({ from, until }, done) => {
    progress.update(done, spans.length, getDate(history.weeks[from]));
    return forecastsFrom(history, from).map((forecast) =>
      Float64Array.from({ length: until - from }, (_, at) =>
        Math.abs(forecast(from + at) - computeChange(history, history.weeks[from + at] ?? NaN)),
      ),
    );
  });
  const methods = METHODS.map(
    (about, place): MethodLosses => ({
      ...about,
      chosen: losses[0]?.[place] ?? new Float64Array(0),
      judged: losses[1]?.[place] ?? new Float64Array(0),
    }),
  );
  progress.end();
  const named = ({ from, until }: { readonly from: number; readonly until: number }): Span => ({
    from: getDate(history.weeks[from]),
    until: getDate(history.weeks[until - 1]),
    count: until - from,
  });
  return {
    head: {
      benchmark: 'storage',
      title: 'Weekly change of gas in storage, lower 48 states',
      unit: 'Bcf',
      chosenOn: named(spans[0]),
      judgedOn: named(spans[1]),
      rivals: ['degree-day regression'],
      seeds: SEEDS,
      configurations: CONFIGURATIONS,
      data: Object.fromEntries(
        Object.values(FILES).map((file) => [
          file,
          computeDigest(readFileSync(join(folder, file), 'utf8')),
        ]),
      ),
    },
    methods,
  };
}

const getDate = (friday: number | undefined): string =>
  new Date(friday ?? NaN).toISOString().slice(0, 10);

const changesTo = (history: StorageHistory, until: number): readonly number[] =>
  history.weeks.slice(0, until).map((friday) => computeChange(history, friday));
const regressionTo = (history: StorageHistory, until: number): ReturnType<typeof fitRidge> =>
  fitRidge(
    history.weeks.slice(0, until).map((friday) => degreeDays(history, friday)),
    changesTo(history, until),
    0,
  );

function fitRegression(history: StorageHistory, until: number): Forecast {
  const line = regressionTo(history, until);
  return (week) => valueAt(line, degreeDays(history, history.weeks[week] ?? NaN));
}

function fitLine(history: StorageHistory, until: number): Forecast {
  const regression = regressionTo(history, until);
  const rows = Array.from({ length: until }, (_, week) => inputsAt(history, week, regression));
  const line = fitRidge(rows, changesTo(history, until), PENALTY);
  return (week) => valueAt(line, inputsAt(history, week, regression));
}

function fitNetworks(history: StorageHistory, until: number): Forecast {
  const regression = regressionTo(history, until);
  const rows = Array.from({ length: until }, (_, week) => inputsAt(history, week, regression));
  const raw: Dataset = {
    rows: until,
    inputs: rows[0]?.length ?? 0,
    targets: 1,
    x: Float64Array.from(rows.flat()),
    y: Float64Array.from(changesTo(history, until), (change) => change / UNIT),
  };
  const scaler = fitScaler(raw, []);
  const shape: NetworkShape = {
    inputs: scaledInputs(scaler),
    hidden: [16, 8],
    heads: [{ kind: 'huber', name: 'change', target: 0 }],
  };
  const trained = SEEDS.map((seed) =>
    trainNetwork(shape, scaleDataset(scaler, raw), {
      ...TRAIN_DEFAULTS,
      batch: 32,
      l2: L2,
      seed,
      epochs: EPOCHS,
    }),
  );
  return (week) =>
    (UNIT *
      trained.reduce(
        (total, weights) =>
          total + outputAt(shape, scaler, weights, inputsAt(history, week, regression)),
        0,
      )) /
    trained.length;
}

function outputAt(
  shape: NetworkShape,
  scaler: Scaler,
  weights: Float64Array,
  raw: readonly number[],
): number {
  const [x, out] = [new Float64Array(shape.inputs), new Float64Array(1)];
  scaleRow(scaler, raw, 0, x, 0);
  runForward(buildPlan(shape), weights, x, 0, out);
  return out[0] ?? NaN;
}
