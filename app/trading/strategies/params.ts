/**
 * The parameters of the twelve families, as a row may set them.
 *  Places are places in the row's inputs.
 */
import { z } from 'zod';
import { isZone } from '../market/local-time';
import { placeOfDay } from './calendar-window';
import type { Family } from './playbook';

const Bars = z.int().min(2).max(2000);
const Threshold = z.number().positive().max(10);
const Exit = z.number().min(0).max(10);
const Hold = z.int().min(1).max(5000);
const Place = z.int().min(0).max(9);
const Sign = z.union([z.literal(1), z.literal(-1)]);
const DayOfYear = z
  .string()
  .refine((text) => placeOfDay(text) >= 0, {
    error: 'a day of the year is written MM-DD, e.g. 10-15',
  });
const Window = z.strictObject({ from: DayOfYear, to: DayOfYear });
const below = <T extends { x: number; e: number }>(params: T): boolean => params.x < params.e;
const BELOW = { error: 'x, the exit, must be below e, the entry', path: ['x'] };

/** With a move over n bars of at least e standard deviations; out when it crosses zero. */
export const MomParams = z.strictObject({ n: Bars, e: Threshold });
/** Against a close e deviations from its n-bar average, until within x. */
export const RevParams = z.strictObject({ n: Bars, e: Threshold, x: Exit }).refine(below, BELOW);
/**
 * With a close k average ranges beyond the channel of n bars; out at the opposite channel of half
 * as many.
 */
export const BrkParams = z.strictObject({ n: Bars, k: z.number().min(0).max(10) });
/**
 * One side inside a part of the year. `dir` INPUT takes the sign of the input at `place` times
 * `sign`, where it is at least `least` away from 0.
 * `filter` asks the close's z over n bars to lie between two bounds.
 */
export const SeasParams = z
  .strictObject({
    window: Window,
    dir: z.enum(['LONG', 'SHORT', 'INPUT']),
    place: Place.optional(),
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
 * Fades z of a spread (the input at `place`) over n bars at e, out within x. LONG is long of the
 * first leg.
 */
export const SprdParams = z
  .strictObject({ place: Place, n: Bars, e: Threshold, x: Exit })
  .refine(below, BELOW);
/**
 * Long above a yearly roll yield of e (the input at `place`), short below -e; looked at every
 * `every` bars.
 */
export const CarryParams = z.strictObject({
  place: Place,
  e: z.number().positive().max(2),
  every: z.int().min(1).max(60),
});
/**
 * revision, which is meant where no kind is said: with a revision of at least e usual ones (the
 * input at `place`, already scaled), held `hold` bars or until the opposite one.
 * anomaly: with readings (the sum of the inputs at `places`, averaged over `averageDays`) e
 * deviations from what is normal within n days of the date,
 * as learnt from earlier days alone; `window` is the part of the year in which they move the price.
 * `sign` is +1 where more of it lifts the price. Either is traded again only after it has once been
 * smaller.
 */
export const WxaParams = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('revision').default('revision'),
    place: Place,
    e: Threshold,
    hold: Hold,
    sign: Sign,
  }),
  z.strictObject({
    kind: z.literal('anomaly'),
    places: z.array(Place).min(1).max(4),
    averageDays: z.int().min(1).max(90),
    n: z.int().min(3).max(45),
    e: Threshold,
    hold: Hold,
    sign: Sign,
    window: Window.optional(),
  }),
]);
/**
 * chance: a side from where an input passes `above`, out below `exit` or after `hold` bars; one
 * rise is one trade.
 * report: after a report whose surprise is at least e, its sign for `hold` bars (`since` and
 * `surprise` are places); the same report is traded once.
 * estimate: before a report, from `pre` days ahead, the sign of an own estimate of at least e times
 * `sign`, until `hold` bars after entry.
 */
export const EvtParams = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('chance'),
    place: Place,
    above: z.number(),
    exit: z.number(),
    hold: Hold,
    dir: z.enum(['LONG', 'SHORT']),
  }),
  z.strictObject({ kind: z.literal('report'), since: Place, surprise: Place, e: Exit, hold: Hold }),
  z.strictObject({
    kind: z.literal('estimate'),
    until: Place,
    estimate: Place,
    e: z.number().positive(),
    pre: z.number().positive().max(10),
    hold: Hold,
    sign: Sign,
  }),
]);
/**
 * Towards fair value: the gap is the input less the close (`price`) or the input itself (`gap`); in
 * at e of its deviation over n bars, out within x.
 */
export const FundParams = z
  .strictObject({ kind: z.enum(['price', 'gap']), place: Place, n: Bars, e: Threshold, x: Exit })
  .refine(below, BELOW);
/**
 * The trend over n bars of what is left of the close when its rolling beta to a factor (the input
 * at `place`) is taken out, at e deviations.
 */
export const HedgeParams = z.strictObject({ place: Place, n: Bars, e: Threshold });
/**
 * Short-run over long-run deviation of the last n bars: below `lo` the next move out of the channel
 * of n bars by k ranges is followed; above `hi` it is faded as by REV with e and x. Null for no
 * such branch.
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
  .refine(below, BELOW)
  .refine((params) => params.lo !== null || params.hi !== null, {
    error: 'one of lo and hi must be set',
    path: ['lo'],
  });
/**
 * Fades e deviations from the n-bar average inside hours of a market's day, [from, to), and is flat
 * at the end of them.
 */
export const ScalpParams = z
  .strictObject({
    n: Bars,
    e: Threshold,
    from: z.int().min(0).max(23),
    to: z.int().min(1).max(24),
    zone: z.string().refine(isZone, { error: 'a zone is an IANA name, e.g. America/Chicago' }),
  })
  .refine((params) => params.from < params.to, { error: 'from must be before to', path: ['from'] });

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

/** The schema of each family. */
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
};
