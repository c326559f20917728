// The five reference playbooks stand on the same sides as the rules that they were written from.
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { seededRandom } from '../../../app/trading/random';
import { bindPlaybook } from '../../../app/trading/strategies/bind';
import { evaluatorOf } from '../../../app/trading/strategies/evaluate';
import type { Playbook } from '../../../app/trading/strategies/strategy';
import { DEFAULT_PLAYBOOK_IDS, defaultPlaybookId, findPlaybook } from '../../../app/trading/strategies/playbooks/default';
import { REFERENCE_IDS, defaultReferenceId, findReferenceRow } from '../../../app/trading/strategies/playbooks/reference';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { DAY_MS, endOf } from './input-bars';

const BARS = 2_200;
/** No binary fraction, so that sums of it round. */
const TICK = 0.1;

interface Drawn { readonly open: number; readonly high: number; readonly low: number; readonly close: number; readonly endsMs: number; readonly weather: Record<string, number> }

/** A walk on ticks through zero with quiet years, storms and days without a reading; on whole ticks thresholds are met exactly now and then. */
function drawBars(name: string): Drawn[] {
  const random = seededRandom('reference');
  const draw = (what: string, step: number): number => random.uniform(`${name}/${what}`, step);
  let ticks = 40;
  return Array.from({ length: BARS }, (_, day) => {
    const wild = Math.floor(day / 200) % 3 === 2 ? 40 : 3;
    const open = ticks;
    ticks += Math.round((draw('step', day) - 0.5) * 2 * wild) + (day % 611 === 610 ? 4_000 : day % 611 === 0 && day > 0 ? -4_000 : 0);
    const high = Math.max(open, ticks) + Math.floor(draw('up', day) * 3);
    const low = Math.min(open, ticks) - Math.floor(draw('down', day) * 3);
    const heat = 20 + 10 * Math.cos((2 * Math.PI * day) / 365.25) + 12 * (draw('heat', day) - 0.5);
    const weather: Record<string, number> = day % 97 === 50 ? {} : { hdd: Math.max(0, heat - 15), cdd: Math.max(0, 15 - heat), prcp: Math.max(0, draw('rain', day) - 0.6) };
    return { open: open * TICK, high: high * TICK, low: low * TICK, close: ticks * TICK, endsMs: endOf('2015-01-01') + day * DAY_MS, weather };
  });
}

function sidesOfRule(playbook: Playbook, bars: readonly Drawn[]): string[] {
  const bound = bindPlaybook(playbook);
  let state = bound.init();
  return bars.map((bar) => (state = bound.fold(state, bar)).target).map(({ side, strength, range }) => `${side} ${strength.toFixed(6)} ${range?.toFixed(6)}`);
}

function sidesOfRow(row: PlaybookRow, bars: readonly Drawn[]): string[] {
  const evaluator = evaluatorOf(row);
  const state = evaluator.init();
  return bars.map((bar) => {
    evaluator.fold(state, { ...bar, inputs: row.inputs.map((id) => bar.weather[id] ?? NaN) });
    const { side, strength, range } = evaluator.target(state);
    return `${side} ${strength.toFixed(6)} ${range?.toFixed(6)}`;
  });
}

describe.each(COMMODITY_KEYS)('%s', (commodity) => {
  const bars = drawBars(commodity);

  it.each(REFERENCE_IDS)('%s stands as its rule does', (id) => {
    const row = findReferenceRow(commodity, id) ?? expect.fail();
    const rule = findPlaybook(commodity, id) ?? expect.fail();
    const stood = sidesOfRow(row, bars);
    expect(stood).toEqual(sidesOfRule(rule, bars));
    expect(stood.filter((one) => !one.startsWith('FLAT')).length).toBeGreaterThan(30);
    expect([row.stopRanges, row.targetRatio, row.barsHeldMax, row.sides, row.riskLevel, row.name]).toEqual([
      rule.stopRanges, rule.targetRatio, rule.barsHeldMax, rule.sides, rule.riskLevel, rule.name,
    ]);
  });

  it('has the same ids and the same default', () => {
    expect([...REFERENCE_IDS]).toEqual([...DEFAULT_PLAYBOOK_IDS]);
    expect(defaultReferenceId(commodity)).toBe(defaultPlaybookId(commodity));
    for (const id of REFERENCE_IDS) {
      const { text, expectedReturn } = findReferenceRow(commodity, id) ?? expect.fail();
      for (const one of Object.values(text)) expect(one.length > 19 && one.length <= 400, one).toBe(true);
      expect(expectedReturn.low < expectedReturn.high).toBe(true);
    }
  });
});
