import { describe, expect, it } from 'vitest';
import { publicKnowledge } from '../../../app/trading/market/inputs/archive-knowledge';
import { vintageStore } from '../../../app/trading/market/vintages';
import { weatherArchive } from '../../../app/trading/weather/archive';
import type { ForecastRun } from '../../../app/trading/weather/bulletin';
import { HOUR_MS } from '../../../app/trading/domain/time';

const START = Date.UTC(2026, 0, 10);

const buildRun = (
  cycle: number,
  meanF: number,
  publishedMs = START + cycle * 6 * HOUR_MS + 4 * HOUR_MS,
): ForecastRun => ({
  cell: 'NYC',
  issuedMs: START + cycle * 6 * HOUR_MS,
  publishedMs,
  days: Array.from({ length: 15 }, (_, lead) => ({
    dayMs: START + Math.floor(cycle / 4) * 24 * HOUR_MS + lead * 24 * HOUR_MS,
    lead,
    meanF,
    highF: meanF + 9,
    lowF: meanF - 9,
    spreadF: 2,
    windMph: 9,
    sunShare: 0.5,
    rainInches: 0,
    rainChance: 0.1,
  })),
});

function knowledge(...runs: readonly ForecastRun[]) {
  const weather = weatherArchive();
  for (const run of runs) weather.publish(run);
  return publicKnowledge({ weather, vintages: vintageStore(), curve: () => [], reports: () => [] });
}

describe('public knowledge of an archive', () => {
  it('counts back by cycles and has null for one that was missed', () => {
    const at = knowledge(buildRun(0, 30), buildRun(1, 31), buildRun(3, 33));
    const known = at(START + 24 * HOUR_MS);
    expect(known.run('NYC', 0)?.days[0]?.meanF).toBe(33);
    expect(known.run('NYC', 1)).toBeNull();
    expect(known.run('NYC', 2)?.days[0]?.meanF).toBe(31);
    expect(known.run('PJM', 0)).toBeNull();
  });

  it('gives one object for one run, whoever asks', () => {
    const at = knowledge(buildRun(0, 30), buildRun(1, 31));
    const first = at(START + 5 * HOUR_MS).run('NYC', 0);
    expect(at(START + 11 * HOUR_MS).run('NYC', 1)).toBe(first);
  });

  it('knows no run before it is out, though a later moment was asked first', () => {
    const at = knowledge(buildRun(0, 30), buildRun(1, 31));
    expect(at(START + 24 * HOUR_MS).run('NYC', 0)?.days[0]?.meanF).toBe(31);
    expect(at(START + 9 * HOUR_MS).run('NYC', 0)?.days[0]?.meanF).toBe(30);
    expect(at(START + 3 * HOUR_MS).run('NYC', 0)).toBeNull();
  });
});
