/**
 * Makers of playbook rows: what follows from risk and timeframe is filled in here, so that a row
 * says only what is its own.
 */
import type { PlaybookRisk } from '../../domain/playbook-risk';
import type { z } from 'zod';
import type { CommodityKey } from '../../domain/commodity';
import type {
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

/** What a revision rule is given, before its schema adds what is usual. */
type Revision = z.input<typeof WxaParams>;

/** The parameters that each family takes. */
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
}

/** What a row says of itself; what it leaves out follows from its risk and its timeframe. */
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

/** Names of the symbols that a sprite must have. */
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

/** Stop in average ranges and target in multiples of the stop, by risk. */
const USUAL: Readonly<Record<PlaybookRisk, { readonly stop: number; readonly target: number }>> = {
  LOW: { stop: 1.5, target: 1.5 },
  MEDIUM: { stop: 2, target: 2 },
  HIGH: { stop: 3, target: 3 },
};

/**
 * Stops that leave room for holdings of months, which a usual stop would end within days; they have
 * no target, the rule ends them.
 */
export const SLOW = { stop: 4, target: null } as const;
export const SLOWEST = { stop: 6, target: null } as const;
/**
 * Two legs have no stop of one of them: the range of a leg says nothing about the spread. Rule and
 * time end them.
 */
export const PAIR = { stop: null, target: null } as const;

/**
 * Bars in a unit of a timeframe: power trades around the clock, a week has five days of trading and
 * a month twenty-one.
 */
const BARS_IN: Readonly<Record<BarLength, Readonly<Record<string, number>>>> = {
  '15m': { minutes: 1 / 15, hours: 4 },
  '1h': { minutes: 1 / 60, hours: 1, days: 24 },
  '1d': { days: 1, weeks: 5, months: 21 },
};
const TIMEFRAME =
  /^[1-9]\d*( minutes| hours?| days| weeks)?-([1-9]\d*) (minutes|hours|days|weeks|months)$/;

/**
 * The longest holding in bars by the far end of a timeframe such as `4 hours-3 days`. Throws
 * RangeError for a text of another form.
 */
export function longestBars(timeframe: string, bar: BarLength): number {
  const [, , count, unit] = TIMEFRAME.exec(timeframe) ?? [];
  const bars = Number(count) * (BARS_IN[bar][unit ?? ''] ?? NaN);
  if (!(bars >= 1))
    throw new RangeError(
      `'${timeframe}' is no timeframe of ${bar} bars; write one such as '3-15 days' or '4 hours-3 days'`,
    );
  return Math.round(bars);
}

/** A maker of one commodity's rows. */
export const createRows =
  (commodity: CommodityKey) =>
  <F extends Family>(
    id: string,
    family: F,
    params: FamilyParams[F],
    facts: RowFacts,
  ): PlaybookRow => {
    const { risk, bar = '1d', window } = facts;
    const { stop = USUAL[risk].stop, target = USUAL[risk].target } = facts;
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
      barsHeldMax: longestBars(facts.timeframe, bar),
      isRare: facts.isRare ?? false,
      text: { what: facts.what, when: facts.when, how: facts.how, why: facts.why },
    };
  };

/** A condition of entry on the input at a place. */
export const buildGate = (input: number, is: Gate['is'], value: number, text: string): Gate => ({
  input,
  is,
  value,
  ends: false,
  text,
});
/** One that also ends a holding. */
export const gateThatEnds = (input: number, is: Gate['is'], value: number, text: string): Gate => ({
  ...buildGate(input, is, value, text),
  ends: true,
});

/** Long one unit of the first month and short `ratio` of the second where the rule says long. */
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

/** A spread between two months of one chain. */
export const calendarPair = (chain: string, near: MonthPick, far: MonthPick): SpreadLegs =>
  buildPair(chain, near, chain, far, 1);

/** With the scaled revision at place 0: `sign` is what the price answers to a rise of it. */
export const buildRevision = (e: number, hold: number, sign: 1 | -1): Revision => ({
  place: 0,
  e,
  hold,
  sign,
});

/** The inputs of a rule on reports: days since the last one and its surprise. */
export const reportInputs = (report: string, prefix: string): readonly string[] => [
  `evt/${report}/days-since`,
  `evt/${report}/${prefix}/surprise`,
];
export const afterReport = (e: number, hold: number): EvtParams => ({
  kind: 'report',
  since: 0,
  surprise: 1,
  e,
  hold,
});

/** A side from where the chance or strength at place 0 passes a level. */
export const onChance = (
  above: number,
  exit: number,
  hold: number,
  dir: 'LONG' | 'SHORT' = 'LONG',
): EvtParams => ({ kind: 'chance', place: 0, above, exit, hold, dir });
