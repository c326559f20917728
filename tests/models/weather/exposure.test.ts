// Open positions against warnings and weather of the regions that move them.
import { describe, expect, it } from 'vitest';
import {
  buildExposure as buildExposureOf,
  listExposedPlaces,
  listExposedStates,
  listExposurePins,
} from '../../../app/models/weather/exposure.server';
import type { HeldPosition } from '../../../app/models/weather/held-positions.server';
import { buildRunsPart } from '../../../app/models/weather/runs-part.server';
import {
  getRecentRuns,
  serializeDegreeDays,
} from '../../../app/models/weather/serialize-almanac.server';
import { PLACE_POINTS } from '../../../app/models/market/us-map.server';
import type { WeatherSource } from '../../../app/trading/weather/weather-source';
import { HOUR_MS } from '../../../app/trading/domain/time';
import { NOW, createWeatherDesk } from '../../support/weather-desk';

const desk = createWeatherDesk();
const buildExposure = (source: WeatherSource, held: readonly HeldPosition[]) =>
  buildExposureOf(source, listExposedPlaces(held, source.nowMs()));
const buildHeld = (
  commodity: HeldPosition['commodity'],
  direction: HeldPosition['direction'],
  hub: HeldPosition['hub'] = null,
  code = commodity === 'electricity' ? 'ETZ26' : 'NGZ26',
): HeldPosition => ({ commodity, direction, hub, code });

describe('the exposure of open positions', () => {
  it('names the warning that moves a position, with its side', () => {
    const exposure = buildExposure(desk, [buildHeld('natural-gas', 'SHORT')]);
    expect(exposure.verdict).toMatch(/^1 current warning moves your positions\. Strongest there: /);
    expect(exposure.warnings).toMatchObject([
      {
        impactLevel: 'CRITICAL',
        text: 'Arctic air reaches Illinois on Nov 24.',
        positions: ['SHORT Natural Gas NGZ26 (▲ bullish)'],
      },
    ]);
    expect(exposure.warnings[0]?.pattern).toMatch(/^Cold outbreak over Midwest, Nov 24 to Nov 28/);
    expect(exposure.rows.find(({ region }) => region === 'Midwest')).toMatchObject({
      positions: 'SHORT Natural Gas NGZ26',
      severity: 'Clear',
      warnings: 1,
    });
  });

  it('is one line when nothing warns where positions are', () => {
    const coffee = buildExposure(desk, [buildHeld('coffee', 'LONG')]);
    expect(coffee.warnings).toEqual([]);
    expect(coffee.verdict).toMatch(
      /^No warning moves your positions: 1 current warning without effect on them\. Strongest there: Minas Gerais, /,
    );
    expect(buildExposure(desk, []).verdict).toBe(
      '1 current warning; no open position is exposed to it.',
    );
    const quiet = { ...desk, weather: { ...desk.weather, warnings: () => [] } };
    expect(buildExposure(quiet, []).verdict).toBe(
      'No warning in any region; no open position is exposed to weather.',
    );
  });

  it('counts hubs on opposite sides and months of one market separately', () => {
    const [warning] = desk.weather.warnings(NOW);
    if (!warning) throw new Error('the desk has one warning');
    const both = {
      ...desk,
      weather: {
        ...desk.weather,
        warnings: () => [{ ...warning, cells: ['CHI', 'PJM'] as const }],
      },
    };
    const exposure = buildExposure(both, [
      buildHeld('electricity', 'LONG', 'PJM'),
      buildHeld('electricity', 'SHORT', 'MISO'),
      buildHeld('natural-gas', 'LONG', null, 'NGZ26'),
      buildHeld('natural-gas', 'SHORT', null, 'NGF27'),
    ]);
    expect(exposure.warnings.map(({ positions }) => [...positions].sort())).toEqual([
      [
        'LONG Natural Gas NGZ26 (▲ bullish)',
        'LONG PJM Power ETZ26 (▲ bullish)',
        'SHORT MISO Power ETZ26 (▲ bullish)',
        'SHORT Natural Gas NGF27 (▲ bullish)',
      ],
    ]);
    const rows = exposure.rows.map(({ region, positions, warnings }) => [
      region,
      positions,
      warnings,
    ]);
    expect(rows).toContainEqual(['PJM', 'LONG PJM Power ETZ26', 1]);
    expect(rows).toContainEqual(['MISO', 'SHORT MISO Power ETZ26', 1]);
    expect(rows).toContainEqual(['Midwest', 'LONG Natural Gas NGZ26, SHORT Natural Gas NGF27', 1]);
  });

  it('counts no warning in the table that the sentence does not count', () => {
    const [warning] = desk.weather.warnings(NOW);
    if (!warning) throw new Error('the desk has one warning');
    const dry = {
      ...desk,
      weather: { ...desk.weather, warnings: () => [{ ...warning, kind: 'drought' as const }] },
    };
    // Drought in the Midwest moves crops, in November none, and never natural gas.
    const exposure = buildExposure(dry, [buildHeld('natural-gas', 'LONG')]);
    expect(exposure.verdict).toMatch(
      /^No warning moves your positions: 1 current warning without /,
    );
    expect(exposure.rows.map(({ warnings }) => warnings)).toEqual(exposure.rows.map(() => 0));
  });

  it('states when the weather of a region was observed, and whether that is stale', () => {
    const held = [buildHeld('coffee', 'LONG')];
    const now = buildExposure(desk, held);
    expect(now.verdict).toMatch(/, observed 2 h ago\.$/);
    expect(now.rows[0]).toMatchObject({
      region: 'Minas Gerais',
      observedAt: '2026-11-21T14:00:00.000Z',
      isStale: false,
    });
    const later = { ...desk, nowMs: () => NOW + 2 * HOUR_MS };
    expect(buildExposure(later, held).rows[0]).toMatchObject({ isStale: true });
  });

  it('marks the hub of a power position and its states only', () => {
    const exposed = listExposedPlaces(
      [buildHeld('electricity', 'LONG', 'PJM'), buildHeld('electricity', 'SHORT', 'PJM')],
      NOW,
    );
    expect(exposed.map(({ place }) => place.name)).toEqual(['PJM']);
    expect(listExposurePins(exposed)).toEqual([
      {
        ...PLACE_POINTS.get('PJM'),
        name: '',
        value: '◆ET',
        title: 'PJM: LONG PJM Power ETZ26, SHORT PJM Power ETZ26',
      },
    ]);
    expect([...listExposedStates(exposed)].sort()).toEqual(['39', '42', '54']);
  });

  it('has no mark on the map for a region abroad', () => {
    const exposed = listExposedPlaces([buildHeld('coffee', 'LONG')], NOW);
    expect(exposed.map(({ place }) => place.name)).toEqual(['Minas Gerais']);
    expect(listExposurePins(exposed)).toEqual([]);
  });
});

