/** Parameter schemas of the rule families. Indices refer to the inputs of the row. */
import { z } from 'zod';
import { isZone } from '../market/local-time';
import { parseDayIndex } from './calendar-window';
import type { Family } from './playbook';

const Bars = z.int().min(2).max(2000);
const Threshold = z.number().positive().max(10);
const Exit = z.number().min(0).max(10);
const Hold = z.int().min(1).max(5000);
const InputIndex = z.int().min(0).max(9);
/** Parameters that are indices into the inputs of the row: one or a list. */
export const INDEX_PARAMS = ['place', 'places', 'since', 'surprise', 'until', 'estimate'] as const;
const Sign = z.union([z.literal(1), z.literal(-1)]);
const DayOfYear = z
  .string()
  .refine((text) => parseDayIndex(text) >= 0, {
    error: 'a day of the year is written MM-DD, e.g. 10-15',
  });
const Window = z.strictObject({ from: DayOfYear, to: DayOfYear });
const isExitBelowEntry = <T extends { x: number; e: number }>(params: T): boolean =>
  params.x < params.e;
const EXIT_BELOW_ENTRY = { error: 'x, the exit, must be below e, the entry', path: ['x'] };

/** Follows a move over n bars of at least e sigma; exits when it crosses zero. */
export const MomParams = z.strictObject({ n: Bars, e: Threshold });
/** Fades a close e sigma from its n-bar average; exits within x. */
export const RevParams = z
  .strictObject({ n: Bars, e: Threshold, x: Exit })
  .refine(isExitBelowEntry, EXIT_BELOW_ENTRY);
/** Follows a close k ATR beyond the n-bar channel; exits at the opposite channel of n/2 bars. */
export const BrkParams = z.strictObject({ n: Bars, k: z.number().min(0).max(10) });
/**
 * One side within a season. `dir` INPUT uses the sign of the input at `place` times `sign` when its
 * size is at least `least`.
 * `filter` bounds the z-score of the close over n bars.
 */
export const SeasParams = z
  .strictObject({
    window: Window,
    dir: z.enum(['LONG', 'SHORT', 'INPUT']),
    place: InputIndex.optional(),
    sign: Sign.optional(),
    least: z.number().min(0).optional(),
    filter: z
      .strictObject({ n: Bars, zMin: z.number().nullable(), zMax: z.number().nullable() })
      .refine((filter) => (filter.zMin ?? -Infinity) < (filter.zMax ?? Infinity), {
        error: 'zMin must be below zMax',
        path: ['zMin'],
      })
      .optional(),
  })
  .refine((params) => params.dir !== 'INPUT' || params.place !== undefined, {
    error: 'the direction INPUT needs the place of its input',
    path: ['place'],
  });
/**
 * Fades the z-score of a spread (the input at `place`) over n bars at e; exits within x. LONG is
 * long the first leg.
 */
export const SprdParams = z
  .strictObject({ place: InputIndex, n: Bars, e: Threshold, x: Exit })
  .refine(isExitBelowEntry, EXIT_BELOW_ENTRY);
/**
 * Long above an annual roll yield of e (the input at `place`), short below -e; checked every
 * `every` bars.
 */
export const CarryParams = z.strictObject({
  place: InputIndex,
  e: z.number().positive().max(2),
  every: z.int().min(1).max(60),
});
/**
 * revision (default): follows a scaled forecast revision (the input at `place`) of at least e
 * sigma, for `hold` bars or until an opposite one.
 * anomaly: readings (sum of the inputs at `places`, averaged over `averageDays`) e sigma from the
 * normal within n days of the date, estimated from earlier days only; `window` is the season of the
 * effect.
 * `sign` is +1 when a higher value is bullish. A new trade requires that the value has fallen below
 * e once.
 */
export const WxaParams = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('revision').default('revision'),
    place: InputIndex,
    e: Threshold,
    hold: Hold,
    sign: Sign,
  }),
  z.strictObject({
    kind: z.literal('anomaly'),
    places: z.array(InputIndex).min(1).max(4),
    averageDays: z.int().min(1).max(90),
    n: z.int().min(3).max(45),
    e: Threshold,
    hold: Hold,
    sign: Sign,
    window: Window.optional(),
  }),
]);
/**
 * chance: enters when an input exceeds `above`, exits below `exit` or after `hold` bars; one trade
 * per rise.
 * report: after a report with a surprise of at least e, follows its sign for `hold` bars (`since`
 * and `surprise` are indices); one trade per report.
 * estimate: within `pre` days before a report, takes the sign of an estimate of at least e, times
 * `sign`, for `hold` bars.
 */
