// Made-up figures for the inputs of a playbook that cross the thresholds of its rule and gates
// again and again.
import { EvtParams, FundParams, SeasParams, WxaParams } from '../../trading/strategies/params';
import type { Gate, PlaybookRow } from '../../trading/strategies/playbook';

/** A standard normal of a stream at a step. */
type Normal = (stream: string, step: number) => number;
/** The figure of an input so many bars after the beginning, for a stream of chance. */
type Course = (stream: string, step: number) => number;

interface Making {
  readonly normal: Normal;
  readonly count: number;
  readonly barsPerDay: number;
}

const WEEK_DAYS = 7;
/** Reports come on the fifth day of a week. */
const dayInWeek = (step: number, barsPerDay: number): number =>
  ((step + 1) / barsPerDay + 2) % WEEK_DAYS;
const computeWeek = (step: number, barsPerDay: number): number =>
  Math.floor(((step + 1) / barsPerDay + 2) / WEEK_DAYS);

/** Swings about a center with so much memory from bar to bar. */
function buildSwing(
  { normal, count }: Making,
  center: number,
  reach: number,
  memory: number,
): Course {
  const made = new Map<string, Float64Array>();
  const all = (stream: string): Float64Array => {
    const values = new Float64Array(count);
    for (let step = 0; step < count; step += 1)
      values[step] =
        memory * (values[step - 1] ?? 0) + Math.sqrt(1 - memory ** 2) * normal(stream, step);
    made.set(stream, values);
    return values;
  };
  return (stream, step) => center + reach * ((made.get(stream) ?? all(stream))[step] ?? 0);
}

const atGate = (making: Making, { value }: Gate): Course =>
  buildSwing(making, value, value === 0 ? 1 : Math.abs(value) / 2, 0.9);

function ofEvent(making: Making, params: EvtParams, place: number): Course | null {
  const { normal, barsPerDay } = making;
  if (params.kind === 'chance')
    return place === params.place
      ? buildSwing(making, params.above, 1.5 * (params.above - params.exit), 0.8)
      : null;
  const size = 1.5 * Math.max(params.e, 0.5);
  const weekly: Course = (stream, step) => size * normal(stream, computeWeek(step, barsPerDay));
  if (params.kind === 'report')
    return place === params.since
      ? (_, step) => dayInWeek(step, barsPerDay)
      : place === params.surprise
        ? weekly
        : null;
  return place === params.until
    ? (_, step) => WEEK_DAYS - dayInWeek(step, barsPerDay)
    : place === params.estimate
      ? weekly
      : null;
}

/** What the rule does with the input at a place; null where only gates read it. */
function ofRule(
  { family, params, legs }: PlaybookRow,
  place: number,
  making: Making,
): Course | null {
  if (family === 'EVT') return ofEvent(making, EvtParams.parse(params), place);
  if (params['place'] !== place) return null;
  const e = Number(params['e']);
  if (family === 'CARRY') return buildSwing(making, 0, 1.5 * e, 0.98);
  if (family === 'WXA')
    return WxaParams.parse(params).kind === 'revision' ? buildSwing(making, 0, 1.5 * e, 0.3) : null;
  if (family === 'FUND')
    return buildSwing(making, FundParams.parse(params).kind === 'gap' ? 0 : 100, 1, 0.9);
  if (family === 'SEAS')
    return buildSwing(making, 0, 1.5 * (SeasParams.parse(params).least ?? 1), 0.99);
  if (family === 'HEDGE') return buildSwing(making, 100, legs ? 20 : 10, 0.995);
  return family === 'SPRD' ? buildSwing(making, 0, 10, 0.97) : null;
}

/**
 * A column of `count` figures for each input of a row, in its order. Throws RangeError for an input
 * that neither rule nor gate reads.
 */
export function rehearsedInputs(
  row: PlaybookRow,
  count: number,
  barsPerDay: number,
  normal: Normal,
): readonly Float64Array[] {
  const making: Making = { normal, count, barsPerDay };
  return row.inputs.map((id, place) => {
    const gate = row.gates.find(({ input }) => input === place);
    const course = ofRule(row, place, making) ?? (gate ? atGate(making, gate) : null);
    if (course === null)
      throw new RangeError(`${row.commodity} ${row.id}: neither its rule nor a gate reads ${id}`);
    return Float64Array.from({ length: count }, (_, step) =>
      course(`${row.commodity}/${row.id}/${place}`, step),
    );
  });
}
