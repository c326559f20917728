/** The 108 playbooks of the ten modes, in the order of their lists, and what makes a row whole. */
import { z } from 'zod';
import { COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { placeOfDay } from '../calendar-window';
import { FAMILY_PARAMS } from '../params';
import { BAR_MS, FAMILIES, type PlaybookRow } from '../playbook';
import { COFFEE_PLAYBOOKS } from './coffee';
import { CORN_PLAYBOOKS } from './corn';
import { COTTON_PLAYBOOKS } from './cotton';
import { CRUDE_OIL_PLAYBOOKS } from './crude-oil';
import { ELECTRICITY_PLAYBOOKS } from './electricity';
import { NATURAL_GAS_PLAYBOOKS } from './natural-gas';
import { OIL_PLAYBOOKS } from './oil';
import { ORANGE_JUICE_PLAYBOOKS } from './orange-juice';
import { PLAYBOOK_ICONS, longestBars } from './row';
import { SOYBEAN_PLAYBOOKS } from './soybeans';
import { WHEAT_PLAYBOOKS } from './wheat';

const PLAYBOOKS: Readonly<Record<CommodityKey, readonly PlaybookRow[]>> = {
  electricity: ELECTRICITY_PLAYBOOKS,
  'natural-gas': NATURAL_GAS_PLAYBOOKS,
  corn: CORN_PLAYBOOKS,
  soybeans: SOYBEAN_PLAYBOOKS,
  wheat: WHEAT_PLAYBOOKS,
  'orange-juice': ORANGE_JUICE_PLAYBOOKS,
  oil: OIL_PLAYBOOKS,
  coffee: COFFEE_PLAYBOOKS,
  'crude-oil': CRUDE_OIL_PLAYBOOKS,
  cotton: COTTON_PLAYBOOKS,
};

/** The playbooks of a mode in the order of its list. */
export const listPlaybooks = (commodity: CommodityKey): readonly PlaybookRow[] =>
  PLAYBOOKS[commodity];

/** The playbook of a mode with this id, or null; ids are in capitals. */
export const findPlaybookRow = (commodity: CommodityKey, id: string): PlaybookRow | null =>
  PLAYBOOKS[commodity].find((row) => row.id === id) ?? null;

/** How many playbooks there are in all modes. */
export const PLAYBOOK_COUNT = COMMODITY_KEYS.reduce((sum, mode) => sum + PLAYBOOKS[mode].length, 0);

const Text = z.string().min(20).max(400);
const DayOfYear = z
  .string()
  .refine((text) => placeOfDay(text) >= 0, {
    error: 'a day of the year is written MM-DD, e.g. 10-15',
  });
const Gate = z.strictObject({
  input: z.int().min(0),
  is: z.enum(['above', 'below']),
  value: z.number(),
  ends: z.boolean(),
  text: z.string().min(5),
});
const Leg = z.strictObject({
  chain: z.string().min(2),
  month: z.union([
    z.literal(1),
    z.literal(2),
    z.literal(3),
    z.enum(['Jan', 'Mar', 'Apr', 'May', 'Jul', 'Sep', 'Nov', 'Dec']),
  ]),
});
/** Percent a year that a row may be said to bring. */
const Percent = z.number().min(5).max(50);
/** Inputs that parameters name by place. */
const PLACES = ['place', 'since', 'surprise', 'until', 'estimate'] as const;

/**
 * What every row of the catalogue fulfils. Parameters are checked by the schema of the row's
 * family.
 */
export const PlaybookRowSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Z][A-Z0-9_]+$/),
    commodity: z.enum(COMMODITY_KEYS),
    name: z.string().min(5).max(40),
    description: z.string().min(20).max(160),
    icon: z.enum(PLAYBOOK_ICONS),
    riskLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']),
    expectedReturn: z.strictObject({ low: Percent, high: Percent }),
    timeframe: z.string(),
    family: z.enum(FAMILIES),
    params: z.record(z.string(), z.unknown()),
    bar: z.enum(Object.keys(BAR_MS) as (keyof typeof BAR_MS)[]),
    inputs: z.array(z.string()).max(10),
    gates: z.array(Gate),
    window: z.strictObject({ from: DayOfYear, to: DayOfYear }).nullable(),
    sides: z.enum(['BOTH', 'LONG', 'SHORT']),
    chains: z.array(z.string()).min(1).nullable(),
    legs: z.strictObject({ first: Leg, second: Leg, ratio: z.number().positive() }).nullable(),
    stopRanges: z.number().positive().nullable(),
    targetRatio: z.number().positive().nullable(),
    barsHeldMax: z.int().positive().nullable(),
    isRare: z.boolean(),
    text: z.strictObject({ what: Text, when: Text, how: Text, why: Text }),
  })
  .superRefine((row, context) => {
    const fault = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { low, high } = row.expectedReturn;
    if (low >= high)
      fault('expectedReturn', `${low} to ${high} is no range: the lower bound comes first`);
    const places = [
      ...row.gates.map(({ input }) => input),
      ...PLACES.flatMap((name) => (typeof row.params[name] === 'number' ? [row.params[name]] : [])),
    ];
    for (const place of places)
      if (place >= row.inputs.length)
        fault('inputs', `place ${place} is named, but there are ${row.inputs.length} inputs`);
    const params = FAMILY_PARAMS[row.family].safeParse(row.params);
    if (!params.success)
      fault(
        'params',
        params.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      );
    const isTimed = ((): boolean => {
      try {
        return longestBars(row.timeframe, row.bar) > 0;
      } catch {
        return false;
      }
    })();
    if (!isTimed) fault('timeframe', `'${row.timeframe}' is no timeframe of ${row.bar} bars`);
    if (row.targetRatio !== null && row.stopRanges === null)
      fault('targetRatio', 'a target is told in stops, and there is none');
    if (row.legs !== null && row.stopRanges !== null)
      fault(
        'stopRanges',
        'the range of one leg says nothing about the spread: it is left by its rule, by time or with a month',
      );
    if (row.family === 'SPRD' && row.legs === null)
      fault('legs', 'a rule on a spread needs its two legs');
  });