export const EvtParams = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('chance'),
    place: InputIndex,
    above: z.number(),
    exit: z.number(),
    hold: Hold,
    dir: z.enum(['LONG', 'SHORT']),
  }),
  z.strictObject({
    kind: z.literal('report'),
    since: InputIndex,
    surprise: InputIndex,
    e: Exit,
    hold: Hold,
  }),
  z.strictObject({
    kind: z.literal('estimate'),
    until: InputIndex,
    estimate: InputIndex,
    e: z.number().positive(),
    pre: z.number().positive().max(10),
    hold: Hold,
    sign: Sign,
  }),
]);
/**
 * Trades toward fair value: the gap is input minus close (`price`) or the input itself (`gap`).
 * Enters at e sigma over n bars, exits within x.
 */
export const FundParams = z
  .strictObject({
    kind: z.enum(['price', 'gap']),
    place: InputIndex,
    n: Bars,
    e: Threshold,
    x: Exit,
  })
  .refine(isExitBelowEntry, EXIT_BELOW_ENTRY);
/**
 * Follows the n-bar trend of the residual of the close after its rolling beta to a factor (the
 * input at `place`), at e sigma.
 */
export const HedgeParams = z.strictObject({ place: InputIndex, n: Bars, e: Threshold });
/**
 * Ratio of short to long volatility over n bars. Below `lo`: follows a breakout of the n-bar
 * channel by k ATR. Above `hi`: fades as REV with e and x. Null disables a branch.
 */
export const VolrParams = z
  .strictObject({
    n: Bars,
    lo: z.number().positive().nullable(),
    hi: z.number().positive().nullable(),
    k: z.number().min(0).max(10),
    e: Threshold,
    x: Exit,
  })
  .refine(isExitBelowEntry, EXIT_BELOW_ENTRY)
  .refine((params) => params.lo !== null || params.hi !== null, {
    error: 'one of lo and hi must be set',
    path: ['lo'],
  });
/** Fades e sigma from the n-bar average within local hours [from, to); flat at their end. */
export const ScalpParams = z
  .strictObject({
    n: Bars,
    e: Threshold,
    from: z.int().min(0).max(23),
    to: z.int().min(1).max(24),
    zone: z.string().refine(isZone, { error: 'a zone is an IANA name, e.g. America/Chicago' }),
  })
  .refine((params) => params.from < params.to, { error: 'from must be before to', path: ['from'] });
/** Inputs of a signal: chance, three quantiles, round trip, skill, deviation, spike, age. */
const SIGNAL_INPUT_COUNT = 9;
/**
 * Follows the AI signal whose inputs are at `places`: enters when the chance of the side is at least
 * 0.5 + margin and the expected gain while held exceeds e round trips; holds while the chance stays
 * on its side. Strength is `kelly` times the Kelly fraction, at most 1; of a short it is reduced by the
 * chance of a spike. A signal older than `hours` is stale.
 */
export const AiParams = z.strictObject({
  places: z.array(InputIndex).length(SIGNAL_INPUT_COUNT),
  e: Threshold,
  margin: z.number().min(0).max(0.5),
  kelly: z.number().positive().max(1),
  hours: z.number().positive().max(240),
});

export type MomParams = z.infer<typeof MomParams>;
export type RevParams = z.infer<typeof RevParams>;
export type BrkParams = z.infer<typeof BrkParams>;
export type SeasParams = z.infer<typeof SeasParams>;
export type SprdParams = z.infer<typeof SprdParams>;
export type CarryParams = z.infer<typeof CarryParams>;
export type WxaParams = z.infer<typeof WxaParams>;
export type EvtParams = z.infer<typeof EvtParams>;
export type FundParams = z.infer<typeof FundParams>;
export type HedgeParams = z.infer<typeof HedgeParams>;
export type VolrParams = z.infer<typeof VolrParams>;
export type ScalpParams = z.infer<typeof ScalpParams>;
export type AiParams = z.infer<typeof AiParams>;

export const FAMILY_PARAMS: Readonly<Record<Family, z.ZodType>> = {
  MOM: MomParams,
  REV: RevParams,
  BRK: BrkParams,
  SEAS: SeasParams,
  SPRD: SprdParams,
  CARRY: CarryParams,
  WXA: WxaParams,
  EVT: EvtParams,
  FUND: FundParams,
  HEDGE: HedgeParams,
  VOLR: VolrParams,
  SCALP: ScalpParams,
  AI: AiParams,
};
