/**
 * Binds a playbook's row to its family with checked parameters: what the engine, the backtest and
 * every program fold.
 */
import type { z } from 'zod';
import {
  type Admission,
  admit,
  copyAdmission,
  formatRejectedEntry,
  newAdmission,
} from './admission';
import { placeOfDay } from './calendar-window';
import { brk } from './families/breakout';
import { carry } from './families/carry';
import { evt } from './families/report-event';
import { fund } from './families/fund';
import { hedge } from './families/hedge';
import { mom } from './families/mom';
import { rev } from './families/mean-reversion';
import { scalp } from './families/scalp';
import { seas } from './families/seas';
import { sprd } from './families/sprd';
import { type TrueRange, emptyTrueRange, foldTrueRange } from './families/true-range';
import { volr } from './families/volatility-regime';
import { wxa } from './families/weather-anomaly';
import {
  BrkParams,
  CarryParams,
  EvtParams,
  FundParams,
  HedgeParams,
  MomParams,
  RevParams,
  ScalpParams,
  SeasParams,
  SprdParams,
  VolrParams,
  WxaParams,
} from './params';
import { FIGURES_MAX, beginBar, endBar, figuresIn } from './steps';
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

/** A row that does not fit its family: the message names the row and each fault with its path. */
export class PlaybookError extends Error {}

/** A family with its parameters inside. */
interface BoundRule {
  init(): FoldState;
  fold(state: FoldState, bar: InputBar): void;
  copy(state: FoldState): FoldState;
  reason(state: FoldState, inputs: readonly string[]): string;
}

interface RowState extends PlaybookState {
  inner: FoldState;
  readonly trueRange: TrueRange;
  readonly admission: Admission;
}

const formatName = (row: PlaybookRow): string => `playbook ${row.commodity} ${row.id}`;

function bindRule<P, S extends FoldState>(
  schema: z.ZodType<P>,
  rule: Rule<P, S>,
): (row: PlaybookRow) => BoundRule {
  return (row) => {
    const parsed = schema.safeParse(row.params);
    const faults = parsed.success
      ? []
      : parsed.error.issues.map(
          (issue) => `${['params', ...issue.path].join('.')}: ${issue.message}`,
        );
    const all = [...faults, ...rowFaults(row)];
    if (!parsed.success || all.length > 0)
      throw new PlaybookError(`${formatName(row)}: ${all.join('; ')}`);
    const params = parsed.data;
    // A state never leaves the evaluator that made it, so the family's own shape is safe to assume
    // here and nowhere else.
    return {
      init: () => rule.init(params),
      fold: (state, bar) => rule.fold(params, state as S, bar),
      copy: (state) => rule.copy(state as S),
      reason: (state, inputs) => rule.reason(params, state as S, inputs),
    };
  };
}

const BINDERS: Readonly<Record<Family, (row: PlaybookRow) => BoundRule>> = {
  MOM: bindRule(MomParams, mom),
  REV: bindRule(RevParams, rev),
  BRK: bindRule(BrkParams, brk),
  SEAS: bindRule(SeasParams, seas),
  SPRD: bindRule(SprdParams, sprd),
  CARRY: bindRule(CarryParams, carry),
  WXA: bindRule(WxaParams, wxa),
  EVT: bindRule(EvtParams, evt),
  FUND: bindRule(FundParams, fund),
  HEDGE: bindRule(HedgeParams, hedge),
  VOLR: bindRule(VolrParams, volr),
  SCALP: bindRule(ScalpParams, scalp),
};

/** Parameters of any family that are places in the row's inputs. */
const PLACES = ['place', 'places', 'since', 'surprise', 'until', 'estimate'] as const;

/** Inputs and gates of one row: a place is one digit. */
const ITEMS_MAX = 10;

/**
 * Faults of a row that its parameters alone cannot show: places outside its inputs, days that no
 * year has.
 */
function rowFaults(row: PlaybookRow): readonly string[] {
  const named = PLACES.flatMap((key) =>
    [row.params[key]].flat().map((place) => [`params.${key}`, place] as const),
  );
  const gated = row.gates.map((gate, index) => [`gates.${index}.input`, gate.input] as const);
  const count = row.inputs.length;
  const outside = [...named, ...gated].filter(
    ([, place]) =>
      typeof place === 'number' && !(Number.isInteger(place) && place >= 0 && place < count),
  );
  const many = (['inputs', 'gates'] as const).filter((key) => row[key].length > ITEMS_MAX);
  const days = row.window
    ? (['from', 'to'] as const).filter((key) => row.window && placeOfDay(row.window[key]) < 0)
    : [];
  return [
    ...many.map((key) => `${key}: at most ${ITEMS_MAX}, got ${row[key].length}`),
    ...outside.map(
      ([path, place]) =>
        `${path}: ${String(place)} is no place in its ${count} inputs, which count from 0`,
    ),
    ...days.map((key) => `window.${key}: a day of the year is written MM-DD, e.g. 10-15`),
  ];
}

/** True where a price is NaN or infinite: differences of finite numbers alone are numbers. */
const isUnsound = ({ open, high, low, close }: InputBar): boolean =>
  Number.isNaN(open - open + (high - high) + (low - low) + (close - close));

function failInput(row: PlaybookRow, { open, high, low, close, endsMs }: InputBar): never {
  throw new RangeError(
    `${formatName(row)}: a bar's prices must be finite numbers, got ${open}, ${high}, ${low}, ${close} at ${endsMs}; leave such a bar out`,
  );
}

function buildTarget(row: PlaybookRow, rule: BoundRule, state: RowState): PlaybookTarget {
  const { side, strength, range, inner, admission } = state;
  return {
    side: side === 1 ? 'LONG' : side === -1 ? 'SHORT' : 'FLAT',
    strength,
    range: Number.isNaN(range) ? null : range,
    reason: `${rule.reason(inner, row.inputs)}${formatRejectedEntry(row, admission)}`,
  };
}

/**
 * Makes a row ready to fold. After every bar the state has its side: the family's, unless the row's
 * sides, window or gates keep it out;
 * a side that the family keeps is entered later when its gate opens. Prices are in quoted units and
 * may lie at or below zero.
 * Throws PlaybookError when the row does not fit its family; `fold` throws RangeError for a price
 * that is no finite number and then leaves the state as it was,
 * and RuleBudgetError for more steps than a bar allows.
 */
export function createEvaluator(row: PlaybookRow): Evaluator {
  const rule = BINDERS[row.family](row);
  const init = (): RowState => ({
    side: 0,
    strength: 0,
    range: NaN,
    bars: 0,
    inner: rule.init(),
    trueRange: emptyTrueRange(),
    admission: newAdmission(row.window),
  });
  if (figuresIn(init()) > FIGURES_MAX)
    throw new PlaybookError(
      `${formatName(row)}: its state would hold more than ${FIGURES_MAX} figures; shorten its windows`,
    );
  return {
    row,
    init,
    fold(state, bar) {
      if (isUnsound(bar)) failInput(row, bar);
      beginBar();
      const own = state as RowState;
      foldTrueRange(own.trueRange, bar);
      own.range = own.trueRange.range;
      rule.fold(own.inner, bar);
      own.side = admit(row, own.admission, own.inner.side, own.side, bar);
      own.strength = own.side === 0 ? 0 : own.inner.strength;
      own.bars += 1;
      endBar();
    },
    copy(state): RowState {
      const own = state as RowState;
      return {
        ...own,
        inner: rule.copy(own.inner),
        trueRange: { ...own.trueRange },
        admission: copyAdmission(own.admission),
      };
    },
    target: (state) => buildTarget(row, rule, state as RowState),
  };
}
