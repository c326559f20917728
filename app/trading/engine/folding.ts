/** Playbooks folded over the bars of one contract: how they begin, and how each takes a bar. */
import { type Instrument, getChain, priceNumber } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import {
  type BarLength,
  type Evaluator,
  type InputBar,
  type PlaybookTarget,
  inputIds,
  isDecidedIn,
} from '../strategies/playbook';
import type { EngineConfig } from './config';
import { UNTOLD, WAITING, runGuarded } from './rule-guard';
import type { FoldedPlaybook, InstrumentMarket } from './state';

/** The value of an input by its id; NaN for what is not known. */
export type InputOf = (id: string) => number;

type Rules = InstrumentMarket['rules'];

/** What a playbook wants while its past is folded apart from the desk: nothing, and it says why. */
const AWAITING: PlaybookTarget = {
  side: 'FLAT',
  strength: 0,
  reason: 'its past is still being read; it decides as soon as that is done',
  range: null,
};

/** The playbooks that are decided in an instrument: some are for single chains. */
export const listEvaluators = (
  playbooksOf: EngineConfig['playbooksOf'],
  instrument: Instrument,
): readonly Evaluator[] =>
  playbooksOf(instrument.commodity).filter(({ row }) => isDecidedIn(row, getChain(instrument)));

/** A playbook before its first bar. */
export function createRuleState(evaluator: Evaluator): FoldedPlaybook {
  return runGuarded(
    { state: UNTOLD, target: WAITING, sinceMs: 0, foldedMs: -Infinity },
    -Infinity,
    () => {
      const state = evaluator.init();
      return { state, target: evaluator.target(state), sinceMs: 0, foldedMs: -Infinity };
    },
  );
}

/**
 * All playbooks of an instrument before their first bar; those on bars of the lengths named wait
 * for a past that is folded apart.
 */
export function createRuleStates(
  playbooksOf: EngineConfig['playbooksOf'],
  instrument: Instrument,
  foldedApart: readonly BarLength[],
): Rules {
  const ruleOf = (evaluator: Evaluator): FoldedPlaybook =>
    foldedApart.includes(evaluator.row.bar)
      ? { ...createRuleState(evaluator), target: AWAITING, foldedMs: null }
      : createRuleState(evaluator);
  return Object.fromEntries(
    listEvaluators(playbooksOf, instrument).map((evaluator) => [
      evaluator.row.id,
      ruleOf(evaluator),
    ]),
  );
}

/**
 * The playbooks on bars of one length after such a bar; those that wait for their past, or took the
 * bar with it, stay as they were.
 */
export function foldRules(
  rules: Rules,
  evaluators: readonly Evaluator[],
  instrument: Instrument,
  bar: Bar,
  inputOf: InputOf,
): Rules {
  const due = evaluators.filter(({ row }) => isTaken(rules[row.id], bar));
  if (due.length === 0) return rules;
  return {
    ...rules,
    ...Object.fromEntries(
      due.map((evaluator) => [
        evaluator.row.id,
        foldOne(
          evaluator,
          rules[evaluator.row.id] ?? createRuleState(evaluator),
          instrument,
          bar,
          inputOf,
        ),
      ]),
    ),
  };
}

const isTaken = (rule: FoldedPlaybook | undefined, { endsMs }: Bar): boolean =>
  rule === undefined || (rule.foldedMs !== null && endsMs > rule.foldedMs);

function foldOne(
  evaluator: Evaluator,
  before: FoldedPlaybook,
  instrument: Instrument,
  bar: Bar,
  inputOf: InputOf,
): FoldedPlaybook {
  return runGuarded(before, bar.endsMs, () => {
    // One that could not even begin has nothing to go on with.
    const state = before.state === UNTOLD ? evaluator.init() : evaluator.copy(before.state);
    evaluator.fold(
      state,
      toInputBar(instrument, bar, inputIds(evaluator.row, getChain(instrument)).map(inputOf)),
    );
    return {
      state,
      target: evaluator.target(state),
      sinceMs: state.side === before.state.side ? before.sinceMs : bar.endsMs,
      foldedMs: bar.endsMs,
    };
  });
}

/**
 * The rules with a past that was folded apart, where it reaches further than what they have seen.
 */
export const applyWarmUp = (rules: Rules, past: Rules): Rules =>
  Object.fromEntries(
    Object.entries(rules).map(([id, rule]) => [
      id,
      computeReach(past[id]) > computeReach(rule) ? (past[id] ?? rule) : rule,
    ]),
  );

const computeReach = (rule: FoldedPlaybook | undefined): number => rule?.foldedMs ?? -Infinity;

/**
 * The ends of bars with that of one more, oldest first: as many as the longest holding of a
 * playbook that is folded here.
 */
export function endsAfter(
  ends: readonly EpochMs[],
  { endsMs }: Bar,
  due: readonly Evaluator[],
): readonly EpochMs[] {
  if (ends.at(-1) === endsMs) return ends;
  const kept = Math.max(1, ...due.map(({ row }) => row.barsHeldMax ?? 0));
  return [...ends.slice(Math.max(0, ends.length + 1 - kept)), endsMs];
}

const toInputBar = (instrument: Instrument, bar: Bar, inputs: readonly number[]): InputBar => ({
  open: priceNumber(instrument, bar.openTicks),
  high: priceNumber(instrument, bar.highTicks),
  low: priceNumber(instrument, bar.lowTicks),
  close: priceNumber(instrument, bar.closeTicks),
  endsMs: bar.endsMs,
  inputs,
});
