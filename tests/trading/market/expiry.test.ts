import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { getContract } from '../../../app/trading/domain/contract';
import {
  formatContractCode,
  findFrontMonth,
  isListedMonth,
  computeLastTradeDay,
} from '../../../app/trading/market/expiry';

const TABLE = join(process.cwd(), '..', 'shared', 'data', 'futures-curves', 'expiry_table.csv');
if (!existsSync(TABLE))
  process.stdout.write(
    'SKIPPED: there is no ../shared/data, so the rules of expiry were not compared with a published table\n',
  );

const formatDate = (day: number): string => new Date(day).toISOString().slice(0, 10);
const getLastTradeDate = (key: CommodityKey, year: number, month: number): string =>
  formatDate(computeLastTradeDay(getContract(key).lastTrade, { year, month }));

describe('last trade dates', () => {
  it.each([
    ['crude-oil', 2020, 5, '2020-04-21'], // the contract that had settled below zero the day before
    ['crude-oil', 2024, 1, '2023-12-19'],
    ['natural-gas', 2024, 1, '2023-12-27'],
    ['oil', 2024, 1, '2023-12-29'],
    ['corn', 2023, 12, '2023-12-14'],
    ['soybeans', 2024, 9, '2024-09-13'],
    ['wheat', 2024, 7, '2024-07-12'],
    ['coffee', 2023, 12, '2023-12-18'],
    ['cotton', 2023, 12, '2023-12-06'],
    ['orange-juice', 2024, 1, '2024-01-10'],
  ] as const)('%s %d-%d: %s', (key, year, month, day) =>
    expect(getLastTradeDate(key, year, month)).toBe(day),
  );

  it('formats contract codes and checks listed months', () => {
    expect(formatContractCode(getContract('natural-gas'), { year: 2026, month: 12 })).toBe('NGZ26');
    expect(isListedMonth(getContract('corn'), { year: 2026, month: 6 })).toBe(false);
    expect(isListedMonth(getContract('corn'), { year: 2026, month: 7 })).toBe(true);
  });

  it('rolls the front month the day after the last trade date', () => {
    const crude = getContract('crude-oil');
    expect(findFrontMonth(crude, Date.UTC(2020, 3, 21))).toMatchObject({ year: 2020, month: 5 });
    expect(findFrontMonth(crude, Date.UTC(2020, 3, 22))).toMatchObject({ year: 2020, month: 6 });
    expect(findFrontMonth(getContract('corn'), Date.UTC(2023, 11, 15))).toMatchObject({
      year: 2024,
      month: 3,
    });
  });
});

const NAMES: Readonly<Record<string, CommodityKey>> = {
  cmecorn: 'corn',
  cmeng: 'natural-gas',
  cmesoybean: 'soybeans',
  cmeulsd: 'oil',
  cmewheat: 'wheat',
  cmewti: 'crude-oil',
};
/** Until 2012 NYMEX observed extra holidays after Thanksgiving and near Christmas and New Year. */
const RULES_HOLD_SINCE = 2013;

describe.skipIf(!existsSync(TABLE))('a published table of expiries', () => {
  const rows = existsSync(TABLE)
    ? readFileSync(TABLE, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    : [];

  it.each(Object.entries(NAMES))('%s agrees from 2013 on, and nearly before', (code, key) => {
    const odd: string[] = [];
    const mine = rows.filter(([name]) => name === code);
    for (const [, , day = '', , , , year, month] of mine) {
      // the month letters of grains in this table are off by one: last trade is in the contract month
      const isGrain = getContract(key).venue === 'CBOT';
      const found = isGrain
        ? getLastTradeDate(key, Number(day.slice(0, 4)), Number(day.slice(5, 7)))
        : getLastTradeDate(key, Number(year), Number(month));
      if (found !== day) odd.push(`${day} (rule: ${found})`);
    }
    process.stdout.write(
      `${key}: ${mine.length - odd.length} of ${mine.length} agree${odd.length > 0 ? `; not: ${odd.join(', ')}` : ''}\n`,
    );
    expect(mine.length).toBeGreaterThan(0);
    expect(odd.filter((text) => Number(text.slice(0, 4)) >= RULES_HOLD_SINCE)).toEqual([]);
    expect(odd.length / mine.length).toBeLessThan(0.03);
  });
});
