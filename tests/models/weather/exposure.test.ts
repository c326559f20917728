// Open positions against warnings and weather of the regions that move them.
import { describe, expect, it } from 'vitest';
import {
  buildExposure,
  listExposedPlaces,
  listExposedStates,
  listExposurePins,
} from '../../../app/models/weather/exposure.server';
import type { HeldPosition } from '../../../app/models/weather/held-positions.server';
import { buildRunsPart } from '../../../app/models/weather/runs-part.server';
import { serializeDegreeDays } from '../../../app/models/weather/serialize-almanac.server';
import { PLACE_POINTS } from '../../../app/models/market/us-map.server';
import { NOW, createWeatherDesk } from '../../support/weather-desk';

const desk = createWeatherDesk();
const buildHeld = (
  commodity: HeldPosition['commodity'],
  direction: HeldPosition['direction'],
  hub: HeldPosition['hub'] = null,
): HeldPosition => ({ commodity, direction, hub });

describe('the exposure of open positions', () => {
  it('names the warning that moves a position, with its side', () => {
    const exposure = buildExposure(desk, [buildHeld('natural-gas', 'SHORT')]);
    expect(exposure.verdict).toMatch(
      /^1 warning in force moves your positions\. Strongest there: /,
    );
    expect(exposure.warnings).toMatchObject([
      {
        impactLevel: 'CRITICAL',
        text: 'Arctic air reaches Illinois on Nov 24.',
        positions: ['SHORT Natural Gas Futures (▲ bullish)'],
      },
    ]);
    expect(exposure.warnings[0]?.pattern).toMatch(/^Cold outbreak over Midwest, Nov 24 to Nov 28/);
    expect(exposure.rows.find(({ region }) => region === 'Midwest')).toMatchObject({
      positions: 'SHORT Natural Gas Futures',
      severity: 'Clear',
      warnings: 1,
    });
  });

  it('is one line when nothing warns where positions are', () => {
    const coffee = buildExposure(desk, [buildHeld('coffee', 'LONG')]);
    expect(coffee.warnings).toEqual([]);
    expect(coffee.verdict).toMatch(
      /^Nothing warns where you hold positions; 1 warning in force elsewhere\. Strongest there: Minas Gerais, /,
    );
    expect(buildExposure(desk, []).verdict).toBe(
      '1 warning in force; no open position is exposed to it.',
    );
    const quiet = { ...desk, weather: { ...desk.weather, warnings: () => [] } };
    expect(buildExposure(quiet, []).verdict).toBe(
      'Nothing warns in any region, and no open position is exposed to weather.',
    );
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
        title: 'PJM: LONG and SHORT Electricity Futures',
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
    const runs = buildRunsPart(serializeDegreeDays({ desk, reason: null }), [
      buildHeld('natural-gas', 'LONG'),
      buildHeld('natural-gas', 'SHORT'),
      buildHeld('oil', 'SHORT'),
    ]);
    expect(runs?.tone).toBe('colder');
    expect(
      runs?.moves.map(({ commodity, direction, held }) => [commodity, direction, held]),
    ).toEqual([
      ['natural-gas', 'UP', 'LONG and SHORT'],
      ['oil', 'UP', 'SHORT'],
      ['electricity', 'UP', null],
    ]);
  });
});
