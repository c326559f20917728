// The measured record of playbooks: of the rules as they are, told in words, and refused where a
// rule has changed since.
import { describe, expect, it } from 'vitest';
import { measuredHash } from '../../../app/programs/backtest/measured';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { ruleFingerprint } from '../../../app/trading/strategies/fingerprint';
import type { MeasuredRow } from '../../../app/trading/strategies/measured-row';
import {
  NO_EDGE,
  findMeasured,
  formatTrackRecord,
} from '../../../app/trading/strategies/track-record';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import {
  findPlaybookRow,
  listPlaybooks,
} from '../../../app/trading/strategies/playbooks/catalogue';
import { MEASURED } from '../../../app/trading/strategies/playbooks/measured.generated';

const CORN = findPlaybookRow('corn', 'WEATHER_CROP') as PlaybookRow;
const GOOD: MeasuredRow = {
  mode: 'corn',
  id: 'WEATHER_CROP',
  rule: ruleFingerprint(CORN),
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
  formatTrackRecord(findMeasured('corn', 'WEATHER_CROP', buildTable(change)));

describe('the generated table', () => {
  const again = 'generate it again: npm run backtest -- --all-modes --worlds 10 --years 10 --write';

  it('is of the rules as they are', () => {
    const rows = COMMODITY_KEYS.flatMap(listPlaybooks).map((row) => ({
      mode: row.commodity,
      id: row.id,
      rule: ruleFingerprint(row),
    }));
    const measured = MEASURED.rows.map(({ mode, id, rule }) => ({ mode, id, rule }));
    expect(measured, again).toEqual(rows);
  });

  it('was not edited by hand', () => {
    expect(MEASURED.hash, again).toBe(measuredHash(MEASURED));
  });
});

describe('a measured record', () => {
  it('tells the middle, the tenths and the doubt', () => {
    expect(formatText({})).toBe(
      '+4.25% a year after costs (\u22121.50% to +9.00% in 10 simulated worlds of 10 years, 2,400 trades), deflated Sharpe 0.97',
    );
  });

  it('says where there is no edge', () => {
    expect(formatText({ medianPercent: -2, hasEdge: false, deflatedSharpe: 0.2 })).toMatch(
      new RegExp(`deflated Sharpe 0.20, ${NO_EDGE}$`),
    );
    expect(formatText({ trades: 0, medianPercent: 0, hasEdge: false })).toBe(
      `never traded in 10 simulated worlds of 10 years, ${NO_EDGE}`,
    );
  });

  it('is not that of another rule', () => {
    expect(
      findMeasured(
        'corn',
        'WEATHER_CROP',
        buildTable({ rule: ruleFingerprint({ ...CORN, stopRanges: 9 }) }),
      ),
    ).toBeNull();
    expect(findMeasured('corn', 'NO_SUCH', buildTable({}))).toBeNull();
    expect(findMeasured('oil', 'COLD_SNAP', buildTable({}))).toBeNull();
    expect(formatTrackRecord(null)).toBe('not yet, as it runs now');
  });
});
