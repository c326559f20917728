// Backtest requests and results of a user, for pages and API.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { type QueuedBacktest, STORED_BACKTESTS_MAX, type BacktestJob } from './backtest-queue';
import { BACKTEST_DATA_SOURCES, BACKTEST_YEARS_MAX } from '../../contracts/backtest';
import { findReport } from './backtest.server';
import type { Terminal } from '../desk/terminal';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
  findCommodityKey,
} from '../../trading/domain/commodity';
import { formatIsoTime } from '../../trading/domain/format';
import { MS_PER_YEAR } from '../../trading/portfolio/statistics/input';
import { findPlaybookRow, listPlaybooks } from '../../trading/strategies/playbooks/catalog';
import type { BacktestResultDto, BacktestDto } from '../../contracts/api/backtest';
import type { BacktestDetails, StoredBacktestResult } from '../../contracts/backtest-view';

export { STORED_BACKTESTS_MAX as BACKTESTS_KEPT };

const YEARS_ERROR = `must be a whole number from 1 to ${BACKTEST_YEARS_MAX}`;

/** Input of a backtest from a form or an API call; `years` may be a string of digits. */
export const BacktestInputSchema = z
  .looseObject({
    mode: z.string('must be a text').transform((spelling, context) => {
      const key = findCommodityKey(spelling);
      if (key) return key;
      context.addIssue({ code: 'custom', message: `must be one of ${COMMODITY_KEYS.join(', ')}` });
      return z.NEVER;
    }),
    playbook: z
      .string('must be the id of a playbook')
      .transform((id) => id.toUpperCase())
      .describe('playbook id of that commodity'),
    years: z
      .union(
        [
          z.number(YEARS_ERROR),
          z
            .string()
            .regex(/^\d{1,2}$/, YEARS_ERROR)
            .transform(Number),
        ],
        YEARS_ERROR,
      )
      .refine(
        (years) => Number.isInteger(years) && years >= 1 && years <= BACKTEST_YEARS_MAX,
        YEARS_ERROR,
      )
      .default(3)
      .describe(`1 to ${BACKTEST_YEARS_MAX}`),
    world: z
      .enum(BACKTEST_DATA_SOURCES, `must be one of ${BACKTEST_DATA_SOURCES.join(', ')}`)
      .default('unseen')
      .describe('unseen: out-of-sample simulation; desk: in-sample history'),
    seed: z
      .string('must be a text')
      .regex(/^[\w.-]{0,64}$/, 'takes up to 64 letters, digits, dots and dashes')
      .nullish()
      .transform((seed) => seed || null)
      .describe(
        'simulation seed for unseen: the same seed gives the same prices; random if absent',
      ),
  })
  .superRefine(({ mode, playbook }, context) => {
    if (findPlaybookRow(mode, playbook)) return;
    const ids = listPlaybooks(mode)
      .map(({ id }) => id)
      .join(', ');
    context.addIssue({
      code: 'custom',
      path: ['playbook'],
      message: `must be one of the playbooks of ${COMMODITIES[mode].displayName}: ${ids}`,
    });
  });
type BacktestInput = z.infer<typeof BacktestInputSchema>;

export const requestBacktest = (
  desk: Terminal,
  userId: string,
  { mode, playbook, years, world, seed }: BacktestInput,
  key: string | null,
): QueuedBacktest => desk.backtests.enqueue(userId, { mode, playbook, years, world, seed }, key);

export const buildBacktestPath = (id: string): string => `/backtest/${id}`;

export const listBacktests = (desk: Terminal, userId: string): BacktestDto[] =>
  desk.backtests.list(userId).map(toDto);

/** Null if missing or owned by another user. */
export function findBacktest(desk: Terminal, userId: string, id: string): BacktestDto | null {
  const job = desk.backtests.find(userId, id);
  return job && toDto(job);
}

function toDto(job: BacktestJob): BacktestDto {
  const { id, mode, playbook, years, world, seed, phase, ahead, progress, fault, result } = job;
  return {
    id,
    mode,
    playbook,
    playbookName: findPlaybookRow(mode, playbook)?.name ?? playbook,
    years,
    world,
    seed,
    phase,
    ahead,
    share: progress?.share ?? null,
    doing: progress?.doing ?? null,
    fault,
    askedAt: formatIsoTime(job.askedMs),
    startedAt: formatIsoTime(job.startedMs),
    endedAt: formatIsoTime(job.endedMs),
    result: result === null ? null : parseResult(result),
    report: phase === 'done' ? `${buildBacktestPath(id)}/report` : null,
  };
}

const NOT_MEASURED = { value: null, reason: 'not measured by the version that ran it' } as const;

type StoredResult = StoredBacktestResult & { readonly netPercentOnBook?: number };
const parseStored = (text: string): StoredResult => JSON.parse(text) as StoredResult;

/** Curves, months and trades of a finished backtest; null if it has none. */
export function findBacktestDetails(
  desk: Terminal,
  userId: string,
  id: string,
): BacktestDetails | null {
  const text = desk.backtests.find(userId, id)?.result ?? null;
  return text === null ? null : (parseStored(text).details ?? null);
}

/**
 * Reads a stored result. Older versions stored `netPercentAYear` on the notional of a position and
 * the account return as `netPercentOnBook`, without the figures per trade.
 */
function parseResult(text: string): BacktestResultDto {
  const { netPercentOnBook, details: _details, ...stored } = parseStored(text);
  if (netPercentOnBook === undefined) return stored;
  const years = (Date.parse(stored.until) - Date.parse(stored.from)) / MS_PER_YEAR;
  return {
    ...stored,
    netPercentAYear: netPercentOnBook,
    worstYearPercent: NOT_MEASURED,
    tradesPerYear: stored.trades / Math.max(years, 1 / 365.25),
    edgeBp: NOT_MEASURED,
    costBp: NOT_MEASURED,
    turnoverPerYear: NOT_MEASURED,
    hurdleSharpe: NOT_MEASURED,
  };
}

interface PlaybookChoice {
  readonly id: string;
  readonly name: string;
  /** Bar length and holding period. */
  readonly bar: string;
  readonly timeframe: string;
}

export const listPlaybookChoices = (commodity: CommodityKey): PlaybookChoice[] =>
  listPlaybooks(commodity).map(({ id, name, bar, timeframe }) => ({ id, name, bar, timeframe }));

const gunzipAsync = promisify(gunzip);

/** Report of a backtest as a download; null if there is none. */
export async function loadReportFile(
  desk: Terminal,
  userId: string,
  id: string,
): Promise<{ readonly name: string; readonly html: string } | null> {
  const [job, compressed] = [desk.backtests.find(userId, id), findReport(desk.db, userId, id)];
  if (!job || !compressed) return null;
  const stamp = formatIsoTime(job.endedMs ?? job.askedMs)
    .slice(0, 16)
    .replace(/[T:]/g, '-');
  return {
    name: `Backtest-${job.mode}-${job.playbook}-${stamp}.html`,
    html: (await gunzipAsync(compressed)).toString('utf8'),
  };
}
