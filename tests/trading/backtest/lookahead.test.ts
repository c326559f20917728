// Look-ahead check: passes for honest rules and names the bar where a rule reads the future.
import { computeMean } from '../../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { findLookAhead } from '../../../app/trading/backtest/look-ahead-check';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import type { Evaluator } from '../../../app/trading/strategies/playbook';
import {
  createAveragesEvaluator,
  createEvaluatorFrom,
  createMomentumEvaluator,
  createRandomEvaluator,
  createTestRow,
} from '../../support/backtest-evaluators';
import { createChainTape, buildHistory, createWalk } from '../../support/backtest-tapes';

const HISTORY = buildHistory(
  createWalk({ seed: 'ahead', bars: 400, gapFraction: 0.1, limitFraction: 0.1 }),
);
const CHAIN = createChainTape({ seed: 'ahead', bars: 400, monthDays: 20 });

const HONEST: readonly (readonly [string, Evaluator])[] = [
  ['momentum', createMomentumEvaluator(10)],
  ['averages with stops', createAveragesEvaluator(5, 20, { stopRanges: 1, targetRatio: 2 })],
  ['chance', createRandomEvaluator('ahead', 0.9, { barsHeldMax: 5 })],
];

test.each(HONEST)('%s uses past data only', (_name, evaluator) => {
  for (const tape of [HISTORY, CHAIN]) expect(findLookAhead(() => evaluator, [tape])).toBeNull();
});

/** Long before a rise over the next `ahead` bars: reads the columns directly. */
const createLookAheadEvaluator =
  (ahead: number) =>
  ([tape]: readonly ChainTape[]): Evaluator => {
    const closes = tape?.months[0]?.bars.close ?? new Float64Array(0);
    return createEvaluatorFrom(createTestRow(), 1, (_closes, bars) => {
      const next = closes[bars - 1 + ahead];
      return next === undefined ? 0 : next > (closes[bars - 1] ?? 0) ? 1 : -1;
    });
  };

test.each([1, 5])(
  'who reads %i bars ahead is caught at the first bar that it could not have known',
  (ahead) => {
    const alarm = findLookAhead(createLookAheadEvaluator(ahead), [HISTORY]);
    const size = HISTORY.months[0]?.bars.endsMs.length ?? 0;
    // Thirteen parts: the first cut is at one thirteenth; the last `ahead` bars before it are
    // unknown.
    const cut = Math.floor(size / 13) + 1;
    expect(alarm).toMatchObject({
      what: 'rule',
      instrumentId: HISTORY.chain,
      bar: cut - ahead,
      atMs: HISTORY.months[0]?.bars.endsMs[cut - ahead],
    });
  },
);

test('detects an input computed from later bars', () => {
  const month = HISTORY.months[0];
  if (!month) throw new Error('the history has its month');
  const late: ChainTape = {
    ...HISTORY,
    months: [{ ...month, inputs: [month.bars.close.slice()] }],
  };
  const createFullSampleEvaluator = (chains: readonly ChainTape[]): Evaluator => {
    const closes = chains[0]?.months[0]?.bars.close ?? new Float64Array(0);
    const mean = computeMean(closes);
    return createEvaluatorFrom(
      createTestRow({ inputs: ['close'] }),
      1,
      (_closes, _bars, { inputs }) => ((inputs[0] ?? 0) > mean ? 1 : -1),
    );
  };
  expect(findLookAhead(createFullSampleEvaluator, [late])).toMatchObject({ what: 'rule' });
});

test('detects an evaluator with hidden state', () => {
  let runs = 0;
  const createStatefulEvaluator = (): Evaluator => {
    runs += 1;
    const mood = runs === 1 ? 1 : -1;
    return createEvaluatorFrom(createTestRow(), 1, (_closes, bars) => (bars % 20 < 10 ? mood : 0));
  };
  expect(findLookAhead(createStatefulEvaluator, [HISTORY])).not.toBeNull();
});
