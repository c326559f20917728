import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { getContract } from '../../../app/trading/domain/contract';
import {
  contractCode,
  frontMonth,
  isListed,
  lastTradeDay,
} from '../../../app/trading/market/expiry';

const TABLE = join(process.cwd(), '..', 'shared', 'data', 'futures-curves', 'expiry_table.csv');
if (!existsSync(TABLE))
  process.stdout.write(
    'SKIPPED: there is no ../shared/data, so the rules of expiry were not compared with a published table\n',
  );

const iso = (day: number): string => new Date(day).toISOString().slice(0, 10);
const last = (key: CommodityKey, year: number, month: number): string =>
  iso(lastTradeDay(getContract(key).lastTrade, { year, month }));

describe('the last day of trading', () => {
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
  ] as const)('%s %d-%d: %s', (key, year, month, day) => expect(last(key, year, month)).toBe(day));

  it('names contract months and knows which are listed', () => {
    expect(contractCode(getContract('natural-gas'), { year: 2026, month: 12 })).toBe('NGZ26');
    expect(isListed(getContract('corn'), { year: 2026, month: 6 })).toBe(false);
    expect(isListed(getContract('corn'), { year: 2026, month: 7 })).toBe(true);
  });

  it('rolls the front month the day after the last', () => {
    const crude = getContract('crude-oil');
    expect(frontMonth(crude, Date.UTC(2020, 3, 21))).toMatchObject({ year: 2020, month: 5 });
    expect(frontMonth(crude, Date.UTC(2020, 3, 22))).toMatchObject({ year: 2020, month: 6 });
    expect(frontMonth(getContract('corn'), Date.UTC(2023, 11, 15))).toMatchObject({
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
/**
 * Until 2012 NYMEX kept the Friday after Thanksgiving and a few days beside Christmas and New Year,
 * which no rule tells.
 */
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
      // the table's own month letters of the grains are off by one: their last trade lies in the
      // contract month
      const isGrain = getContract(key).venue === 'CBOT';
      const found = isGrain
        ? last(key, Number(day.slice(0, 4)), Number(day.slice(5, 7)))
        : last(key, Number(year), Number(month));
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
