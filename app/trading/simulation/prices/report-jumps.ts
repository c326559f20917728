/** Price jumps on scheduled reports, by day and minute. */
import { COMMODITY_KEYS } from '../../domain/commodity';
import type { ReportKind } from '../../market/report';
import { listReportDates } from '../../market/report-calendar';
import { DAYS_PER_YEAR, WORLD_EPOCH_MS, getDayStartMs } from '../calendar';
import type { RandomStreams } from '../random-streams';
import { drawReportShock } from '../shocks';
import { FUTURES_CHAINS } from './futures-chains';
import { DAY_MS, MINUTE_MS } from '../../domain/time';

/**
 * Log price jump of a chain on a report, before the convexity correction, and its standard
 * deviation.
 */
export interface ReportJump {
  readonly chain: number;
  readonly minute: number;
  readonly size: number;
  readonly sd: number;
}

const NO_JUMPS: readonly ReportJump[] = [];
const CACHED_YEARS_MAX = 4;

interface Scheduled {
  readonly kind: ReportKind;
  readonly minute: number;
}

/** Returns the report jumps of a day; caches the calendar of a few years. */
export function createReportJumps(random: RandomStreams): (day: number) => readonly ReportJump[] {
  const years = new Map<number, Map<number, Scheduled[]>>();
  const getYear = (year: number): Map<number, Scheduled[]> => {
    const cached = years.get(year);
    if (cached) return cached;
    if (years.size >= CACHED_YEARS_MAX) years.clear();
    const created = buildReportSchedule(year);
    years.set(year, created);
    return created;
  };
  return (day) => {
    const scheduled = getYear(Math.floor(day / DAYS_PER_YEAR)).get(day);
    return scheduled
      ? scheduled.flatMap(({ kind, minute }) =>
          AFFECTED_CHAINS[kind].map(({ chain, place, sd }) => ({
            chain,
            minute,
            sd,
            size: sd * drawReportShock(random, kind, day, place),
          })),
        )
      : NO_JUMPS;
  };
}

/** A chain moved by a report, the index of its commodity, and the jump's standard deviation. */
interface AffectedChain {
  readonly chain: number;
  readonly place: number;
  readonly sd: number;
}

const listAffectedChains = (kind: ReportKind): readonly AffectedChain[] =>
  FUTURES_CHAINS.flatMap(({ commodity, reports }, chain) => {
    const sd = reports.find((report) => report.kind === kind)?.sd;
    return sd === undefined ? [] : [{ chain, place: COMMODITY_KEYS.indexOf(commodity), sd }];
  });

/** In the order of FUTURES_CHAINS. */
const AFFECTED_CHAINS: Readonly<Record<ReportKind, readonly AffectedChain[]>> = {
  'EIA gas storage': listAffectedChains('EIA gas storage'),
  'EIA petroleum': listAffectedChains('EIA petroleum'),
  'crop report': listAffectedChains('crop report'),
  'OPEC meeting': listAffectedChains('OPEC meeting'),
};

/** Reports of a year of average length since the epoch, by day. */
function buildReportSchedule(year: number): Map<number, Scheduled[]> {
  const first = Math.ceil(year * DAYS_PER_YEAR);
  const end = Math.ceil((year + 1) * DAYS_PER_YEAR);
  const days = new Map<number, Scheduled[]>();
  for (const { kind, atMs } of listReportDates(getDayStartMs(first), getDayStartMs(end))) {
    const day = Math.floor((atMs - WORLD_EPOCH_MS) / DAY_MS);
    const minute = Math.floor((atMs - getDayStartMs(day)) / MINUTE_MS);
    days.set(day, [...(days.get(day) ?? []), { kind, minute }]);
  }
  return days;
}