describe('the markets that the last run moves', () => {
  it('follow the change and name the side of own positions', () => {
    const runs = buildRunsPart(serializeDegreeDays({ desk, reason: null }), getRecentRuns(desk), [
      buildHeld('natural-gas', 'LONG'),
      buildHeld('natural-gas', 'SHORT'),
      buildHeld('oil', 'SHORT'),
      buildHeld('electricity', 'LONG', 'NYISO'),
      buildHeld('electricity', 'SHORT', 'MISO'),
    ]);
    expect(runs?.tone).toBe('colder');
    expect(runs?.moves.map(({ name, direction, held }) => [name, direction, held])).toEqual([
      ['Natural Gas', 'UP', 'LONG and SHORT'],
      ['Heating Oil', 'UP', 'SHORT'],
      ['NYISO Power', 'UP', 'LONG'],
    ]);
    expect(runs?.noMoves).toBeNull();
  });

  it('state the largest regional change where none reaches the limit', () => {
    // New York is 7.5 °F warmer on three days and 1.5 °F colder on ten: 7.5 degree days less at NYISO.
    const mild: WeatherSource = {
      ...desk,
      weather: {
        ...desk.weather,
        listRuns: (...query) =>
          desk.weather
            .listRuns(...query)
            .map((run) =>
              run.cell === 'NYC' && run.issuedMs === Date.UTC(2026, 10, 21)
                ? { ...run, days: run.days.map((day) => ({ ...day, meanF: day.meanF + 7.5 })) }
                : run,
            ),
      },
    };
    const runs = buildRunsPart(
      serializeDegreeDays({ desk: mild, reason: null }),
      getRecentRuns(mild),
      [],
    );
    expect(runs?.moves).toEqual([]);
    expect(runs?.noMoves).toBe(
      'No market effect: largest regional change −7.5 degree days (needs 12, in season).',
    );
  });
});
