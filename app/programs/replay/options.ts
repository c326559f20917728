// Command line options of `npm run replay`.
import { z } from 'zod';
import {
  COMMODITY_KEYS,
  type CommodityKey,
  findCommodityKey,
} from '../../trading/domain/commodity';
import {
  POSITION_SIZES,
  type PositionSize,
  RISK_LEVELS,
  type RiskLevel,
} from '../../trading/domain/settings';
import type { EpochMs, Mills } from '../../trading/domain/units';
import { REFERENCE_IDS, type ReferenceId } from '../../trading/strategies/playbooks/reference';
import { type ProgramCall, UsageError } from '../cli';
import { parseOptions } from '../options/parse-options';
import { DAY_MS } from '../../trading/domain/time';

export interface ReplayOptions {
  readonly files: readonly string[];
  readonly weatherFile: string | null;
  readonly commodity: CommodityKey | null;
  /** Null selects each commodity's default. */
  readonly playbook: ReferenceId | 'all' | null;
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly capitalMills: Mills;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
  readonly dataDir: string | null;
  readonly mayReplace: boolean;
  readonly column: string | undefined;
  readonly dateColumn: string | undefined;
  readonly zone: string | undefined;
  readonly place: string | undefined;
}

export const OPTION_ROWS = {
  commodity: { type: 'string' },
  playbook: { type: 'string' },
  weather: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  cash: { type: 'string' },
  size: { type: 'string' },
  risk: { type: 'string' },
  'data-dir': { type: 'string' },
  replace: { type: 'boolean' },
  column: { type: 'string' },
  'date-column': { type: 'string' },
  zone: { type: 'string' },
  place: { type: 'string' },
} as const;

export const OPTION_HELP: Readonly<Record<string, string>> = {
  'FILE...': 'price CSV files: daily, monthly or intraday, OHLC or one price; one instrument each',
  '--commodity K': `one of ${COMMODITY_KEYS.join(', ')} (default: detected from the file)`,
  '--playbook ID': `one of ${REFERENCE_IDS.join(', ')}, or all (default: the commodity's default)`,
  '--weather FILE': 'daily weather CSV file, for WEATHER_ANOMALY',
  '--from DATE': 'first day, YYYY-MM-DD, UTC',
  '--to DATE': 'last day, YYYY-MM-DD, UTC',
  '--cash DOLLARS': 'starting capital (default: 25000)',
  '--size SIZE': 'small, medium or large (default: medium)',
  '--risk LEVEL': 'conservative, moderate or aggressive (default: moderate)',
  '--data-dir DIR': 'folder of the new database (default: below DATA_DIR/replays)',
  '--replace': 'replaces the database of an earlier replay in that folder',
  '--column NAME': 'price column, if the file has several',
  '--date-column NAME': 'date column',
  '--zone ZONE': 'time zone of timestamps without one, e.g. America/Chicago (default: UTC)',
  '--place NAME': 'location, if the weather file has several',
};

const DollarsSchema = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, 'must be dollars such as 25000 or 25000.50')
  .transform((text) => Math.round(Number(text) * 1000) as Mills);
const DaySchema = z.iso
  .date('must be a date such as 2020-04-20')
  .transform((text) => Date.parse(`${text}T00:00:00Z`));
const commodity = z.string().transform((text, context) => {
  const key = findCommodityKey(text.toLowerCase()) ?? findCommodityKey(text);
  if (key === null) context.addIssue(`must be one of ${COMMODITY_KEYS.join(', ')}`);
  return key ?? z.NEVER;
});

const OPTIONS = z.object({
  commodity: commodity.optional(),
  playbook: z
    .enum([...REFERENCE_IDS, 'all'], `must be one of ${REFERENCE_IDS.join(', ')}, or all`)
    .optional(),
  from: DaySchema.optional(),
  to: DaySchema.optional(),
  cash: DollarsSchema.default(25_000_000 as Mills).refine(
    (mills) => mills > 0,
    'must be above zero',
  ),
  size: z.enum(POSITION_SIZES, `must be ${POSITION_SIZES.join(', ')}`).default('medium'),
  risk: z.enum(RISK_LEVELS, `must be ${RISK_LEVELS.join(', ')}`).default('moderate'),
});

/** Throws UsageError naming every invalid option. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): ReplayOptions {
  if (call.files.length === 0)
    throw new UsageError('Give at least one price CSV file. Try --help.');
  const readOption = (name: string): string | undefined =>
    name === 'playbook' ? call.option(name)?.replace(/^all$/i, 'all') : call.option(name);
  const { from = null, to = null, cash, size, risk, ...rest } = parseOptions(OPTIONS, readOption);
  if (from !== null && to !== null && from > to)
    throw new UsageError('--from must not be later than --to.');
  return {
    files: call.files,
    weatherFile: call.option('weather') ?? null,
    commodity: rest.commodity ?? null,
    playbook: rest.playbook ?? null,
    fromMs: from,
    toMs: to === null ? null : to + DAY_MS - 1,
    capitalMills: cash,
    positionSize: size,
    riskLevel: risk,
    dataDir: call.option('data-dir') ?? null,
    mayReplace: call.flag('replace'),
    column: call.option('column'),
    dateColumn: call.option('date-column'),
    zone: call.option('zone'),
    place: call.option('place'),
  };
}
