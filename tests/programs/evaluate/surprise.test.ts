// Storage surprise: returns across a roll, correlations, and text.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readReportReturns } from '../../../app/programs/evaluate/storage/gas-return';
import { assessSurprises, formatSurprises } from '../../../app/programs/evaluate/storage/surprise';
import { createNormals } from '../../support/network-data';

const folder = mkdtempSync(join(tmpdir(), 'surprise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('return of the report day', () => {
  it('holds one contract over a roll and is missing without a Thursday', () => {
    mkdirSync(join(folder, 'futures-curves'));
    writeFileSync(
      join(folder, 'futures-curves', 'nymex_cl_ng_ho.csv'),
      'date,NG01,NG02\n2017-04-26,3,3.2\n2017-04-27,3.3,3.5\n2017-05-03,3,4\n2017-05-04,4.2,5\n2017-05-12,1,1\n',
    );
    writeFileSync(
      join(folder, 'futures-curves', 'expiry_table.csv'),
      'tick.prefix,Last.Trade\nNG,2017-05-03\nCL,2017-04-26\n',
    );
    const getReturn = readReportReturns(folder);
    expect(getReturn(Date.UTC(2017, 3, 21))).toBeCloseTo(0.1, 12);
    expect(getReturn(Date.UTC(2017, 3, 28))).toBeCloseTo(4.2 / 4 - 1, 12);
    expect(getReturn(Date.UTC(2017, 4, 5))).toBeNaN();
  });
});

describe('storage surprise', () => {
  const draw = createNormals('surprise');
  const known = Array.from({ length: 80 }, (_, week) => 10 * draw(week));
  const unknown = Array.from({ length: 80 }, (_, week) => 10 * draw(500 + week));
  const reports = {
    changes: known.map((value, week) => 50 + value + (unknown[week] ?? 0)),
    // The price moves with the part outside the forecast, against it.
    returns: unknown.map((value, week) =>
      week === 3 ? NaN : -0.002 * value + 0.001 * draw(900 + week),
    ),
    consensus: known.map(() => 50),
    own: known.map((value) => 50 + value),
  };
  const study = assessSurprises([reports, { ...reports, own: reports.consensus }]);
  const [all, predicted, rest] = study.rows;

  it('separates what the own forecast knows from what moves the price', () => {
    expect([all?.period, all?.count]).toEqual(['selection', 79]);
    expect(all?.correlation).toBeLessThan(-0.5);
    expect(Math.abs(predicted?.correlation ?? 1)).toBeLessThan(0.25);
    expect(rest?.correlation).toBeLessThan(-0.99);
    expect(all?.tStatistic).toBeLessThan(-4);
    expect(study.predicted[0]?.share).toBeCloseTo(0.5, 0);
  });

  it('predicts nothing with a forecast equal to the consensus', () => {
    expect(study.predicted[1]?.share).toBe(0);
    expect(study.rows[4]).toMatchObject({ period: 'test', size: 0, correlation: null });
  });

  it('is formatted as text', () => {
    const text = formatSurprises(study);
    expect(text).toContain('consensus: the degree-day regression');
    expect(text).toMatch(
      /selection +part not predicted by us +79 +\d+\.\d +-(0\.99\d|1\.000) +-\d/,
    );
    expect(text).toMatch(/test +part predicted by us +79 +0\.0 +none +none/);
    expect(text).toMatch(/test: the mean of line and network predicts 0 % of the squared surprise/);
  });
});
