// Synthetic input values that repeatedly cross the thresholds of a strategy.
import { assertNever } from '../../trading/domain/outcome';
import {
  AiParams,
  EvtParams,
  FundParams,
  SeasParams,
  WxaParams,
} from '../../trading/strategies/params';
import type { Family, Gate, PlaybookRow } from '../../trading/strategies/playbook';

/** Draws a standard normal from a random stream at a step. */
type DrawNormal = (stream: string, step: number) => number;
/** Value of an input at a step (bars since the start), from a random stream. */
type InputSeries = (stream: string, step: number) => number;

interface InputContext {
  readonly normal: DrawNormal;
  readonly count: number;
  readonly barsPerDay: number;
}

const WEEK_DAYS = 7;
/** Reports are published on the fifth day of a week. */
const getDayInWeek = (step: number, barsPerDay: number): number =>
  ((step + 1) / barsPerDay + 2) % WEEK_DAYS;
const computeWeek = (step: number, barsPerDay: number): number =>
  Math.floor(((step + 1) / barsPerDay + 2) / WEEK_DAYS);

/** AR(1) process around a center; `memory` is its autocorrelation per bar. */
function createSwing(
  { normal, count }: InputContext,
  center: number,
  amplitude: number,
  memory: number,
): InputSeries {
  const columns = new Map<string, Float64Array>();
  const buildColumn = (stream: string): Float64Array => {
    const values = new Float64Array(count);
    for (let step = 0; step < count; step += 1)
      values[step] =
        memory * (values[step - 1] ?? 0) + Math.sqrt(1 - memory ** 2) * normal(stream, step);
    columns.set(stream, values);
    return values;
  };
  return (stream, step) =>
    center + amplitude * ((columns.get(stream) ?? buildColumn(stream))[step] ?? 0);
}

const createGateSeries = (context: InputContext, { value }: Gate): InputSeries =>
  createSwing(context, value, value === 0 ? 1 : Math.abs(value) / 2, 0.9);

function createEventSeries(
  context: InputContext,
  params: EvtParams,
  index: number,
): InputSeries | null {
  const { normal, barsPerDay } = context;
  if (params.kind === 'chance')
    return index === params.place
      ? createSwing(context, params.above, 1.5 * (params.above - params.exit), 0.8)
      : null;
  const size = 1.5 * Math.max(params.e, 0.5);
  const getWeeklyValue: InputSeries = (stream, step) =>
    size * normal(stream, computeWeek(step, barsPerDay));
  if (params.kind === 'report')
    return index === params.since
      ? (_, step) => getDayInWeek(step, barsPerDay)
      : index === params.surprise
        ? getWeeklyValue
        : null;
  return index === params.until
    ? (_, step) => WEEK_DAYS - getDayInWeek(step, barsPerDay)
    : index === params.estimate
      ? getWeeklyValue
      : null;
}

/** A signal whose chance swings around even, with an interval of a few percent of the price. */
function createSignalSeries(
  context: InputContext,
  { places, margin }: AiParams,
  index: number,
): InputSeries | null {
  const columns: readonly InputSeries[] = [
    createSwing(context, 0.5, 3 * margin, 0.7),
    createSwing(context, -4, 0.5, 0.9),
    createSwing(context, 0, 0.5, 0.7),
    createSwing(context, 4, 0.5, 0.9),
    createSwing(context, 0.15, 0.02, 0.9),
    () => 1,
    createSwing(context, 0.04, 0.004, 0.9),
    () => 0.1,
    () => 0,
  ];
  return columns[places.indexOf(index)] ?? null;
}

/** Values for the input at an index; null when only entry conditions use it. */
function createRuleSeries(
  row: PlaybookRow,
  index: number,
  context: InputContext,
): InputSeries | null {
  const { family, params } = row;
  if (family === 'AI') return createSignalSeries(context, AiParams.parse(params), index);
  if (family === 'EVT') return createEventSeries(context, EvtParams.parse(params), index);
  return params['place'] === index ? createPlaceSeries(row, family, context) : null;
}

/** Values for the input at `place`; null for a family without one. */
function createPlaceSeries(
  { params, legs }: PlaybookRow,
  family: Exclude<Family, 'AI' | 'EVT'>,
  context: InputContext,
): InputSeries | null {
  const e = Number(params['e']);
  switch (family) {
    case 'CARRY':
      return createSwing(context, 0, 1.5 * e, 0.98);
    case 'WXA':
      return WxaParams.parse(params).kind === 'revision'
        ? createSwing(context, 0, 1.5 * e, 0.3)
        : null;
    case 'FUND':
      return createSwing(context, FundParams.parse(params).kind === 'gap' ? 0 : 100, 1, 0.9);
    case 'SEAS':
      return createSwing(context, 0, 1.5 * (SeasParams.parse(params).least ?? 1), 0.99);
    case 'HEDGE':
      return createSwing(context, 100, legs ? 20 : 10, 0.995);
    case 'SPRD':
      return createSwing(context, 0, 10, 0.97);
    case 'MOM':
    case 'REV':
    case 'BRK':
    case 'VOLR':
    case 'SCALP':
      return null;
    default:
      return assertNever(family);
  }
}

/**
 * One column of `count` values per input of a row, in its order. Throws RangeError for an unused
 * input.
 */
export function buildRehearsalInputs(
  row: PlaybookRow,
  count: number,
  barsPerDay: number,
  normal: DrawNormal,
): readonly Float64Array[] {
  const context: InputContext = { normal, count, barsPerDay };
  return row.inputs.map((id, index) => {
    const gate = row.gates.find(({ input }) => input === index);
    const series =
      createRuleSeries(row, index, context) ?? (gate ? createGateSeries(context, gate) : null);
    if (series === null) throw new RangeError(`${row.commodity} ${row.id}: input ${id} is unused`);
    return Float64Array.from({ length: count }, (_, step) =>
      series(`${row.commodity}/${row.id}/${index}`, step),
    );
  });
}
