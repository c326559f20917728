// Real histories from synthetic files: rolls are followed with an expiry table and marked without
// one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findHistoryFolder,
  readRealMarket,
} from '../../../app/programs/validate-market/real-study';

import { createScratchDir } from '../../support/test-database';
import { DAY_MS } from '../../../app/trading/domain/time';

/** A curve of 14 months in 10% contango; the front month jumps at each roll. */
function writeCurves(folder: string): void {
  mkdirSync(join(folder, 'futures-curves'));
  const names = ['CL', 'HO', 'NG'].flatMap((chain) =>
    Array.from({ length: 14 }, (_, nth) => `${chain}${String(nth + 1).padStart(2, '0')}`),
  );
  const expiries = Array.from({ length: 30 }, (_, month) =>
    new Date(Date.UTC(2020, month, 20)).toISOString().slice(0, 10),
  );
  const rows = Array.from({ length: 120 }, (_, nth) => {
    const day = new Date(Date.UTC(2020, 0, 2) + nth * DAY_MS).toISOString().slice(0, 10);
    const expired = expiries.filter((last) => last < day).length;
    const computePrice = (index: number): string =>
      (2 * 1.1 ** (expired + index) * (nth % 2 === 0 ? 1 : 1.01)).toFixed(5);
    return [
      day,
      ...names.map((name) => (name === 'NG14' ? '' : computePrice(Number(name.slice(2)) - 1))),
    ].join(',');
  });
  writeFileSync(
    join(folder, 'futures-curves/nymex_cl_ng_ho.csv'),
    [`date,${names.join(',')}`, ...rows].join('\n'),
  );
  const table = ['CL', 'HO', 'NG'].flatMap((chain) =>
    expiries.map(
      (last, month) =>
        `x,${chain},${last},,,,${2020 + Math.floor((month + 1) / 12)}.0,${((month + 1) % 12) + 1}.0,Z`,
    ),
  );
  writeFileSync(
    join(folder, 'futures-curves/expiry_table.csv'),
    [
      'cmdty,tick.prefix,Last.Trade,First.Notice,First.Delivery,Last.Delivery,Year,Month,Month.Letter',
      ...table,
    ].join('\n'),
  );
}

function createFolder(): string {
  const folder = createScratchDir();
  writeCurves(folder);
  mkdirSync(join(folder, 'futures-daily'));
  writeFileSync(
    join(folder, 'futures-daily/OJ.csv'),
    'date,close\n2020-01-02,100\n2020-01-03,102\n2020-01-06,101\n',
  );
  writeFileSync(join(folder, 'futures-daily/CL.csv'), 'date,close\n2020-01-02,1\n2020-01-03,9\n');
  return folder;
}

describe('real history folder', () => {
  it('follows one contract through each roll', () => {
    const study = readRealMarket(createFolder());
    const gas = study.chains.get('NG');
    expect(gas?.isRolled).toBe(true);
    const returns = [...(gas?.returns ?? [])].filter(Number.isFinite);
    expect(returns).toHaveLength(119);
    for (const value of returns) expect(Math.abs(value)).toBeCloseTo(Math.log(1.01), 4);
    // The contract of February expires on 20 January, a holiday: it is given up on Thursday the
    // 16th, and March is held from then on.
    const getIndex = (date: string): number => study.days.indexOf(Date.parse(`${date}T00:00:00Z`));
    expect([
      gas?.curve?.firstMonth[getIndex('2020-01-15')],
      gas?.curve?.firstMonth[getIndex('2020-01-16')],
    ]).toEqual([1, 2]);
    expect(
      (gas?.closes[getIndex('2020-01-16')] ?? NaN) / (gas?.closes[getIndex('2020-01-14')] ?? NaN),
    ).toBeCloseTo(1.1, 4);
  });

  it('marks a front-month series as including rolls, and prefers curves', () => {
    const study = readRealMarket(createFolder());
    const juice = study.chains.get('OJ');
    expect(juice?.isRolled).toBe(false);
    expect([...(juice?.returns ?? [])].filter(Number.isFinite)).toEqual([
      expect.closeTo(Math.log(1.02), 10),
      expect.closeTo(Math.log(101 / 102), 10),
    ]);
    expect(study.chains.get('CL')?.isRolled).toBe(true);
    expect(study.chains.has('KC')).toBe(false);
  });

  it('is optional', () => {
    const folder = createFolder();
    expect(() => findHistoryFolder(join(folder, 'nowhere'), folder)).toThrow(/No folder/);
    expect(findHistoryFolder(undefined, join(folder, 'a', 'b', 'c'))).toBeNull();
    expect(readRealMarket(createScratchDir()).chains.size).toBe(0);
  });
});
