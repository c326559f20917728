// The alarm against looking ahead: silent for rules that know the past, and heard at the bar where
// one reads the future.
import { computeMean } from '../../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { lookaheadAlarm } from '../../../app/trading/backtest/lookahead';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import type { Evaluator } from '../../../app/trading/strategies/playbook';
import {
  averagesDouble,
  evaluatorBy,
  momentumDouble,
  randomSides,
  testRow,
} from '../../support/backtest-evaluators';
import { chainOfMonths, buildHistory, walk } from '../../support/backtest-tapes';

const HISTORY = buildHistory(walk({ seed: 'ahead', bars: 400, gaps: 0.1, locks: 0.1 }));
const CHAIN = chainOfMonths({ seed: 'ahead', bars: 400, monthDays: 20 });

const HONEST: readonly (readonly [string, Evaluator])[] = [
  ['momentum', momentumDouble(10)],
  ['averages with stops', averagesDouble(5, 20, { stopRanges: 1, targetRatio: 2 })],
  ['chance', randomSides('ahead', 0.9, { barsHeldMax: 5 })],
];

test.each(HONEST)('%s knows the past alone', (_name, evaluator) => {
  for (const tape of [HISTORY, CHAIN]) expect(lookaheadAlarm(() => evaluator, [tape])).toBeNull();
});

/**
 * Long before a rise of the next `ahead` bars: it reads the columns behind the back of the kernel.
 */
const cheat =
  (ahead: number) =>
  ([tape]: readonly ChainTape[]): Evaluator => {
    const closes = tape?.months[0]?.bars.close ?? new Float64Array(0);
    return evaluatorBy(testRow(), 1, (_closes, bars) => {
      const next = closes[bars - 1 + ahead];
      return next === undefined ? 0 : next > (closes[bars - 1] ?? 0) ? 1 : -1;
    });
  };

test.each([1, 5])(
  'who reads %i bars ahead is caught at the first bar that it could not have known',
  (ahead) => {
    const alarm = lookaheadAlarm(cheat(ahead), [HISTORY]);
    const size = HISTORY.months[0]?.bars.endsMs.length ?? 0;
    // Thirteen parts, the first cut a thirteenth in: the last `ahead` bars before it have no
    // answer.
    const cut = Math.floor(size / 13) + 1;
    expect(alarm).toMatchObject({
      what: 'rule',
      instrumentId: HISTORY.chain,
      bar: cut - ahead,
      atMs: HISTORY.months[0]?.bars.endsMs[cut - ahead],
    });
  },
);

test('an input that was made with knowledge of later bars is caught', () => {
  const month = HISTORY.months[0];
  if (!month) throw new Error('the history has its month');
  const late: ChainTape = {
    ...HISTORY,
    months: [{ ...month, inputs: [month.bars.close.slice()] }],
  };
  const normalised = (chains: readonly ChainTape[]): Evaluator => {
    const closes = chains[0]?.months[0]?.bars.close ?? new Float64Array(0);
    const mean = computeMean(closes);
    return evaluatorBy(testRow({ inputs: ['close'] }), 1, (_closes, _bars, { inputs }) =>
      (inputs[0] ?? 0) > mean ? 1 : -1,
    );
  };
  expect(lookaheadAlarm(normalised, [late])).toMatchObject({ what: 'rule' });
});

test('an evaluator with a memory of its own outside its state is caught by its trades', () => {
  let runs = 0;
  const moody = (): Evaluator => {
    runs += 1;
    const mood = runs === 1 ? 1 : -1;
    return evaluatorBy(testRow(), 1, (_closes, bars) => (bars % 20 < 10 ? mood : 0));
  };
  expect(lookaheadAlarm(moody, [HISTORY])).not.toBeNull();
});
