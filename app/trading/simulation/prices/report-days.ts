/** What scheduled reports do to prices, day by day: at which minute and how large. */
import { COMMODITY_KEYS } from '../../domain/commodity';
import type { ReportKind } from '../../market/report';
import { reportDates } from '../../market/report-calendar';
import { DAYS_PER_YEAR, WORLD_EPOCH_MS, dayStartMs } from '../calendar';
import type { Chance } from '../random-streams';
import { reportShock } from '../shocks';
import { CHAINS } from './chains';
import { DAY_MS, MINUTE_MS } from '../../domain/time';

/**
 * A report that moves a chain: the log of the price, before it is made fair, and its standard
 * deviation.
 */
export interface ReportJump {
  readonly chain: number;
  readonly minute: number;
  readonly size: number;
  readonly sd: number;
}

const NONE: readonly ReportJump[] = [];
const YEARS_KEPT_MAX = 4;

interface Scheduled {
  readonly kind: ReportKind;
  readonly minute: number;
}

/** The report jumps of a day, by a function that remembers the calendar of a few years. */
export function createReportJumps(chance: Chance): (day: number) => readonly ReportJump[] {
  const years = new Map<number, Map<number, Scheduled[]>>();
  const ofYear = (year: number): Map<number, Scheduled[]> => {
    const known = years.get(year);
    if (known) return known;
    if (years.size >= YEARS_KEPT_MAX) years.clear();
    const made = buildSchedule(year);
    years.set(year, made);
    return made;
  };
  return (day) => {
    const scheduled = ofYear(Math.floor(day / DAYS_PER_YEAR)).get(day);
    return scheduled
      ? scheduled.flatMap(({ kind, minute }) =>
          MOVED[kind].map(({ chain, place, sd }) => ({
            chain,
            minute,
            sd,
            size: sd * reportShock(chance, kind, day, place),
          })),
        )
      : NONE;
  };
}

/** A chain that a report moves, its standard deviation, and the place of its commodity. */
interface Moved {
  readonly chain: number;
  readonly place: number;
  readonly sd: number;
}

const movedBy = (kind: ReportKind): readonly Moved[] =>
  CHAINS.flatMap(({ commodity, reports }, chain) => {
    const sd = reports.find((report) => report.kind === kind)?.sd;
    return sd === undefined ? [] : [{ chain, place: COMMODITY_KEYS.indexOf(commodity), sd }];
  });

/** In the order of the chains. */
const MOVED: Readonly<Record<ReportKind, readonly Moved[]>> = {
  'EIA gas storage': movedBy('EIA gas storage'),
  'EIA petroleum': movedBy('EIA petroleum'),
  'crop report': movedBy('crop report'),
  'OPEC meeting': movedBy('OPEC meeting'),
};

/** The reports of a year of average length since the epoch, by world day. */
function buildSchedule(year: number): Map<number, Scheduled[]> {
  const first = Math.ceil(year * DAYS_PER_YEAR);
  const end = Math.ceil((year + 1) * DAYS_PER_YEAR);
  const days = new Map<number, Scheduled[]>();
  for (const { kind, atMs } of reportDates(dayStartMs(first), dayStartMs(end))) {
    const day = Math.floor((atMs - WORLD_EPOCH_MS) / DAY_MS);
    const minute = Math.floor((atMs - dayStartMs(day)) / MINUTE_MS);
    days.set(day, [...(days.get(day) ?? []), { kind, minute }]);
  }
  return days;
}
