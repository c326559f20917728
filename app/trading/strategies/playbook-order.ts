/** Order of playbooks by evidence, and the playbook that RUN trades when none is chosen. */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import {
  type CalendarWindow,
  DAYS_IN_LEAP_YEAR,
  formatMonthDay,
  getDayIndex,
  isDayInWindow,
  parseDayIndex,
} from './calendar-window';
import { GRADES } from './grade';
import type { PlaybookRow } from './playbook';
import { findPlaybookRow } from './playbooks/catalog';
import { type TrackRecord, findTrackRecord } from './track-record';

/** Season of a row: its own, else that of a seasonal rule; null for the whole year. */
export function getSeason({ window, family, params }: PlaybookRow): CalendarWindow | null {
  if (window !== null || family !== 'SEAS') return window;
  return params['window'] as CalendarWindow;
}

export const isInSeason = (row: PlaybookRow, nowMs: EpochMs): boolean =>
  isSeasonOn(row, getDayIndex(nowMs));

function isSeasonOn(row: PlaybookRow, dayIndex: number): boolean {
  const season = getSeason(row);
  return season === null || isDayInWindow(season, dayIndex);
}

/** Position among the grades; a row without a record stands between C and D. */
const getGradeRank = (record: TrackRecord | null): number =>
  record === null ? GRADES.indexOf('D') - 0.5 : GRADES.indexOf(record.grade);

/** By grade, then by median account return; 0 for equals. */
function compareRecords(a: TrackRecord | null, b: TrackRecord | null): number {
  return getGradeRank(a) - getGradeRank(b) || (b?.medianPercent ?? 0) - (a?.medianPercent ?? 0);
}

/** In season first, then by grade and median account return; equals keep their order. */
export const orderPlaybooks = (
  rows: readonly PlaybookRow[],
  nowMs: EpochMs,
): readonly PlaybookRow[] =>
  [...rows].sort(
    (a, b) =>
      Number(isInSeason(b, nowMs)) - Number(isInSeason(a, nowMs)) ||
      compareRecords(findTrackRecord(a), findTrackRecord(b)),
  );

/** The playbook with the best record that paid its costs: a median return above zero. */
export function findBestRecord(rows: readonly PlaybookRow[]): PlaybookRow | null {
  const [best] = rows
    .filter((row) => {
      const record = findTrackRecord(row);
      return record !== null && record.grade !== 'D' && record.medianPercent > 0;
    })
    .sort((a, b) => compareRecords(findTrackRecord(a), findTrackRecord(b)));
  return best ?? null;
}

/** The default playbook, or why there is none. */
export type DefaultPlaybook =
  | { readonly id: string }
  | { readonly id: null; readonly reason: string; readonly isOutOfSeason: boolean };

export const NONE_PAID =
  'watching: no strategy of this commodity has paid its costs; choose one to trade it';

const NO_PAYING_PLAYBOOK: DefaultPlaybook = { id: null, reason: NONE_PAID, isOutOfSeason: false };

/**
 * The playbook that trades when the user chose none: the best-evidenced one in season, never one of
 * grade D. A playbook outside the catalog has no season and no record. Ids are in list order.
 */
export function selectDefaultPlaybook(
  commodity: CommodityKey,
  ids: readonly string[],
  nowMs: EpochMs,
): DefaultPlaybook {
  const dayIndex = getDayIndex(nowMs);
  const outOfSeason: PlaybookRow[] = [];
  let best: { readonly id: string; readonly record: TrackRecord | null } | null = null;
  // Without a sorted copy: the engine selects at every bar.
  for (const id of ids) {
    const row = findPlaybookRow(commodity, id);
    const record = row && findTrackRecord(row);
    if (record?.grade === 'D') continue;
    if (row !== null && !isSeasonOn(row, dayIndex)) outOfSeason.push(row);
    else if (best === null || compareRecords(record, best.record) < 0) best = { id, record };
  }
  return best ? { id: best.id } : buildOutOfSeason(outOfSeason, nowMs);
}

/** Days from the UTC date to the next start of a season. */
const countDaysUntil = ({ from }: CalendarWindow, nowMs: EpochMs): number =>
  (parseDayIndex(from) - getDayIndex(nowMs) + DAYS_IN_LEAP_YEAR) % DAYS_IN_LEAP_YEAR;

/**
 * No playbook, with the one of several whose season starts next, all being out of season; of those
 * with equal starts the best-evidenced.
 */
function buildOutOfSeason(rows: readonly PlaybookRow[], nowMs: EpochMs): DefaultPlaybook {
  const [next] = rows
    .flatMap((row) => {
      const season = getSeason(row);
      return season ? [{ row, season, days: countDaysUntil(season, nowMs) }] : [];
    })
    .sort(
      (a, b) => a.days - b.days || compareRecords(findTrackRecord(a.row), findTrackRecord(b.row)),
    );
  return next
    ? {
        id: null,
        reason: `watching: no strategy that has paid its costs is in season; next ${next.row.id} from ${formatMonthDay(next.season.from)}`,
        isOutOfSeason: true,
      }
    : NO_PAYING_PLAYBOOK;
}
