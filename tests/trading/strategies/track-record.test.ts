// Track records of playbooks: current rules only, on the account, and their texts.
import { describe, expect, it } from 'vitest';
import { computeMeasuredHash } from '../../../app/programs/backtest/measured';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { computeRuleFingerprint } from '../../../app/trading/strategies/rule-fingerprint';
import type { MeasuredRow } from '../../../app/trading/strategies/measured-row';
import {
  NO_RECORD,
  findTrackRecord,
  formatAccountDollars,
  formatTrackRecord,
} from '../../../app/trading/strategies/track-record';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { MEASURED } from '../../../app/trading/strategies/playbooks/measured.generated';

const CORN = findPlaybookRow('corn', 'WEATHER_CROP') as PlaybookRow;
const GOOD: MeasuredRow = {
  mode: 'corn',
  id: 'WEATHER_CROP',
  rule: computeRuleFingerprint(CORN),
  trades: 2400,
  tradesPerYear: 24,
  accountPercents: [0.5, 1.5, 1, 2],
  worstYearPercent: -3.25,
  drawdownPercent: 4,
  turnover: 2.5,
  edgeBp: 18.26,
  costBp: 7.1,
  sharpe: 0.6,
  deflatedSharpe: 0.97,
  hurdleSharpe: 0.19,
  trials: 20,
};
const buildTable = (change: Partial<MeasuredRow>) => ({
  worlds: 4,
  years: 10,
  rows: [{ ...GOOD, ...change }],
});
const formatText = (change: Partial<MeasuredRow>): string =>
  formatTrackRecord(findTrackRecord(CORN, buildTable(change)));

describe('the generated table', () => {
  const again =
    'generate it again: npm run backtest -- --all-modes --worlds 10 --years 10 --seed 1 --write';

  it('matches the current rules', () => {
    const rows = COMMODITY_KEYS.flatMap(listPlaybooks).map((row) => ({
      mode: row.commodity,
      id: row.id,
      rule: computeRuleFingerprint(row),
    }));
    const measured = MEASURED.rows.map(({ mode, id, rule }) => ({ mode, id, rule }));
    expect(measured, again).toEqual(rows);
  });

  it('was not edited by hand', () => {
    expect(MEASURED.hash, again).toBe(computeMeasuredHash(MEASURED));
  });

  it('has one account return per simulation', () => {
    for (const { mode, id, accountPercents } of MEASURED.rows)
      expect([mode, id, accountPercents.length]).toEqual([mode, id, MEASURED.worlds]);
  });
});

describe('a track record', () => {
  it('states median return on the account in percent and dollars, edge and cost', () => {
    expect(findTrackRecord(CORN, buildTable({}))).toMatchObject({
      grade: 'A',
      medianPercent: 1.25,
    });
    expect(formatText({})).toBe(
      '+1.25% (+$312.50) a year on the account after costs, median of 4 simulations of 10 years (+0.50% to +2.00%), 2,400 trades with an edge of +18.3 bp before costs of 7.1 bp',
    );
    expect(formatAccountDollars(-8.7)).toBe('\u2212$2,175.00');
  });

  it('states when there were no trades', () => {
    expect(formatText({ trades: 0, accountPercents: [0, 0], edgeBp: null, costBp: null })).toBe(
      'no trades in 4 simulations of 10 years',
    );
  });

  it('is null for a changed rule', () => {
    const isFound = (row: PlaybookRow): boolean => findTrackRecord(row, buildTable({})) !== null;
    expect(isFound(CORN)).toBe(true);
    expect(isFound({ ...CORN, stopRanges: 9 })).toBe(false);
    expect(isFound(findPlaybookRow('oil', 'COLD_SNAP') as PlaybookRow)).toBe(false);
    expect(formatTrackRecord(null)).toBe(NO_RECORD);
  });
});
