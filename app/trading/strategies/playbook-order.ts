/** Order of playbooks by evidence, and the playbook that RUN trades when none is chosen. */
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import {
  type CalendarWindow,
  DAYS_IN_LEAP_YEAR,
  formatMonthDay,
  getDayIndex,
  isInWindow,
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

export function isInSeason(row: PlaybookRow, nowMs: EpochMs): boolean {
  const season = getSeason(row);
  return season === null || isInWindow(season, nowMs);
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
  const candidates = ids
    .map((id) => {
      const row = findPlaybookRow(commodity, id);
      return { id, row, record: row && findTrackRecord(row) };
    })
    .filter(({ record }) => record?.grade !== 'D')
    .sort((a, b) => compareRecords(a.record, b.record));
  if (candidates.length === 0) return NO_PAYING_PLAYBOOK;
  const best = candidates.find(({ row }) => row === null || isInSeason(row, nowMs));
  return best
    ? { id: best.id }
    : buildOutOfSeason(
        candidates.flatMap(({ row }) => row ?? []),
        nowMs,
      );
}

/** Days from the UTC date to the next start of a season. */
const countDaysUntil = ({ from }: CalendarWindow, nowMs: EpochMs): number =>
  (parseDayIndex(from) - getDayIndex(nowMs) + DAYS_IN_LEAP_YEAR) % DAYS_IN_LEAP_YEAR;

/** No playbook, with the one of several whose season starts next, all being out of season. */
function buildOutOfSeason(rows: readonly PlaybookRow[], nowMs: EpochMs): DefaultPlaybook {
  const [next] = rows
    .flatMap((row) => {
      const season = getSeason(row);
      return season ? [{ id: row.id, season, days: countDaysUntil(season, nowMs) }] : [];
    })
    .sort((a, b) => a.days - b.days);
  return next
    ? {
        id: null,
        reason: `watching: no strategy that has paid its costs is in season; next ${next.id} from ${formatMonthDay(next.season.from)}`,
        isOutOfSeason: true,
      }
    : NO_PAYING_PLAYBOOK;
}
