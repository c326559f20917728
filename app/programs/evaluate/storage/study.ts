// Weekly gas storage benchmark: storage change from weather, against the degree-day regression.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitRidge, evaluateLine } from '../../../trading/networks/baselines/ridge';
import { runForward, buildPlan } from '../../../trading/networks/core/forward';
import { fitScaler } from '../../../trading/networks/core/fit-scaler';
import {
  type Scaler,
  scaleDataset,
  scaleRow,
  countScaledInputs,
} from '../../../trading/networks/core/scaler';
import type { Dataset, NetworkShape } from '../../../trading/networks/core/shape';
import { TRAIN_DEFAULTS, trainNetwork } from '../../../trading/networks/core/train';
import { computeSha256 } from '../../../server/backtests/trial-ledger';
import type { Progress } from '../../progress/progress';
import type { BenchmarkHead, MethodLosses, Span } from '../benchmark-result';
import { GAS_FILES, listMissingGasFiles, readReportReturns } from './gas-return';
import { FILES, type StorageHistory, WEEK_MS, computeChange, readStorage } from './history';
import { type SurpriseStudy, assessSurprises } from './surprise';
import { computeDegreeDays, buildInputs, computeSeasonalChange } from './inputs';

const CHOSEN_FROM = Date.UTC(2017, 0, 1);
const JUDGED_FROM = Date.UTC(2019, 0, 1);
const SEEDS = ['1', '2', '3', '4', '5'] as const;
/** Configurations compared on 2017-2018, including the selected ones. */
const CONFIGURATIONS = 71;
const PENALTY = 0.01;
const EPOCHS = 150;
const L2 = 1e-3;
/** Bcf per network unit, about one standard deviation of the weekly change. */
const UNIT = 100;

/** Methods that serve as the consensus and as the own forecast of the surprise. */
const CONSENSUS_METHOD = 'degree-day regression';
const OWN_METHOD = 'mean of the two';

interface StorageHead extends BenchmarkHead {
  /** Null without gas futures. */
  readonly surprises: SurpriseStudy | null;
}

type Forecast = (week: number) => number;

const WEATHER =
  'degree days of the week as observed, how they fell, season, holidays, stocks against four years, and the regression’s last four errors';

