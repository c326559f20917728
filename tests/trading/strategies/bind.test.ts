import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { bindPlaybook, missingSeries } from '../../../app/trading/strategies/bind';
import { DEFAULT_PLAYBOOK_IDS, defaultPlaybookId, defaultPlaybooks, findPlaybook } from '../../../app/trading/strategies/playbooks/default';
import { boundTo, dailyBars, playbookOf, targetsOver } from './bars';

describe('bindPlaybook', () => {
  it.each([
    { family: 'MOM' as const, params: { n: 1, e: 1 }, said: /playbook corn TEST: n: / },
    { family: 'MOM' as const, params: { n: 20, e: 1, extra: 1 }, said: /extra/ },
    { family: 'REV' as const, params: { n: 20, e: 1, x: 2 }, said: /x: x, the exit, must be below e/ },
    { family: 'BRK' as const, params: { n: 20 }, said: /k: / },
    { family: 'SEAS' as const, params: { window: { from: '02-30', to: '03-01' }, dir: 'LONG' }, said: /window.from: a day of the year is written MM-DD/ },
    { family: 'WXA' as const, params: { series: [], averageDays: 1, n: 15, e: 1, hold: 5, responseSign: 1 }, said: /series: / },
  ])('refuses $family with $params', ({ family, params, said }) => {
    expect(() => bindPlaybook(playbookOf(family, params))).toThrow(said);
  });

  it('keeps out of a side that the row does not trade, and says so', () => {
    const rising = dailyBars('2024-01-01', [100, 101, 102]);
    const target = targetsOver(boundTo('MOM', { n: 2, e: 1 }, { sides: 'SHORT' }), rising).at(-1);
    expect(target?.side).toBe('FLAT');
    expect(target?.reason).toContain('trades the short side only');
  });

  it('refuses a price that is no number', () => {
    expect(() => targetsOver(boundTo('MOM', { n: 2, e: 1 }), dailyBars('2024-01-01', [Number.NaN]))).toThrow(/finite/);
  });
});

describe('the default playbooks', () => {
  it.each(COMMODITY_KEYS)('%s has five that bind, and one of them by default', (commodity) => {
    const playbooks = defaultPlaybooks(commodity);
    expect(playbooks.map((playbook) => playbook.id)).toEqual([...DEFAULT_PLAYBOOK_IDS]);
    for (const playbook of playbooks) {
      expect(playbook.commodity).toBe(commodity);
      expect(bindPlaybook(playbook).init().target.side).toBe('FLAT');
    }
    expect(findPlaybook(commodity, defaultPlaybookId(commodity))).not.toBeNull();
    expect(new Set(playbooks.map((playbook) => playbook.family)).size).toBe(5);
  });

  it('names the series a playbook lacks', () => {
    const weather = findPlaybook('natural-gas', 'WEATHER_ANOMALY');
    expect(weather && missingSeries(weather, ['hdd'])).toEqual(['cdd']);
    expect(weather && missingSeries(weather, ['cdd', 'hdd'])).toEqual([]);
  });
});
