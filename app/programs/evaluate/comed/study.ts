// The benchmark of day-ahead power against two published forecasts of the same hours.
import { computeMean } from '../../../trading/statistics/sample';
import type { Progress } from '../../cli';
import { computeDigest } from '../../../server/backtests/ledger';
import type { BenchmarkHead, MethodLosses, Span } from '../result';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComedHistory, FILES, HOURS, readComed } from './history';
import { buildInputs } from './inputs';
import { CONFIGURATIONS, KNOWLEDGE, MEAN_NAME, MEMBERS, SEEDS } from './methods';
import { computeScale } from './scale';
import { walkForward } from './walk';

const CHOSEN_FROM = Date.UTC(2017, 6, 1);
const JUDGED_FROM = Date.UTC(2018, 0, 1);
const SEED_OF_ERRORS = 'temperature';

interface ComedStudy {
  readonly head: BenchmarkHead;
  readonly methods: readonly MethodLosses[];
}

/** Runs every method over both spans. `progress` hears of each member that is done. */
export function studyComed(folder: string, progress: Progress): ComedStudy {
  const history = readComed(folder);
  const spans = [
    buildSpan(history, CHOSEN_FROM, JUDGED_FROM),
    buildSpan(history, JUDGED_FROM, Infinity),
  ] as const;
  const plain = plainForecasts(history).map(({ forecast, ...method }) =>
    buildLosses(history, spans, method, forecast, forecast),
  );
  const rounds = KNOWLEDGE.length * MEMBERS.length * spans.length;
  let done = 0;
  const own = KNOWLEDGE.flatMap((row) => {
    const forecasts = spans.map((span) => {
      const scale = computeScale(history.price.subarray(0, span.from * HOURS));
      const walk = {
        inputs: buildInputs(history, scale, row.knowledge, SEED_OF_ERRORS),
        z: history.price.map(scale.to),
        ...span,
      };
      const members = MEMBERS.map((member) => {
        progress.update((done += 1), rounds, `${member.name}${row.label}`);
        return walkForward(member, walk).map(scale.from);
      });
      return [...members, meanForecast(members)].map((forecast) => placed(history, span, forecast));
    });
    return [...MEMBERS.map(({ name }) => name), MEAN_NAME].map((name, place) =>
      buildLosses(
        history,
        spans,
        { method: `${name}${row.label}`, kind: row.kind, knows: row.knows },
        forecasts[0]?.[place] ?? [],
        forecasts[1]?.[place] ?? [],
      ),
    );
  });
  progress.end();
  return { head: buildHead(history, folder, spans), methods: [...plain, ...own] };
}

interface Places {
  readonly from: number;
  readonly until: number;
}

function buildSpan({ days }: ComedHistory, fromMs: number, untilMs: number): Places {
  const from = days.findIndex((day) => day >= fromMs);
  const until = days.findIndex((day) => day >= untilMs);
  return { from, until: until < 0 ? days.length : until };
}

const meanForecast = (members: readonly Float64Array[]): Float64Array =>
  (members[0] ?? new Float64Array(0)).map((_, at) =>
    computeMean(members.map((member) => member[at] ?? NaN)),
  );

/** The forecasts of a span where their hours lie in the history. */
function placed(history: ComedHistory, { from }: Places, forecast: Float64Array): Float64Array {
  const all = new Float64Array(history.price.length).fill(NaN);
  all.set(forecast, from * HOURS);
  return all;
}

const MONDAY = 1;

/** Forecasts that need no fitting, over the whole history; NaN where they begin. */
function plainForecasts({
  price,
  days,
  lear,
  dnn,
}: ComedHistory): readonly (Pick<MethodLosses, 'method' | 'kind' | 'knows'> & {
  readonly forecast: Float64Array;
})[] {
  const before = (back: (day: number) => number): Float64Array =>
    price.map((_, at) => price[at - HOURS * back(Math.floor(at / HOURS))] ?? NaN);
  const isLikeDayBefore = (day: number): boolean =>
    new Date(days[day] ?? NaN).getUTCDay() > MONDAY && new Date(days[day] ?? NaN).getUTCDay() < 6;
  return [
    {
      method: 'day before',
      kind: 'baseline',
      knows: 'the price of the same hour of the day before',
      forecast: before(() => 1),
    },
    {
      method: 'week before',
      kind: 'baseline',
      knows: 'the price of the same hour a week before',
      forecast: before(() => 7),
    },
    {
      method: 'like day',
      kind: 'baseline',
      knows: 'the day before on Tuesday to Friday, else the week before',
      forecast: before((day) => (isLikeDayBefore(day) ? 1 : 7)),
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
  [chosen, judged]: readonly [Places, Places],
  method: Pick<MethodLosses, 'method' | 'kind' | 'knows'>,
  early: ArrayLike<number>,
  late: ArrayLike<number>,
): MethodLosses {
  const daily = ({ from, until }: Places, forecast: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: until - from }, (_, day) => {
      let sum = 0;
      for (let at = (from + day) * HOURS; at < (from + day + 1) * HOURS; at += 1)
        sum += Math.abs((forecast[at] ?? NaN) - (history.price[at] ?? NaN));
      return sum / HOURS;
    });
  return { ...method, chosen: daily(chosen, early), judged: daily(judged, late) };
}

function buildHead(
  history: ComedHistory,
  folder: string,
  [chosen, judged]: readonly [Places, Places],
): BenchmarkHead {
  const dateAt = (place: number): string =>
    new Date(history.days[place] ?? NaN).toISOString().slice(0, 10);
  const named = ({ from, until }: Places): Span => ({
    from: dateAt(from),
    until: dateAt(until - 1),
    count: until - from,
  });
  return {
    benchmark: 'comed',
    title: 'Day-ahead power of the COMED zone',
    unit: '$/MWh',
    chosenOn: named(chosen),
    judgedOn: named(judged),
    rivals: ['day before', 'LEAR', 'DNN'],
    seeds: SEEDS,
    configurations: CONFIGURATIONS,
    data: Object.fromEntries(
      Object.values(FILES).map((file) => [
        file,
        computeDigest(readFileSync(join(folder, file), 'utf8')),
      ]),
    ),
  };
}
