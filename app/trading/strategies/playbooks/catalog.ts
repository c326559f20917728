/** Catalog of the playbooks of all commodities, and the schema of a row. */
import { z } from 'zod';
import { COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { parseDayIndex } from '../calendar-window';
import { FAMILY_PARAMS, INDEX_PARAMS } from '../params';
import { BAR_MS, FAMILIES, type PlaybookRow } from '../playbook';
import { COFFEE_PLAYBOOKS } from './coffee';
import { CORN_PLAYBOOKS } from './corn';
import { COTTON_PLAYBOOKS } from './cotton';
import { CRUDE_OIL_PLAYBOOKS } from './crude-oil';
import { ELECTRICITY_PLAYBOOKS } from './electricity';
import { NATURAL_GAS_PLAYBOOKS } from './natural-gas';
import { OIL_PLAYBOOKS } from './oil';
import { ORANGE_JUICE_PLAYBOOKS } from './orange-juice';
import { PLAYBOOK_ICONS, computeMaxBars } from './row-builders';
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

const ROWS_BY_ID = new Map(
  COMMODITY_KEYS.map((key) => [key, new Map(PLAYBOOKS[key].map((row) => [row.id, row]))]),
);

/** Playbooks of a commodity in list order. */
export const listPlaybooks = (commodity: CommodityKey): readonly PlaybookRow[] =>
  PLAYBOOKS[commodity];

/** The playbook with this id, or null; ids are upper case. */
export const findPlaybookRow = (commodity: CommodityKey, id: string): PlaybookRow | null =>
  ROWS_BY_ID.get(commodity)?.get(id) ?? null;

/** Number of playbooks of all commodities. */
export const PLAYBOOK_COUNT = COMMODITY_KEYS.reduce(
  (sum, commodity) => sum + PLAYBOOKS[commodity].length,
  0,
);

const Text = z.string().min(20).max(400);
const DayOfYear = z
  .string()
  .refine((text) => parseDayIndex(text) >= 0, {
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
/** Bounds of claimed returns, percent per year. */
const Percent = z.number().min(5).max(50);

/** Schema of every row. Parameters are validated by the schema of the family. */
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
    const addError = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { low, high } = row.expectedReturn;
    if (low >= high)
      addError('expectedReturn', `${low} to ${high} is no range: the lower bound must come first`);
    const indices = [
      ...row.gates.map(({ input }) => input),
      ...INDEX_PARAMS.flatMap((name) =>
        [row.params[name]].flat().filter((index): index is number => typeof index === 'number'),
      ),
    ];
    for (const index of indices)
      if (index >= row.inputs.length)
        addError('inputs', `place ${index} is named, but there are ${row.inputs.length} inputs`);
    const params = FAMILY_PARAMS[row.family].safeParse(row.params);
    if (!params.success)
      addError(
        'params',
        params.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      );
    const isTimed = ((): boolean => {
      try {
        return computeMaxBars(row.timeframe, row.bar) > 0;
      } catch {
        return false;
      }
    })();
    if (!isTimed) addError('timeframe', `'${row.timeframe}' is no timeframe of ${row.bar} bars`);
    if (row.targetRatio !== null && row.stopRanges === null)
      addError('targetRatio', 'a target is a multiple of the stop, and there is no stop');
    if (row.legs !== null && row.stopRanges !== null)
      addError(
        'stopRanges',
        'a spread has no stop, because the ATR of one leg does not measure it',
      );
    if (row.family === 'SPRD' && row.legs === null)
      addError('legs', 'a rule on a spread needs its two legs');
  });
