/** Updates playbook states with closed bars. */
import { COMMODITY_KEYS } from '../domain/commodity';
import { type Instrument, getChain, toPriceNumber } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import {
  type BarLength,
  type Evaluator,
  type InputBar,
  type PlaybookTarget,
  getInputIds,
  isDecidedIn,
} from '../strategies/playbook';
import type { EngineConfig } from './config';
import { EMPTY_STATE, WAITING_TARGET, runGuarded } from './rule-guard';
import type { FoldedPlaybook, InstrumentMarket } from './state';

/** NaN if not available. */
export type GetInput = (id: string) => number;

type Rules = InstrumentMarket['rules'];

/** Target during warm-up. */
const WARM_UP_TARGET: PlaybookTarget = {
  side: 'FLAT',
  strength: 0,
  reason: 'its past is still being read; it decides as soon as that is done',
  range: null,
};

/** Playbooks that decide in this contract; some are limited to single chains. */
export const listEvaluators = (
  listPlaybooks: EngineConfig['listPlaybooks'],
  instrument: Instrument,
): readonly Evaluator[] =>
  listPlaybooks(instrument.commodity).filter(({ row }) => isDecidedIn(row, getChain(instrument)));

/**
 * Playbooks that may hold a contract: those that decide in it, and spreads of any commodity with
 * their second leg in its chain.
 */
export function listHolders(
  listPlaybooks: EngineConfig['listPlaybooks'],
  instrument: Instrument,
): readonly Evaluator[] {
  const chain = getChain(instrument);
  return COMMODITY_KEYS.flatMap((key) =>
    listPlaybooks(key).filter(
      ({ row }) =>
        row.legs?.second.chain === chain ||
        (key === instrument.commodity && isDecidedIn(row, chain)),
    ),
  );
}

export function createRuleState(evaluator: Evaluator): FoldedPlaybook {
  return runGuarded(
    { state: EMPTY_STATE, target: WAITING_TARGET, sinceMs: 0, foldedMs: -Infinity },
    -Infinity,
    () => {
      const state = evaluator.createState();
      return { state, target: evaluator.buildTarget(state), sinceMs: 0, foldedMs: -Infinity };
    },
  );
}

/** Initial states. Playbooks on bars of `warmUpBars` wait for their warm-up. */
export function createRuleStates(
  listPlaybooks: EngineConfig['listPlaybooks'],
  instrument: Instrument,
  warmUpBars: readonly BarLength[],
): Rules {
  const buildRule = (evaluator: Evaluator): FoldedPlaybook =>
    warmUpBars.includes(evaluator.row.bar)
      ? { ...createRuleState(evaluator), target: WARM_UP_TARGET, foldedMs: null }
      : createRuleState(evaluator);
  return Object.fromEntries(
    listEvaluators(listPlaybooks, instrument).map((evaluator) => [
      evaluator.row.id,
      buildRule(evaluator),
    ]),
  );
}

/**
 * States after a closed bar. Playbooks in warm-up, or whose warm-up included the bar, are
 * unchanged.
 */
export function foldRules(
  rules: Rules,
  evaluators: readonly Evaluator[],
  instrument: Instrument,
  bar: Bar,
  getInput: GetInput,
): Rules {
  const due = evaluators.filter(({ row }) => shouldFold(rules[row.id], bar));
  if (due.length === 0) return rules;
  return {
    ...rules,
    ...Object.fromEntries(
      due.map((evaluator) => [
        evaluator.row.id,
        foldRule(
          evaluator,
          rules[evaluator.row.id] ?? createRuleState(evaluator),
          instrument,
          bar,
          getInput,
        ),
      ]),
    ),
  };
}

const shouldFold = (rule: FoldedPlaybook | undefined, { endsMs }: Bar): boolean =>
  rule === undefined || (rule.foldedMs !== null && endsMs > rule.foldedMs);

function foldRule(
  evaluator: Evaluator,
  before: FoldedPlaybook,
  instrument: Instrument,
  bar: Bar,
  getInput: GetInput,
): FoldedPlaybook {
  return runGuarded(before, bar.endsMs, () => {
    // `init` failed earlier: try again.
    const state =
      before.state === EMPTY_STATE ? evaluator.createState() : evaluator.copyState(before.state);
    evaluator.fold(state, buildInputBar(evaluator, instrument, bar, getInput));
    return {
      state,
      target: evaluator.buildTarget(state),
      sinceMs: state.side === before.state.side ? before.sinceMs : bar.endsMs,
      foldedMs: bar.endsMs,
    };
  });
}

/**
 * States after inputs published since the last bar of their rows. `bar` is a bar of another length;
 * only rules that use such inputs change, and none in warm-up.
 */
export function refreshRules(
  rules: Rules,
  evaluators: readonly Evaluator[],
  instrument: Instrument,
  bar: Bar,
  getInput: GetInput,
): Rules {
  const refreshed = evaluators.flatMap((evaluator) => {
    const before = rules[evaluator.row.id];
    const isFolded = before !== undefined && (before.foldedMs ?? -Infinity) > -Infinity;
    return isFolded && evaluator.refreshInputs && before.fault === undefined
      ? [[evaluator.row.id, refreshRule(evaluator, before, instrument, bar, getInput)] as const]
      : [];
  });
  return refreshed.length === 0 ? rules : { ...rules, ...Object.fromEntries(refreshed) };
}

function refreshRule(
  evaluator: Evaluator,
  before: FoldedPlaybook,
  instrument: Instrument,
  bar: Bar,
  getInput: GetInput,
): FoldedPlaybook {
  return runGuarded(before, bar.endsMs, () => {
    const state = evaluator.copyState(before.state);
    evaluator.refreshInputs?.(state, buildInputBar(evaluator, instrument, bar, getInput));
    return {
      state,
      target: evaluator.buildTarget(state),
      sinceMs: state.side === before.state.side ? before.sinceMs : bar.endsMs,
      foldedMs: before.foldedMs,
    };
  });
}

/** Takes over warm-up states that reach further than the current ones. */
export const applyWarmUp = (rules: Rules, warmedUp: Rules): Rules =>
  Object.fromEntries(
    Object.entries(rules).map(([id, rule]) => [
      id,
      getFoldedMs(warmedUp[id]) > getFoldedMs(rule) ? (warmedUp[id] ?? rule) : rule,
    ]),
  );

const getFoldedMs = (rule: FoldedPlaybook | undefined): number => rule?.foldedMs ?? -Infinity;

/**
 * Appends a bar end, oldest first. Keeps as many as the longest maximum holding time of `holders`,
 * which have bars of this length, needs.
 */
export function appendBarEnd(
  ends: readonly EpochMs[],
  { endsMs }: Bar,
  holders: readonly Evaluator[],
): readonly EpochMs[] {
  if (ends.at(-1) === endsMs) return ends;
  const countMax = Math.max(1, ...holders.map(({ row }) => row.barsHeldMax ?? 0));
  return [...ends.slice(Math.max(0, ends.length + 1 - countMax)), endsMs];
}

const buildInputBar = (
  { row }: Evaluator,
  instrument: Instrument,
  bar: Bar,
  getInput: GetInput,
): InputBar => ({
  open: toPriceNumber(instrument, bar.openTicks),
  high: toPriceNumber(instrument, bar.highTicks),
  low: toPriceNumber(instrument, bar.lowTicks),
  close: toPriceNumber(instrument, bar.closeTicks),
  endsMs: bar.endsMs,
  inputs: getInputIds(row, getChain(instrument)).map(getInput),
});
