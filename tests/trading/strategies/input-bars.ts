/** Daily bars with inputs and default rows for the tests of rule families. */
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import type {
  Evaluator,
  Family,
  InputBar,
  PlaybookRow,
  PlaybookTarget,
} from '../../../app/trading/strategies/playbook';
import { DAY_MS } from '../../../app/trading/domain/time';

export const computeEnd = (date: string): number => Date.parse(`${date}T00:00:00Z`) + DAY_MS - 1;

/** A bar at a close, with high and low one unit around it unless given. */
export const inputBar = (
  endsMs: number,
  close: number,
  inputs: readonly number[] = [],
  more: Partial<InputBar> = {},
): InputBar => ({ open: close, high: close + 1, low: close - 1, close, endsMs, inputs, ...more });

/** Daily bars from a date on, one for each close. */
export const closesFrom = (date: string, closes: readonly number[]): InputBar[] =>
  closes.map((close, day) => inputBar(computeEnd(date) + day * DAY_MS, close));

/** Daily bars at a close of 100, one for each list of inputs. */
export const givenFrom = (date: string, inputs: readonly (readonly number[])[]): InputBar[] =>
  inputs.map((given, day) => inputBar(computeEnd(date) + day * DAY_MS, 100, given));

export const buildRow = (
  family: Family,
  params: Record<string, unknown>,
  more: Partial<PlaybookRow> = {},
): PlaybookRow => ({
  id: 'TEST',
  commodity: 'corn',
  name: 'Test',
  description: 'A test.',
  icon: 'chart',
  riskLevel: 'LOW',
  expectedReturn: { low: 5, high: 10 },
  timeframe: '1-5 days',
  family,
  params,
  bar: '1d',
  inputs: [],
  gates: [],
  window: null,
  sides: 'BOTH',
  chains: null,
  legs: null,
  stopRanges: 2,
  targetRatio: null,
  barsHeldMax: null,
  isRare: false,
  text: { what: 'What.', when: 'When.', how: 'How.', why: 'Why.' },
  ...more,
});

export const evaluatorFor = (
  family: Family,
  params: Record<string, unknown>,
  more: Partial<PlaybookRow> = {},
): Evaluator => createEvaluator(buildRow(family, params, more));

/** The target after each bar; the bar object is reused, as in a backtest. */
export function listTargets(evaluator: Evaluator, bars: readonly InputBar[]): PlaybookTarget[] {
  const state = evaluator.createState();
  const bar = inputBar(0, 0);
  return bars.map((next) => {
    evaluator.fold(state, Object.assign(bar, next));
    return evaluator.buildTarget(state);
  });
}

/** `FFLS` and so on. */
export const getSides = (targets: readonly { readonly side: string }[]): string =>
  targets.map(({ side }) => side.slice(0, 1)).join('');
