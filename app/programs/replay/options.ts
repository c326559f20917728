// What the caller of a replay asked for, read once and checked.
import { z } from 'zod';
import { COMMODITY_KEYS, type CommodityKey, commodityKey } from '../../trading/domain/commodity';
import {
  POSITION_SIZES,
  type PositionSize,
  RISK_LEVELS,
  type RiskLevel,
} from '../../trading/domain/settings';
import type { EpochMs, Mills } from '../../trading/domain/units';
import { REFERENCE_IDS, type ReferenceId } from '../../trading/strategies/playbooks/reference';
import { type ProgramCall, UsageError } from '../cli';
import { DAY_MS } from '../../trading/domain/time';

export interface ReplayOptions {
  readonly files: readonly string[];
  readonly weatherFile: string | null;
  readonly commodity: CommodityKey | null;
  /** Null takes each commodity's default. */
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
  'FILE...':
    'CSV files of prices: daily, monthly or intraday, OHLC or one price; one instrument each',
  '--commodity K': `which of ${COMMODITY_KEYS.join(', ')}; guessed from the file when absent`,
  '--playbook ID': `one of ${REFERENCE_IDS.join(', ')}, or all; the commodity's default when absent`,
  '--weather FILE': 'CSV file of daily weather, for WEATHER_ANOMALY',
  '--from DATE': 'first day, YYYY-MM-DD, UTC',
  '--to DATE': 'last day, YYYY-MM-DD, UTC',
  '--cash DOLLARS': 'capital of the book, 25000 when absent',
  '--size SIZE': 'small, medium or large; medium when absent',
  '--risk LEVEL': 'conservative, moderate or aggressive; moderate when absent',
  '--data-dir DIR': 'folder of the new books; below DATA_DIR/replays when absent',
  '--replace': 'replaces the books of an earlier replay in that folder',
  '--column NAME': 'the column of prices, when the file has several',
  '--date-column NAME': 'the column of dates',
  '--zone ZONE': 'time zone of stamps without one, e.g. America/Chicago; UTC when absent',
  '--place NAME': 'the place to read, when the weather file has several',
};

const dollars = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, 'must be dollars such as 25000 or 25000.50')
  .transform((text) => Math.round(Number(text) * 1000) as Mills);
const day = z.iso
  .date('must be a date such as 2020-04-20')
  .transform((text) => Date.parse(`${text}T00:00:00Z`));
const commodity = z.string().transform((text, context) => {
  const key = commodityKey(text.toLowerCase()) ?? commodityKey(text);
  if (key === null) context.addIssue(`must be one of ${COMMODITY_KEYS.join(', ')}`);
  return key ?? z.NEVER;
});

const OPTIONS = z.object({
  commodity: commodity.optional(),
  playbook: z
    .enum([...REFERENCE_IDS, 'all'], `must be one of ${REFERENCE_IDS.join(', ')}, or all`)
    .optional(),
  from: day.optional(),
  to: day.optional(),
  cash: dollars.default(25_000_000 as Mills).refine((mills) => mills > 0, 'must be above zero'),
  size: z.enum(POSITION_SIZES, `must be ${POSITION_SIZES.join(', ')}`).default('medium'),
  risk: z.enum(RISK_LEVELS, `must be ${RISK_LEVELS.join(', ')}`).default('moderate'),
});

/** Reads the options. Throws UsageError naming each that is wrong. */
export function readOptions(call: Pick<ProgramCall, 'files' | 'option' | 'flag'>): ReplayOptions {
  if (call.files.length === 0)
    throw new UsageError('Name at least one CSV file of prices. Try --help.');
  const parsed = OPTIONS.safeParse({
    ...givenOptions(call),
    playbook: call.option('playbook')?.replace(/^all$/i, 'all'),
  });
  if (!parsed.success) {
    throw new UsageError(
      parsed.error.issues
        .map(
          (issue) =>
            `--${issue.path.join('.')} ${issue.message}, not '${call.option(String(issue.path[0])) ?? ''}'.`,
        )
        .join('\n'),
    );
  }
  const { from = null, to = null, cash, size, risk, ...rest } = parsed.data;
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

const givenOptions = (call: Pick<ProgramCall, 'option'>): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(OPTIONS.shape).map((name) => [name, call.option(name)]));
