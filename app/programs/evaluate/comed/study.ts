// Day-ahead power benchmark against two published forecasts of the same hours.
import type { Progress } from '../../progress/progress';
import { computeSha256 } from '../../../server/backtests/trial-ledger';
import type { BenchmarkHead, MethodLosses, Span } from '../benchmark-result';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComedHistory, FILES, readComed } from './history';
import { HOURS } from './hours';
import { buildInputs } from './inputs';
import { CONFIGURATIONS, KNOWS, MEAN_NAME, MEAN_WEIGHTS, METHODS, SEEDS } from './methods';
import { computeScale } from './scale';
import { walkForward } from './walk-forward';

/** Methods are selected on 2017 only. */
const SELECTED_FROM = Date.UTC(2017, 0, 1);
const TESTED_FROM = Date.UTC(2018, 0, 1);

interface ComedStudy {
  readonly head: BenchmarkHead;
  readonly methods: readonly MethodLosses[];
}

/** Runs every method over both spans; `progress` counts forecast days of members. */
export function studyComed(folder: string, progress: Progress): ComedStudy {
  const history = readComed(folder);
  const spans = [
    buildSpan(history, SELECTED_FROM, TESTED_FROM),
    buildSpan(history, TESTED_FROM, Infinity),
  ] as const;
  const baselines = listBaselines(history).map(({ forecast, ...method }) =>
    buildLosses(history, spans, method, forecast, forecast),
  );
  const members = METHODS.flatMap((row) => row.members);
  const rounds = members.length * spans.reduce((sum, { from, until }) => sum + until - from, 0);
  let done = 0;
  const forecasts = spans.map((span) => {
    const scale = computeScale(history.price.subarray(0, span.from * HOURS));
    const z = history.price.map(scale.to);
    const walk = { inputs: buildInputs(history, z), z, ...span };
    const methods = METHODS.map((row) =>
      computeMeanForecast(
        row.members.map((member) =>
          walkForward(member, walk, () => progress.update((done += 1), rounds, member.name)).map(
            scale.from,
          ),
        ),
      ),
    );
    return [...methods, computeMeanForecast(methods, MEAN_WEIGHTS)].map((forecast) =>
      expandForecast(history, span, forecast),
    );
  });
  const own = [...METHODS.map(({ method }) => method), MEAN_NAME].map((method, index) =>
    buildLosses(
      history,
      spans,
      { method, kind: 'ours', knows: KNOWS },
      forecasts[0]?.[index] ?? [],
      forecasts[1]?.[index] ?? [],
    ),
  );
  progress.endPhase();
  return { head: buildHead(history, folder, spans), methods: [...baselines, ...own] };
}

interface DayRange {
  readonly from: number;
  readonly until: number;
}

function buildSpan({ days }: ComedHistory, fromMs: number, untilMs: number): DayRange {
  const from = days.findIndex((day) => day >= fromMs);
  const until = days.findIndex((day) => day >= untilMs);
  return { from, until: until < 0 ? days.length : until };
}

/** Equal weights by default; their sum is 1. */
const computeMeanForecast = (
  forecasts: readonly Float64Array[],
  weights: readonly number[] = forecasts.map(() => 1 / forecasts.length),
): Float64Array =>
  (forecasts[0] ?? new Float64Array(0)).map((_, at) =>
    forecasts.reduce((sum, forecast, row) => sum + (weights[row] ?? 0) * (forecast[at] ?? NaN), 0),
  );

/** Copies a span's forecast to its position in the whole history; NaN elsewhere. */
function expandForecast(
  history: ComedHistory,
  { from }: DayRange,
  forecast: Float64Array,
): Float64Array {
  const values = new Float64Array(history.price.length).fill(NaN);
  values.set(forecast, from * HOURS);
  return values;
}

const MONDAY = 1;

/** Forecasts without fitting, over the whole history; NaN at the start. */
function listBaselines({
  price,
  days,
  lear,
  dnn,
}: ComedHistory): readonly (Pick<MethodLosses, 'method' | 'kind' | 'knows'> & {
  readonly forecast: Float64Array;
})[] {
  const shiftDays = (getLagDays: (day: number) => number): Float64Array =>
    price.map((_, at) => price[at - HOURS * getLagDays(Math.floor(at / HOURS))] ?? NaN);
  const isLikeDayBefore = (day: number): boolean =>
    new Date(days[day] ?? NaN).getUTCDay() > MONDAY && new Date(days[day] ?? NaN).getUTCDay() < 6;
  return [
    {
      method: 'day before',
      kind: 'baseline',
      knows: 'the price of the same hour of the day before',
      forecast: shiftDays(() => 1),
    },
    {
      method: 'week before',
      kind: 'baseline',
      knows: 'the price of the same hour a week before',
      forecast: shiftDays(() => 7),
    },
    {
      method: 'like day',
      kind: 'baseline',
      knows: 'the day before on Tuesday to Friday, else the week before',
      forecast: shiftDays((day) => (isLikeDayBefore(day) ? 1 : 7)),
    },
    {
      method: 'LEAR',
      kind: 'published',
      knows:
        'published: lasso on lagged prices and on two load forecasts, four years of days, mean of four windows (J. Lago et al. 2021)',
      forecast: lear,
    },
    {
      method: 'DNN',
      kind: 'published',
      knows: 'published: deep networks on the same inputs, mean of four (J. Lago et al. 2021)',
      forecast: dnn,
    },
  ];
}

function buildLosses(
  history: ComedHistory,
  [chosen, judged]: readonly [DayRange, DayRange],
  method: Pick<MethodLosses, 'method' | 'kind' | 'knows'>,
  chosenForecast: ArrayLike<number>,
  judgedForecast: ArrayLike<number>,
): MethodLosses {
  const computeDailyLosses = (
    { from, until }: DayRange,
    forecast: ArrayLike<number>,
  ): Float64Array =>
    Float64Array.from({ length: until - from }, (_, day) => {
      let sum = 0;
      for (let at = (from + day) * HOURS; at < (from + day + 1) * HOURS; at += 1)
        sum += Math.abs((forecast[at] ?? NaN) - (history.price[at] ?? NaN));
      return sum / HOURS;
    });
  return {
    ...method,
    chosen: computeDailyLosses(chosen, chosenForecast),
    judged: computeDailyLosses(judged, judgedForecast),
  };
}

function buildHead(
  history: ComedHistory,
  folder: string,
  [chosen, judged]: readonly [DayRange, DayRange],
): BenchmarkHead {
  const formatDay = (index: number): string =>
    new Date(history.days[index] ?? NaN).toISOString().slice(0, 10);
  const toSpan = ({ from, until }: DayRange): Span => ({
    from: formatDay(from),
    until: formatDay(until - 1),
    count: until - from,
  });
  return {
    benchmark: 'comed',
    title: 'Day-ahead power of the COMED zone',
    unit: '$/MWh',
    chosenOn: toSpan(chosen),
    judgedOn: toSpan(judged),
    rivals: ['day before', 'LEAR', 'DNN'],
    seeds: SEEDS,
    configurations: CONFIGURATIONS,
    data: Object.fromEntries(
      Object.values(FILES).map((file) => [
        file,
        computeSha256(readFileSync(join(folder, file), 'utf8')),
      ]),
    ),
  };
}
