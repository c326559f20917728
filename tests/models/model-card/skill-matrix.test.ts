// The skill matrix agrees with the evaluation it is built from.
import { describe, expect, it } from 'vitest';
import { buildSkillMatrix } from '../../../app/models/model-card/skill-matrix';
import { DIRECTION_NETWORKS, NETWORKS } from '../../../app/trading/networks/registry';
import { getSkillAssessment } from '../../../app/trading/networks/skill-assessments';
import { EVALUATION } from '../../../app/trading/networks/verdicts.generated';

const MARKETS = DIRECTION_NETWORKS.flatMap(({ subjects }) => subjects);

describe('the skill matrix', () => {
  const { markets, rows } = buildSkillMatrix(EVALUATION);

  it('has one row per network and one column per market', () => {
    expect(rows.map(({ network }) => network)).toEqual(NETWORKS.map(({ id }) => id));
    expect(markets).toHaveLength(MARKETS.length + 1);
    expect(rows.every(({ cells }) => cells.length === markets.length)).toBe(true);
  });

  it('has the grade and t-statistic of each model that issues signals', () => {
    for (const spec of DIRECTION_NETWORKS) {
      const row = rows.find(({ network }) => network === spec.id);
      for (const [index, market] of MARKETS.entries()) {
        const cell = row?.cells[index] ?? null;
        if (!spec.subjects.includes(market)) {
          expect([spec.id, market, cell]).toEqual([spec.id, market, null]);
          continue;
        }
        const { grade } = getSkillAssessment(spec.id, market);
        expect([market, cell?.mark]).toEqual([market, grade ?? 'none']);
        const verdict = EVALUATION.verdict.rows.find(({ subject }) => subject === market);
        expect(cell?.figure).toContain(Math.abs(verdict?.icT ?? 0).toFixed(1));
      }
    }
  });

  it('names the graded model where it is not the network', () => {
    const names = { network: null, linear: 'linear', momentum: '20-day', seasonal: 'season' };
    const shown = EVALUATION.verdict.rows.map(({ network, subject }) => {
      const row = rows.find((one) => one.network === network);
      return [subject, row?.cells[MARKETS.indexOf(subject)]?.model];
    });
    expect(shown).toEqual(
      EVALUATION.verdict.rows.map(({ subject, source }) => [subject, names[source]]),
    );
    expect(shown).toContainEqual(['NG', 'linear']);
    expect(shown).toContainEqual(['CL', null]);
  });

  it('marks the other networks by the test against the best benchmark', () => {
    const spikes = rows.find(({ network }) => network === 'SpikeNet');
    for (const [index, market] of MARKETS.entries()) {
      const row = EVALUATION.rows.find(
        ({ network, subject, isMain }) => isMain && network === 'SpikeNet' && subject === market,
      );
      if (row) expect(spikes?.cells[index]?.mark).toBe(row.hasSkill ? 'skill' : 'none');
    }
    const places = rows.find(({ network }) => network === 'WeatherNet')?.cells.at(-1);
    expect(places?.figure).toMatch(/^\d+ of 13$/);
  });
});
