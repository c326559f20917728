/**
 * Binds a playbook row to its rule family with validated parameters. Used by engine, backtest and
 * programs.
 */
import type { z } from 'zod';
import {
  type EntryState,
  applyEntryConditions,
  copyEntryState,
  formatRejectedEntry,
  hasSameRejection,
  createEntryState,
} from './entry-conditions';
import { parseDayIndex } from './calendar-window';
import { aiSignalRule } from './families/ai-signal';
import { breakoutRule } from './families/breakout';
import { carryRule } from './families/carry';
import { eventRule } from './families/report-event';
import { fairValueRule } from './families/fair-value';
import { hedgeRule } from './families/factor-hedge';
import { momentumRule } from './families/momentum';
import { meanReversionRule } from './families/mean-reversion';
import { scalpRule } from './families/intraday-scalp';
import { seasonalRule } from './families/seasonal';
import { spreadRule } from './families/spread';
import { type TrueRange, createTrueRange, updateTrueRange } from './families/true-range';
import { volatilityRegimeRule } from './families/volatility-regime';
import { weatherAnomalyRule } from './families/weather-anomaly';
import {
  AiParams,
  BrkParams,
  CarryParams,
  EvtParams,
  FundParams,
  HedgeParams,
  INDEX_PARAMS,
  MomParams,
  RevParams,
  ScalpParams,
  SeasParams,
  SprdParams,
  VolrParams,
  WxaParams,
} from './params';
import { FIGURES_MAX, beginBar, endBar, countFigures } from './step-budget';
import type {
  Evaluator,
  Family,
  FoldState,
  InputBar,
  PlaybookRow,
  PlaybookState,
  PlaybookTarget,
  Rule,
} from './playbook';

/** An invalid row; the message lists each error with its path. */
export class PlaybookError extends Error {}

/** A rule with bound parameters. */
interface BoundRule {
  createState(): FoldState;
  fold(state: FoldState, bar: InputBar): void;
  readonly refreshInputs: ((state: FoldState, bar: InputBar) => boolean) | null;
  copyState(state: FoldState): FoldState;
  readonly computeExpectedMove: ((state: FoldState) => number | null) | null;
  formatReason(state: FoldState, inputs: readonly string[]): string;
}

interface RowState extends PlaybookState {
  inner: FoldState;
  readonly trueRange: TrueRange;
  readonly admission: EntryState;
}

const formatName = (row: PlaybookRow): string => `playbook ${row.commodity} ${row.id}`;

function bindRule<P, S extends FoldState>(
  schema: z.ZodType<P>,
  rule: Rule<P, S>,
): (row: PlaybookRow) => BoundRule {
  return (row) => {
    const parsed = schema.safeParse(row.params);
    const errors = parsed.success
      ? []
      : parsed.error.issues.map(
          (issue) => `${['params', ...issue.path].join('.')}: ${issue.message}`,
        );
    const all = [...errors, ...findRowErrors(row)];
    if (!parsed.success || all.length > 0)
      throw new PlaybookError(`${formatName(row)}: ${all.join('; ')}`);
    const params = parsed.data;
    // A state is used only by the evaluator that created it, so its type is known here.
    return {
      createState: () => rule.init(params),
      fold: (state, bar) => rule.fold(params, state as S, bar),
      refreshInputs: rule.refreshInputs
        ? (state, bar) => rule.refreshInputs?.(params, state as S, bar) ?? false
        : null,
      copyState: (state) => rule.copy(state as S),
      computeExpectedMove: rule.computeExpectedMove
        ? (state) => rule.computeExpectedMove?.(params, state as S) ?? null
        : null,
      formatReason: (state, inputs) => rule.formatReason(params, state as S, inputs),
    };
  };
}

const BINDERS: Readonly<Record<Family, (row: PlaybookRow) => BoundRule>> = {
  MOM: bindRule(MomParams, momentumRule),
  REV: bindRule(RevParams, meanReversionRule),
  BRK: bindRule(BrkParams, breakoutRule),
  SEAS: bindRule(SeasParams, seasonalRule),
  SPRD: bindRule(SprdParams, spreadRule),
  CARRY: bindRule(CarryParams, carryRule),
  WXA: bindRule(WxaParams, weatherAnomalyRule),
  EVT: bindRule(EvtParams, eventRule),
  FUND: bindRule(FundParams, fairValueRule),
  HEDGE: bindRule(HedgeParams, hedgeRule),
  VOLR: bindRule(VolrParams, volatilityRegimeRule),
  SCALP: bindRule(ScalpParams, scalpRule),
  AI: bindRule(AiParams, aiSignalRule),
};

/** Limit of inputs and of gates: an index is one digit. */
const ITEMS_MAX = 10;

