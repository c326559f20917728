// Track records of playbooks: current rules only, and their texts.
import { describe, expect, it } from 'vitest';
import { computeMeasuredHash } from '../../../app/programs/backtest/measured';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { computeRuleFingerprint } from '../../../app/trading/strategies/rule-fingerprint';
import type { MeasuredRow } from '../../../app/trading/strategies/measured-row';
import {
  NO_EDGE,
  findTrackRecord,
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
  medianPercent: 4.25,
  lowPercent: -1.5,
  highPercent: 9,
  sharpe: 0.6,
  deflatedSharpe: 0.97,
  hasEdge: true,
};
const buildTable = (change: Partial<MeasuredRow>) => ({
  worlds: 10,
  years: 10,
  rows: [{ ...GOOD, ...change }],
});
const formatText = (change: Partial<MeasuredRow>): string =>
  formatTrackRecord(findTrackRecord('corn', 'WEATHER_CROP', buildTable(change)));

describe('the generated table', () => {
  const again = 'generate it again: npm run backtest -- --all-modes --worlds 10 --years 10 --write';

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
});

describe('a track record', () => {
  it('states median, 10th and 90th percentile and deflated Sharpe', () => {
    expect(formatText({})).toBe(
      '+4.25% a year after costs (\u22121.50% to +9.00% in 10 simulations of 10 years, 2,400 trades), deflated Sharpe 0.97',
    );
  });

  it('states when there is no significant edge', () => {
    expect(formatText({ medianPercent: -2, hasEdge: false, deflatedSharpe: 0.2 })).toMatch(
      new RegExp(`deflated Sharpe 0.20, ${NO_EDGE}$`),
    );
    expect(formatText({ trades: 0, medianPercent: 0, hasEdge: false })).toBe(
      `no trades in 10 simulations of 10 years, ${NO_EDGE}`,
    );
  });

  it('is null for a changed rule', () => {
    expect(
      findTrackRecord(
        'corn',
        'WEATHER_CROP',
        buildTable({ rule: computeRuleFingerprint({ ...CORN, stopRanges: 9 }) }),
      ),
    ).toBeNull();
    expect(findTrackRecord('corn', 'NO_SUCH', buildTable({}))).toBeNull();
    expect(findTrackRecord('oil', 'COLD_SNAP', buildTable({}))).toBeNull();
    expect(formatTrackRecord(null)).toBe('no record of the current rule');
  });
});
