/** Builders of playbook rows with defaults by risk and timeframe. */
import type { PlaybookRisk } from '../../domain/playbook-risk';
import type { z } from 'zod';
import type { CommodityKey } from '../../domain/commodity';
import type {
  AiParams,
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
} from '../params';
import type { BarLength, Family, Gate, MonthPick, PlaybookRow, SpreadLegs } from '../playbook';

/** Input of the revision schema, before defaults. */
type Revision = z.input<typeof WxaParams>;

/** Parameters by family. */
interface FamilyParams {
  MOM: MomParams;
  REV: RevParams;
  BRK: BrkParams;
  SEAS: SeasParams;
  SPRD: SprdParams;
  CARRY: CarryParams;
  WXA: Revision;
  EVT: EvtParams;
  FUND: FundParams;
  HEDGE: HedgeParams;
  VOLR: VolrParams;
  SCALP: ScalpParams;
  AI: AiParams;
}

/** Fields of a row; omitted ones follow from risk and timeframe. */
interface RowFacts {
  readonly name: string;
  readonly icon: Icon;
  readonly description: string;
  readonly risk: PlaybookRisk;
  readonly returns: readonly [low: number, high: number];
  readonly timeframe: string;
  readonly bar?: BarLength;
  readonly inputs?: readonly string[];
  readonly gates?: readonly Gate[];
  readonly window?: readonly [from: string, to: string];
  readonly sides?: PlaybookRow['sides'];
  readonly chains?: readonly string[];
  readonly legs?: SpreadLegs;
  readonly stop?: number | null;
  readonly target?: number | null;
  readonly isRare?: boolean;
  readonly what: string;
  readonly when: string;
  readonly how: string;
  readonly why: string;
}

/** Symbols required in the icon sprite. */
export const PLAYBOOK_ICONS = [
  'sun',
  'snowflake',
  'wind',
  'bolt',
  'drop',
  'leaf',
  'storm',
  'ship',
  'calendar',
  'scales',
  'swap',
  'chart',
  'anchor',
  'flame',
  'factory',
  'coin',
  'globe',
] as const;
type Icon = (typeof PLAYBOOK_ICONS)[number];

/** Default stop in ATR and target in multiples of the stop, by risk. */
const DEFAULT_EXITS: Readonly<
  Record<PlaybookRisk, { readonly stop: number; readonly target: number }>
> = {
  LOW: { stop: 1.5, target: 1.5 },
  MEDIUM: { stop: 2, target: 2 },
  HIGH: { stop: 3, target: 3 },
};

/** Wide stops without target for holdings of months; the rule exits. */
export const SLOW_EXITS = { stop: 4, target: null } as const;
export const SLOWEST_EXITS = { stop: 6, target: null } as const;
/**
 * Spreads have no stop: the ATR of one leg does not measure the spread. Rule and time limit exit.
 */
export const PAIR_EXITS = { stop: null, target: null } as const;

/**
 * Bars per timeframe unit: power trades around the clock; a week has 5 trading days, a month 21.
 */
const BARS_PER_UNIT: Readonly<Record<BarLength, Readonly<Record<string, number>>>> = {
  '15m': { minutes: 1 / 15, hours: 4 },
  '1h': { minutes: 1 / 60, hours: 1, days: 24 },
  '1d': { days: 1, weeks: 5, months: 21 },
};
const TIMEFRAME =
  /^[1-9]\d*( minutes| hours?| days| weeks)?-([1-9]\d*) (minutes|hours|days|weeks|months)$/;

/**
 * Maximum holding in bars from the upper end of a timeframe such as `4 hours-3 days`. Throws
 * RangeError for another form.
 */
export function computeMaxBars(timeframe: string, bar: BarLength): number {
  const [, , count, unit] = TIMEFRAME.exec(timeframe) ?? [];
  const bars = Number(count) * (BARS_PER_UNIT[bar][unit ?? ''] ?? NaN);
  if (!(bars >= 1))
    throw new RangeError(
      `'${timeframe}' is no timeframe of ${bar} bars; write one such as '3-15 days' or '4 hours-3 days'`,
    );
  return Math.round(bars);
}

/** Creates a row builder for one commodity. */
export const createRowBuilder =
  (commodity: CommodityKey) =>
  <F extends Family>(
    id: string,
    family: F,
    params: FamilyParams[F],
    facts: RowFacts,
  ): PlaybookRow => {
    const { risk, bar = '1d', window } = facts;
    const { stop = DEFAULT_EXITS[risk].stop, target = DEFAULT_EXITS[risk].target } = facts;
    return {
      id,
      commodity,
      name: facts.name,
      description: facts.description,
      icon: facts.icon,
      riskLevel: risk,
      expectedReturn: { low: facts.returns[0], high: facts.returns[1] },
      timeframe: facts.timeframe,
      family,
      params,
      bar,
      inputs: facts.inputs ?? [],
      gates: facts.gates ?? [],
      window: window ? { from: window[0], to: window[1] } : null,
      sides: facts.sides ?? 'BOTH',
      chains: facts.chains ?? null,
      legs: facts.legs ?? null,
      stopRanges: stop,
      targetRatio: target,
      barsHeldMax: computeMaxBars(facts.timeframe, bar),
      isRare: facts.isRare ?? false,
      text: { what: facts.what, when: facts.when, how: facts.how, why: facts.why },
    };
  };

/** An entry condition on an input by index. */
export const buildGate = (input: number, is: Gate['is'], value: number, text: string): Gate => ({
  input,
  is,
  value,
  ends: false,
  text,
});
/** An entry condition that also ends a holding. */
export const buildExitGate = (
  input: number,
  is: Gate['is'],
  value: number,
  text: string,
): Gate => ({ ...buildGate(input, is, value, text), ends: true });

/** A pair: LONG is long one unit of the first month and short `ratio` of the second. */
export const buildPair = (
  first: string,
  firstMonth: MonthPick,
  second: string,
  secondMonth: MonthPick,
  ratio: number,
): SpreadLegs => ({
  first: { chain: first, month: firstMonth },
  second: { chain: second, month: secondMonth },
  ratio,
});

/** A calendar spread of one chain. */
export const buildCalendarPair = (chain: string, near: MonthPick, far: MonthPick): SpreadLegs =>
  buildPair(chain, near, chain, far, 1);

/** Parameters of a scaled revision at index 0; `sign` is +1 when a rise is bullish. */
export const buildRevision = (e: number, hold: number, sign: 1 | -1): Revision => ({
  place: 0,
  e,
  hold,
  sign,
});

/** Inputs of a report rule: days since the report and its surprise. */
export const buildReportInputs = (report: string, prefix: string): readonly string[] => [
  `evt/${report}/days-since`,
  `evt/${report}/${prefix}/surprise`,
];
export const buildReportParams = (e: number, hold: number): EvtParams => ({
  kind: 'report',
  since: 0,
  surprise: 1,
  e,
  hold,
});

/** Enters when the probability or strength at index 0 exceeds `above`. */
export const buildProbabilityParams = (
  above: number,
  exit: number,
  hold: number,
  dir: 'LONG' | 'SHORT' = 'LONG',
): EvtParams => ({ kind: 'chance', place: 0, above, exit, hold, dir });
