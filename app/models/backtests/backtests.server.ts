// A user's backtests as pages and programs ask for them and are told of them: the same for forms
// and calls.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { type QueuedBacktest, BACKTESTS_KEPT, type BacktestJob } from './backtest-queue';
import { BACKTEST_WORLDS, BACKTEST_YEARS_MAX } from '../../contracts/backtest';
import { findReport } from './backtest.server';
import type { Terminal } from '../desk/terminal';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
  commodityKey,
} from '../../trading/domain/commodity';
import { isoMoment } from '../../trading/domain/format';
import { findPlaybookRow, listPlaybooks } from '../../trading/strategies/playbooks/catalogue';
import type { BacktestResultDto, BacktestDto } from '../../contracts/api/backtest';

export { BACKTESTS_KEPT };

const YEARS = `must be a whole number from 1 to ${BACKTEST_YEARS_MAX}`;

/** What a form or a call says of a backtest; years may come as digits. */
export const BacktestInputSchema = z
  .looseObject({
    mode: z.string('must be a text').transform((spelling, context) => {
      const key = commodityKey(spelling);
      if (key) return key;
      context.addIssue({ code: 'custom', message: `must be one of ${COMMODITY_KEYS.join(', ')}` });
      return z.NEVER;
    }),
    playbook: z
      .string('must be the id of a playbook')
      .transform((id) => id.toUpperCase())
      .describe('the id of a playbook of that commodity'),
    years: z
      .union(
        [
          z.number(YEARS),
          z
            .string()
            .regex(/^\d{1,2}$/, YEARS)
            .transform(Number),
        ],
        YEARS,
      )
      .refine(
        (years) => Number.isInteger(years) && years >= 1 && years <= BACKTEST_YEARS_MAX,
        YEARS,
      )
      .default(3)
      .describe(`1 to ${BACKTEST_YEARS_MAX}`),
    world: z
      .enum(BACKTEST_WORLDS, `must be one of ${BACKTEST_WORLDS.join(', ')}`)
      .default('unseen')
      .describe('unseen: a world that nobody has seen; desk: the past of this one'),
    seed: z
      .string('must be a text')
      .regex(/^[\w.-]{0,64}$/, 'takes up to 64 letters, digits, dots and dashes')
      .nullish()
      .transform((seed) => seed || null)
      .describe('of an unseen world: the same seed gives the same world; absent, one is made'),
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

/** Puts a backtest into the desk's queue. */
export const askBacktest = (
  desk: Terminal,
  userId: string,
  { mode, playbook, years, world, seed }: BacktestInput,
  key: string | null,
): QueuedBacktest => desk.backtests.ask(userId, { mode, playbook, years, world, seed }, key);

export const backtestPath = (id: string): string => `/backtest/${id}`;

export const listOfBacktests = (desk: Terminal, userId: string): BacktestDto[] =>
  desk.backtests.list(userId).map(toDto);

/** Null when there is none, or it is another's. */
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
    askedAt: isoMoment(job.askedMs),
    startedAt: isoMoment(job.startedMs),
    endedAt: isoMoment(job.endedMs),
    result: result === null ? null : (JSON.parse(result) as BacktestResultDto),
    report: phase === 'done' ? `${backtestPath(id)}/report` : null,
  };
}

interface PlaybookChoice {
  readonly id: string;
  readonly name: string;
  /** Length of its bars, and how long it holds. */
  readonly bar: string;
  readonly timeframe: string;
}

export const playbookChoices = (commodity: CommodityKey): PlaybookChoice[] =>
  listPlaybooks(commodity).map(({ id, name, bar, timeframe }) => ({ id, name, bar, timeframe }));

const unpacked = promisify(gunzip);

/** The report of a backtest as a file to keep; null where there is none. */
export async function backtestReportFile(
  desk: Terminal,
  userId: string,
  id: string,
): Promise<{ readonly name: string; readonly html: string } | null> {
  const [job, packed] = [desk.backtests.find(userId, id), findReport(desk.db, userId, id)];
  if (!job || !packed) return null;
  const stamp = isoMoment(job.endedMs ?? job.askedMs)
    .slice(0, 16)
    .replace(/[T:]/g, '-');
  return {
    name: `Backtest-${job.mode}-${job.playbook}-${stamp}.html`,
    html: (await unpacked(packed)).toString('utf8'),
  };
}
