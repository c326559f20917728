/** Bars for the tests of rules: one a day, each ending with its UTC day. */
import type { BoundPlaybook, Playbook, RuleBar, RuleFamily, RuleState, Target } from '../../../app/trading/strategies/strategy';
import { bindPlaybook } from '../../../app/trading/strategies/bind';

const DAY_MS = 86_400_000;

export const endOfDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) + DAY_MS - 1;

/** A bar at a close, with high and low one unit around it unless given. */
export const barAt = (endsMs: number, close: number, more: Partial<RuleBar> = {}): RuleBar => ({
  open: close, high: close + 1, low: close - 1, close, endsMs, weather: {}, ...more,
});

/** Daily bars from a date on, one for each close. */
export const dailyBars = (from: string, closes: readonly number[]): RuleBar[] =>
  closes.map((close, index) => barAt(endOfDay(from) + index * DAY_MS, close));

export const playbookOf = (family: RuleFamily, params: Record<string, unknown>, more: Partial<Playbook> = {}): Playbook => ({
  id: 'TEST', commodity: 'corn', name: 'Test', description: 'A test.', riskLevel: 'LOW', family, params,
  stopRanges: 2, targetRatio: null, barsHeldMax: null, sides: 'BOTH', needsSeries: [], ...more,
});

export const boundTo = (family: RuleFamily, params: Record<string, unknown>, more: Partial<Playbook> = {}): BoundPlaybook =>
  bindPlaybook(playbookOf(family, params, more));

/** The target after each bar. */
export function targetsOver(bound: BoundPlaybook, bars: readonly RuleBar[]): Target[] {
  let state: RuleState = bound.init();
  return bars.map((bar) => (state = bound.fold(state, bar)).target);
}
