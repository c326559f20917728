// The verdict on a model: planted skill is found, chance and costs are not taken for skill.
import { describe, expect, it } from 'vitest';
import {
  type CandidateDays,
  type SourceDays,
  assessSources,
  chooseSources,
  scoreSources,
} from '../../../app/programs/evaluate/networks/source-study';
import { SIGNAL_SOURCES, type SignalSource } from '../../../app/trading/domain/signal-facts';
import type { SourceRow } from '../../../app/trading/networks/evaluation';
import { createNormals } from '../../support/network-data';

const DAYS = 4000;

/** Days of a model with a predictable part of `skill` deviations, traded at a cost per day. */
function buildDays(seed: string, skill: number, cost: number): SourceDays {
  const draw = createNormals(seed);
  const signal = Float64Array.from({ length: DAYS }, (_, day) => draw(day));
  const move = signal.map((value, day) => skill * value + draw(10_000 + day));
  const side = signal.map((value) => Math.sign(value));
  return {
    block: Float64Array.from({ length: DAYS }, (_, day) => day),
    chanceUp: signal.map((value) => 1 / (1 + Math.exp(-1.6 * Math.max(skill, 0.05) * value))),
    move,
    gain: side.map((value, day) => value * (move[day] ?? 0) - cost),
    side,
    edge: signal.map((value) => skill * value),
    attainable: signal.map((value) => skill * value),
  };
}

const buildCandidates = (
  subject: string,
  build: (source: SignalSource) => SourceDays,
): CandidateDays =>
  new Map([
    [
      subject,
      Object.fromEntries(SIGNAL_SOURCES.map((source) => [source, build(source)])) as Record<
        SignalSource,
        SourceDays
      >,
    ],
  ]);

const scoreNetwork = (days: SourceDays): SourceRow => {
  const candidates = buildCandidates('NG', () => days);
  const [row] = assessSources(
    scoreSources([{ network: 'GasNet', subject: 'NG', source: 'network' }], candidates),
  );
  return row as SourceRow;
};

describe('verdict on a source', () => {
  it('finds planted skill that pays its costs', () => {
    const row = scoreNetwork(buildDays('planted', 0.12, 0.01));
    expect(row).toMatchObject({ count: DAYS, hasSkill: true, calls: 1 });
    expect(row.icT).toBeGreaterThan(3);
    expect(row.share).toBeCloseTo(1, 0);
    expect(row.lowerSharpe ?? NaN).toBeLessThan(row.sharpe ?? NaN);
  });

  it('is silence where skill does not pay its costs', () => {
    const row = scoreNetwork(buildDays('planted', 0.12, 0.2));
    expect(row.icT).toBeGreaterThan(3);
    expect(row.hasSkill).toBe(false);
  });

  it('is silence for a model that never calls', () => {
    const days = buildDays('planted', 0.12, 0);
    const row = scoreNetwork({ ...days, gain: days.gain.map(() => 0) });
    expect(row).toMatchObject({ sharpe: null, hasSkill: false });
  });

  it('rarely takes chance for skill', () => {
    const found = Array.from({ length: 100 }, (_, seed) =>
      scoreNetwork(buildDays(`nothing ${seed}`, 0, 0)),
    ).filter(({ hasSkill }) => hasSkill);
    expect(found.length).toBeLessThanOrEqual(1);
  });

  it('corrects for the number of markets', () => {
    const row: SourceRow = { ...scoreNetwork(buildDays('planted', 0.12, 0)), icT: 3, pValue: 0.04 };
    const chance = { ...row, pValue: 0.9 };
    expect(assessSources([row])[0]?.hasSkill).toBe(true);
    expect(assessSources([row, chance, chance])[0]).toMatchObject({ hasSkill: false });
  });
});

describe('choice of the source', () => {
  it('measures how long expected moves last', () => {
    const measurePersistence = (edge: Float64Array): number => {
      const days = { ...buildDays('planted', 0.12, 0), edge };
      const [row] = chooseSources(
        'GasNet',
        buildCandidates('NG', () => days),
      );
      return row?.persistence ?? NaN;
    };
    const draw = createNormals('persistence');
    const noise = Float64Array.from({ length: DAYS }, (_, day) => draw(day));
    expect(measurePersistence(noise)).toBeCloseTo(1, 1);
    expect(measurePersistence(noise.map(() => -0.1))).toBeCloseTo(5, 1);
    // Half of it is left each day: 1 + 1/2 + 1/4 + 1/8 + 1/16.
    let last = 0;
    expect(measurePersistence(noise.map((value) => (last = last / 2 + value)))).toBeCloseTo(
      1.94,
      1,
    );
    expect(measurePersistence(noise.map((_, day) => (day % 2 === 0 ? 1 : -1)))).toBeCloseTo(1, 1);
  });

  it('takes the lowest Brier score, and the network when all are equal', () => {
    const better = buildCandidates('NG', (source) =>
      buildDays('one path', source === 'momentum' ? 0.3 : 0, 0),
    );
    const same = buildCandidates('NG', () => buildDays('one path', 0.1, 0));
    const getChosen = (candidates: CandidateDays): readonly string[] =>
      chooseSources('GasNet', candidates)
        .filter(({ isChosen }) => isChosen)
        .map(({ source }) => source);
    expect(getChosen(better)).toEqual(['momentum']);
    expect(getChosen(same)).toEqual(['network']);
  });
});