/** Errors across fields: input indices out of range, invalid days. */
function findRowErrors(row: PlaybookRow): readonly string[] {
  const named = INDEX_PARAMS.flatMap((key) =>
    [row.params[key]].flat().map((index) => [`params.${key}`, index] as const),
  );
  const gated = row.gates.map((gate, index) => [`gates.${index}.input`, gate.input] as const);
  const count = row.inputs.length;
  const outside = [...named, ...gated].filter(
    ([, index]) =>
      typeof index === 'number' && !(Number.isInteger(index) && index >= 0 && index < count),
  );
  const many = (['inputs', 'gates'] as const).filter((key) => row[key].length > ITEMS_MAX);
  const days = row.window
    ? (['from', 'to'] as const).filter((key) => row.window && parseDayIndex(row.window[key]) < 0)
    : [];
  return [
    ...many.map((key) => `${key}: at most ${ITEMS_MAX}, got ${row[key].length}`),
    ...outside.map(
      ([path, index]) =>
        `${path}: ${String(index)} is no place in its ${count} inputs, which count from 0`,
    ),
    ...days.map((key) => `window.${key}: a day of the year is written MM-DD, e.g. 10-15`),
  ];
}

/** True for a NaN or infinite price: x - x is NaN for both. */
const hasInvalidPrice = ({ open, high, low, close }: InputBar): boolean =>
  Number.isNaN(open - open + (high - high) + (low - low) + (close - close));

function throwInvalidBar(row: PlaybookRow, { open, high, low, close, endsMs }: InputBar): never {
  throw new RangeError(
    `${formatName(row)}: a bar's prices must be finite numbers, got ${open}, ${high}, ${low}, ${close} at ${endsMs}; leave such a bar out`,
  );
}

function buildTarget(row: PlaybookRow, rule: BoundRule, state: RowState): PlaybookTarget {
  const { side, strength, range, inner, admission } = state;
  const expectedMove = side === 0 ? null : (rule.computeExpectedMove?.(inner) ?? null);
  return {
    side: side === 1 ? 'LONG' : side === -1 ? 'SHORT' : 'FLAT',
    strength,
    range: Number.isNaN(range) ? null : range,
    ...(expectedMove === null ? {} : { expectedMove }),
    reason: `${rule.formatReason(inner, row.inputs)}${formatRejectedEntry(row, admission)}`,
  };
}

/**
 * Creates the evaluator of a row. After every bar the state holds the side of the family, subject
 * to sides, season and gates. A blocked side is entered later when its gate opens. Prices are in
 * quoted units and may be zero or negative.
 * Throws PlaybookError for an invalid row. `fold` throws RangeError for a non-finite price and
 * leaves the state unchanged, and RuleBudgetError beyond the step budget.
 */
export function createEvaluator(row: PlaybookRow): Evaluator {
  const rule = BINDERS[row.family](row);
  const createState = (): RowState => ({
    side: 0,
    strength: 0,
    range: NaN,
    bars: 0,
    inner: rule.createState(),
    trueRange: createTrueRange(),
    admission: createEntryState(row.window),
  });
  if (countFigures(createState()) > FIGURES_MAX)
    throw new PlaybookError(
      `${formatName(row)}: its state would hold more than ${FIGURES_MAX} figures; shorten its windows`,
    );
  const updateSide = (state: RowState, bar: InputBar): void => {
    state.side = applyEntryConditions(row, state.admission, state.inner.side, state.side, bar);
    state.strength = state.side === 0 ? 0 : state.inner.strength;
    // Without 20 bars there is no ATR and no entry, whatever is expected.
    const { range } = state.trueRange;
    const expected = state.inner.expectedRange ?? NaN;
    state.range = Number.isNaN(range) || Number.isNaN(expected) ? range : expected;
  };
  const { refreshInputs, computeExpectedMove } = rule;
  return {
    row,
    createState,
    ...(refreshInputs
      ? {
          refreshInputs(state: PlaybookState, bar: InputBar) {
            if (hasInvalidPrice(bar)) throwInvalidBar(row, bar);
            beginBar();
            const rowState = state as RowState;
            const { side, strength, range } = rowState;
            const admission = { ...rowState.admission };
            const isChanged = refreshInputs(rowState.inner, bar);
            updateSide(rowState, bar);
            endBar();
            return (
              isChanged ||
              rowState.side !== side ||
              rowState.strength !== strength ||
              !Object.is(rowState.range, range) ||
              !hasSameRejection(rowState.admission, admission)
            );
          },
        }
      : {}),
    fold(state, bar) {
      if (hasInvalidPrice(bar)) throwInvalidBar(row, bar);
      beginBar();
      const rowState = state as RowState;
      updateTrueRange(rowState.trueRange, bar);
      rule.fold(rowState.inner, bar);
      updateSide(rowState, bar);
      rowState.bars += 1;
      endBar();
    },
    copyState(state): RowState {
      const rowState = state as RowState;
      return {
        ...rowState,
        inner: rule.copyState(rowState.inner),
        trueRange: { ...rowState.trueRange },
        admission: copyEntryState(rowState.admission),
      };
    },
    ...(computeExpectedMove
      ? {
          computeExpectedMove: (state: PlaybookState) =>
            state.side === 0 ? null : computeExpectedMove((state as RowState).inner),
        }
      : {}),
    buildTarget: (state) => buildTarget(row, rule, state as RowState),
  };
}
