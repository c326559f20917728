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

type ByLength = Readonly<Record<BarLength, readonly Evaluator[]>>;

/** Playbooks of a contract, also by the length of a bar. */
interface ContractPlaybooks {
  /** Those that decide in the contract. */
  readonly all: readonly Evaluator[];
  /** Those of them that a bar folds. */
  readonly due: ByLength;
  /** Those of them on other bars that take inputs between their bars. */
  readonly refreshed: ByLength;
  /**
   * Those on such bars that may hold the contract: `due`, and spreads of any commodity with their
   * second leg in its chain.
   */
  readonly holders: ByLength;
}

/** By engine configuration and chain: every bar needs the playbooks of its contract. */
const cachedPlaybooks = new WeakMap<
  EngineConfig['listPlaybooks'],
  Map<string, ContractPlaybooks>
>();

/** Playbooks that decide in this contract (some are limited to single chains) or may hold it. */
export function selectPlaybooks(
  listPlaybooks: EngineConfig['listPlaybooks'],
  instrument: Instrument,
): ContractPlaybooks {
  const playbooksByChain = cachedPlaybooks.get(listPlaybooks) ?? new Map();
  cachedPlaybooks.set(listPlaybooks, playbooksByChain);
  const chain = getChain(instrument);
  const cached = playbooksByChain.get(chain);
  if (cached) return cached;
  const all = listPlaybooks(instrument.commodity).filter(({ row }) => isDecidedIn(row, chain));
  const secondLegs = COMMODITY_KEYS.flatMap((key) =>
    listPlaybooks(key).filter(({ row }) => row.legs?.second.chain === chain),
  );
  const playbooks: ContractPlaybooks = {
    all,
    due: selectByLength((length) => all.filter(({ row }) => row.bar === length)),
    refreshed: selectByLength((length) =>
      all.filter(({ row, refreshInputs }) => row.bar !== length && refreshInputs),
    ),
    holders: selectByLength((length) =>
      [...all, ...secondLegs].filter(({ row }) => row.bar === length),
    ),
  };
  playbooksByChain.set(chain, playbooks);
  return playbooks;
}

const selectByLength = (select: (length: BarLength) => readonly Evaluator[]): ByLength => ({
  '15m': select('15m'),
  '1h': select('1h'),
  '1d': select('1d'),
});

/** Playbooks that decide in a contract. */
export const listEvaluators = (
  listPlaybooks: EngineConfig['listPlaybooks'],
  instrument: Instrument,
): readonly Evaluator[] => selectPlaybooks(listPlaybooks, instrument).all;

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
  const prices = convertPrices(instrument, bar);
  const folded: Record<string, FoldedPlaybook> = { ...rules };
  for (const evaluator of due) {
    const { row } = evaluator;
    folded[row.id] = foldRule(
      evaluator,
      rules[row.id] ?? createRuleState(evaluator),
      instrument,
      prices,
      getInput,
    );
  }
  return folded;
}

const shouldFold = (rule: FoldedPlaybook | undefined, { endsMs }: Bar): boolean =>
  rule === undefined || (rule.foldedMs !== null && endsMs > rule.foldedMs);

function foldRule(
  evaluator: Evaluator,
  before: FoldedPlaybook,
  instrument: Instrument,
  prices: BarPrices,
  getInput: GetInput,
): FoldedPlaybook {
  return runGuarded(before, prices.endsMs, () => {
    // `init` failed earlier: try again.
    const state =
      before.state === EMPTY_STATE ? evaluator.createState() : evaluator.copyState(before.state);
    evaluator.fold(state, buildInputBar(evaluator, instrument, prices, getInput));
    return {
      state,
      target: evaluator.buildTarget(state),
      sinceMs: state.side === before.state.side ? before.sinceMs : prices.endsMs,
      foldedMs: prices.endsMs,
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
  let refreshed: Record<string, FoldedPlaybook> | null = null;
  for (const evaluator of evaluators) {
    const { row } = evaluator;
    const before = rules[row.id];
    const isFolded = before !== undefined && (before.foldedMs ?? -Infinity) > -Infinity;
    if (!isFolded || !evaluator.refreshInputs || before.fault !== undefined) continue;
    const rule = refreshRule(
      evaluator,
      before,
      instrument,
      convertPrices(instrument, bar),
      getInput,
    );
    if (rule === before) continue;
    refreshed ??= { ...rules };
    refreshed[row.id] = rule;
  }
  return refreshed ?? rules;
}

/** The same rule if its target stays. */
function refreshRule(
  evaluator: Evaluator,
  before: FoldedPlaybook,
  instrument: Instrument,
  prices: BarPrices,
  getInput: GetInput,
): FoldedPlaybook {
  return runGuarded(before, prices.endsMs, () => {
    const state = evaluator.copyState(before.state);
    const inputBar = buildInputBar(evaluator, instrument, prices, getInput);
    if (!evaluator.refreshInputs?.(state, inputBar)) return before;
    return {
      state,
      target: evaluator.buildTarget(state),
      sinceMs: state.side === before.state.side ? before.sinceMs : prices.endsMs,
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

type BarPrices = Omit<InputBar, 'inputs'>;

const convertPrices = (instrument: Instrument, bar: Bar): BarPrices => ({
  open: toPriceNumber(instrument, bar.openTicks),
  high: toPriceNumber(instrument, bar.highTicks),
  low: toPriceNumber(instrument, bar.lowTicks),
  close: toPriceNumber(instrument, bar.closeTicks),
  endsMs: bar.endsMs,
});

const buildInputBar = (
  { row }: Evaluator,
  instrument: Instrument,
  { open, high, low, close, endsMs }: BarPrices,
  getInput: GetInput,
): InputBar => ({
  open,
  high,
  low,
  close,
  endsMs,
  inputs: getInputIds(row, getChain(instrument)).map(getInput),
});