/** In the order of `fitForecasts`. */
const METHODS: readonly Pick<MethodLosses, 'method' | 'kind' | 'knows'>[] = [
  {
    method: CONSENSUS_METHOD,
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
  { method: OWN_METHOD, kind: 'ours', knows: WEATHER },
];

/** Fits every method on the weeks before `until`. */
function fitForecasts(history: StorageHistory, until: number): readonly Forecast[] {
  const getFriday = (week: number): number => history.weeks[week] ?? NaN;
  const [line, network] = [fitLine(history, until), fitNetworks(history, until)];
  return [
    fitRegression(history, until),
    (week) => computeChange(history, getFriday(week) - WEEK_MS),
    (week) => computeSeasonalChange(history, getFriday(week)),
    line,
    network,
    (week) => (line(week) + network(week)) / 2,
  ];
}

/**
 * Fits to the end of 2016 and scores two years, then fits to the end of 2018 and scores the rest.
 */
export function studyStorage(
  folder: string,
  progress: Progress,
): { readonly head: StorageHead; readonly methods: readonly MethodLosses[] } {
  const history = readStorage(folder);
  const first = history.weeks.findIndex((friday) => friday >= CHOSEN_FROM);
  const second = history.weeks.findIndex((friday) => friday >= JUDGED_FROM);
  const spans = [
    { from: first, until: second },
    { from: second, until: history.weeks.length },
  ] as const;
  const [selected, tested] = spans.map(({ from, until }, done): SpanForecasts => {
    progress.update(done, spans.length, getDate(history.weeks[from]));
    const weeks = Array.from({ length: until - from }, (_, at) => from + at);
    return {
      fridays: weeks.map((week) => history.weeks[week] ?? NaN),
      changes: weeks.map((week) => computeChange(history, history.weeks[week] ?? NaN)),
      forecasts: fitForecasts(history, from).map((forecast) => weeks.map(forecast)),
    };
  }) as [SpanForecasts, SpanForecasts];
  const methods = METHODS.map(
    (about, index): MethodLosses => ({
      ...about,
      chosen: computeLosses(selected, index),
      judged: computeLosses(tested, index),
    }),
  );
  progress.endPhase();
  const toSpan = ({ from, until }: { readonly from: number; readonly until: number }): Span => ({
    from: getDate(history.weeks[from]),
    until: getDate(history.weeks[until - 1]),
    count: until - from,
  });
  const hasGas = listMissingGasFiles(folder).length === 0;
  return {
    head: {
      benchmark: 'storage',
      title: 'Weekly change of gas in storage, lower 48 states',
      unit: 'Bcf',
      chosenOn: toSpan(spans[0]),
      judgedOn: toSpan(spans[1]),
      rivals: ['degree-day regression'],
      seeds: SEEDS,
      configurations: CONFIGURATIONS,
      data: Object.fromEntries(
        [...Object.values(FILES), ...(hasGas ? Object.values(GAS_FILES) : [])].map((file) => [
          file,
          computeSha256(readFileSync(join(folder, file), 'utf8')),
        ]),
      ),
      surprises: hasGas ? studySurprises(folder, selected, tested) : null,
    },
    methods,
  };
}

interface SpanForecasts {
  readonly fridays: readonly number[];
  /** Reported changes, Bcf. */
  readonly changes: readonly number[];
  /** One list per method, Bcf. */
  readonly forecasts: readonly (readonly number[])[];
}

const computeLosses = ({ changes, forecasts }: SpanForecasts, method: number): Float64Array =>
  Float64Array.from(changes, (change, week) =>
    Math.abs((forecasts[method]?.[week] ?? NaN) - change),
  );

const findForecasts = (forecasts: SpanForecasts['forecasts'], name: string): readonly number[] =>
  forecasts[METHODS.findIndex(({ method }) => method === name)] ?? [];

function studySurprises(
  folder: string,
  selected: SpanForecasts,
  tested: SpanForecasts,
): SurpriseStudy {
  const getReturn = readReportReturns(folder);
  const toReports = ({ fridays, changes, forecasts }: SpanForecasts) => ({
    changes,
    returns: fridays.map(getReturn),
    consensus: findForecasts(forecasts, CONSENSUS_METHOD),
    own: findForecasts(forecasts, OWN_METHOD),
  });
  return assessSurprises([toReports(selected), toReports(tested)]);
}

const getDate = (friday: number | undefined): string =>
  new Date(friday ?? NaN).toISOString().slice(0, 10);

const listChanges = (history: StorageHistory, until: number): readonly number[] =>
  history.weeks.slice(0, until).map((friday) => computeChange(history, friday));
const fitDegreeDays = (history: StorageHistory, until: number): ReturnType<typeof fitRidge> =>
  fitRidge(
    history.weeks.slice(0, until).map((friday) => computeDegreeDays(history, friday)),
    listChanges(history, until),
    0,
  );

function fitRegression(history: StorageHistory, until: number): Forecast {
  const line = fitDegreeDays(history, until);
  return (week) => evaluateLine(line, computeDegreeDays(history, history.weeks[week] ?? NaN));
}

function fitLine(history: StorageHistory, until: number): Forecast {
  const regression = fitDegreeDays(history, until);
  const rows = Array.from({ length: until }, (_, week) => buildInputs(history, week, regression));
  const line = fitRidge(rows, listChanges(history, until), PENALTY);
  return (week) => evaluateLine(line, buildInputs(history, week, regression));
}

function fitNetworks(history: StorageHistory, until: number): Forecast {
  const regression = fitDegreeDays(history, until);
  const rows = Array.from({ length: until }, (_, week) => buildInputs(history, week, regression));
  const raw: Dataset = {
    rows: until,
    inputs: rows[0]?.length ?? 0,
    targets: 1,
    x: Float64Array.from(rows.flat()),
    y: Float64Array.from(listChanges(history, until), (change) => change / UNIT),
  };
  const scaler = fitScaler(raw, []);
  const shape: NetworkShape = {
    inputs: countScaledInputs(scaler),
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
          total + computeOutput(shape, scaler, weights, buildInputs(history, week, regression)),
        0,
      )) /
    trained.length;
}

function computeOutput(
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
