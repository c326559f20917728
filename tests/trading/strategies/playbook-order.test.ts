// Lists by season, grade and median return; the default playbook of RUN.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { DAY_MS } from '../../../app/trading/domain/time';
import { formatMonthDay } from '../../../app/trading/strategies/calendar-window';
import type { Grade } from '../../../app/trading/strategies/grade';
import {
  NONE_PAID,
  findBestRecord,
  getSeason,
  isInSeason,
  orderPlaybooks,
  selectDefaultPlaybook,
} from '../../../app/trading/strategies/playbook-order';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import * as records from '../../../app/trading/strategies/track-record';

const CORN = listPlaybooks('corn');
const IDS = CORN.map(({ id }) => id);
const NOW_MS = Date.UTC(2026, 10, 22);
const [year] = CORN.filter((row) => getSeason(row) === null);
const [closed] = CORN.filter((row) => !isInSeason(row, NOW_MS));
if (!year || !closed) throw new Error('corn has playbooks of the year and of the summer');

/** Gives each id a grade and median; D and -1 for all others. */
const plantRecords = (planted: Readonly<Record<string, readonly [Grade, number]>>): void => {
  vi.spyOn(records, 'findTrackRecord').mockImplementation((row) => {
    const [grade, medianPercent] = planted[row.id] ?? ['D', -1];
    return { grade, medianPercent } as records.TrackRecord;
  });
};
afterEach(() => vi.restoreAllMocks());

describe('list order', () => {
  it('is by season, grade and median account return on every day', () => {
    for (const commodity of COMMODITY_KEYS)
      for (let day = 0; day < 366; day += 30) {
        const atMs = NOW_MS + day * DAY_MS;
        const keys = orderPlaybooks(listPlaybooks(commodity), atMs).map((row) => {
          const record = records.findTrackRecord(row);
          return [
            isInSeason(row, atMs),
            record?.grade ?? 'C~',
            -(record?.medianPercent ?? 0),
          ] as const;
        });
        const sorted = [...keys].sort(
          (a, b) =>
            Number(b[0]) - Number(a[0]) || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]),
        );
        expect(keys).toEqual(sorted);
      }
  });

  it('names the season of a seasonal rule', () => {
    const row = CORN.find(({ id }) => id === 'HARVEST_PRESSURE');
    expect(row && getSeason(row)).not.toBeNull();
  });
});

describe('best record', () => {
  it('has the best grade, then the best median, and paid its costs', () => {
    plantRecords({ [closed.id]: ['B', 1], [year.id]: ['C', 9] });
    expect(findBestRecord(CORN)?.id).toBe(closed.id);
    plantRecords({ [closed.id]: ['C', -0.1], [year.id]: ['C', 0] });
    expect(findBestRecord(CORN)).toBeNull();
  });
});

describe('default playbook', () => {
  it('is the best-evidenced in season', () => {
    plantRecords({ [closed.id]: ['A', 5], [year.id]: ['C', -0.2] });
    expect(selectDefaultPlaybook('corn', IDS, NOW_MS)).toEqual({ id: year.id });
  });

  it('is never of grade D', () => {
    plantRecords({});
    expect(selectDefaultPlaybook('corn', IDS, NOW_MS)).toEqual({
      id: null,
      reason: NONE_PAID,
      isOutOfSeason: false,
    });
    expect(selectDefaultPlaybook('corn', [], NOW_MS)).toEqual({
      id: null,
      reason: NONE_PAID,
      isOutOfSeason: false,
    });
  });

  it('is none out of season, with the next date', () => {
    plantRecords({ [closed.id]: ['A', 5] });
    const from = getSeason(closed)?.from ?? '';
    expect(selectDefaultPlaybook('corn', IDS, NOW_MS)).toEqual({
      id: null,
      reason: `watching: no strategy that has paid its costs is in season; next ${closed.id} from ${formatMonthDay(from)}`,
      isOutOfSeason: true,
    });
  });

  it('takes a playbook without a record before one of grade D, after the others', () => {
    plantRecords({});
    expect(selectDefaultPlaybook('corn', [...IDS, 'MY_RULE'], NOW_MS)).toEqual({ id: 'MY_RULE' });
    plantRecords({ [year.id]: ['C', -3] });
    expect(selectDefaultPlaybook('corn', [...IDS, 'MY_RULE'], NOW_MS)).toEqual({ id: year.id });
  });
});
