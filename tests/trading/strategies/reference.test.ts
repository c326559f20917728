// Reference playbooks: their sides over a generated series are fixed.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { createSeededRandom } from '../../../app/trading/random';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import {
  REFERENCE_IDS,
  getDefaultReferenceId,
  findReferenceRow,
} from '../../../app/trading/strategies/playbooks/reference';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { computeEnd } from './input-bars';
import { DAY_MS } from '../../../app/trading/domain/time';

const BARS = 2_200;
/** Not a binary fraction, so that sums are rounded. */
const TICK = 0.1;

interface Drawn {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly endsMs: number;
  readonly weather: Record<string, number>;
}

/**
 * A random walk on ticks through zero with calm years, storms and missing readings; on whole ticks
 * thresholds are sometimes met exactly.
 */
function drawBars(name: string): Drawn[] {
  const random = createSeededRandom('reference');
  const drawUniform = (what: string, step: number): number =>
    random.uniform(`${name}/${what}`, step);
  let ticks = 40;
  return Array.from({ length: BARS }, (_, day) => {
    const wild = Math.floor(day / 200) % 3 === 2 ? 40 : 3;
    const open = ticks;
    ticks +=
      Math.round((drawUniform('step', day) - 0.5) * 2 * wild) +
      (day % 611 === 610 ? 4_000 : day % 611 === 0 && day > 0 ? -4_000 : 0);
    const high = Math.max(open, ticks) + Math.floor(drawUniform('up', day) * 3);
    const low = Math.min(open, ticks) - Math.floor(drawUniform('down', day) * 3);
    const heat =
      20 + 10 * Math.cos((2 * Math.PI * day) / 365.25) + 12 * (drawUniform('heat', day) - 0.5);
    const weather: Record<string, number> =
      day % 97 === 50
        ? {}
        : {
            hdd: Math.max(0, heat - 15),
            cdd: Math.max(0, 15 - heat),
            prcp: Math.max(0, drawUniform('rain', day) - 0.6),
          };
    return {
      open: open * TICK,
      high: high * TICK,
      low: low * TICK,
      close: ticks * TICK,
      endsMs: computeEnd('2015-01-01') + day * DAY_MS,
      weather,
    };
  });
}

function sidesOfRow(row: PlaybookRow, bars: readonly Drawn[]): string[] {
  const evaluator = createEvaluator(row);
  const state = evaluator.createState();
  return bars.map((bar) => {
    evaluator.fold(state, { ...bar, inputs: row.inputs.map((id) => bar.weather[id] ?? NaN) });
    const { side, strength, range } = evaluator.buildTarget(state);
    return `${side} ${strength.toFixed(6)} ${range?.toFixed(6)}`;
  });
}

/** Digest of all fifty rows over these bars, verified against an independent implementation. */
const EXPECTED_DIGEST = 'd48ba70419154da5099861b2691d3f093fa671504d70fee7f96b609cde89a25e';

describe('the reference playbooks', () => {
  const stood = COMMODITY_KEYS.flatMap((commodity) =>
    REFERENCE_IDS.map((id) => {
      const row = findReferenceRow(commodity, id) ?? expect.fail(`${commodity} ${id}`);
      return { name: `${commodity} ${id}`, sides: sidesOfRow(row, drawBars(commodity)) };
    }),
  );

  it('match the recorded sides', () => {
    expect(createHash('sha256').update(JSON.stringify(stood)).digest('hex')).toBe(EXPECTED_DIGEST);
  });

  it('all take a side at times, and include the default', () => {
    for (const { name, sides } of stood)
      expect(sides.filter((one) => !one.startsWith('FLAT')).length, name).toBeGreaterThan(30);
    for (const key of COMMODITY_KEYS) expect(REFERENCE_IDS).toContain(getDefaultReferenceId(key));
    expect([getDefaultReferenceId('electricity'), getDefaultReferenceId('corn')]).toEqual([
      'MEAN_REVERSION',
      'MOMENTUM',
    ]);
  });
});
