// Storms of the weather page: figures, nearest production, what it moves, and the map.
import { describe, expect, it } from 'vitest';
import { buildStormPart } from '../../../app/models/weather/storms.server';
import { HOUR_MS } from '../../../app/trading/domain/time';
import { PUBLIC_SOURCES } from '../../../app/trading/market/sources/catalog';
import type { SourceStatus } from '../../../app/trading/market/sources/source-status';
import { type StormAdvisory, createStormArchive } from '../../../app/trading/weather/storms';

const NOON = Date.UTC(2026, 8, 10, 12);
const IDA: StormAdvisory = {
  id: 'al052026',
  name: 'Ida',
  classification: 'HU',
  atMs: NOON,
  publishedMs: NOON,
  latitude: 26.1,
  longitude: -90.3,
  windMph: 115.4,
  pressureMb: 958.2,
  movingDegrees: 315,
  movingMph: 12.3,
};
const NINE: StormAdvisory = {
  ...IDA,
  id: 'ep092026',
  name: 'Nine',
  classification: 'TD',
  latitude: 15.5,
  longitude: -110,
  windMph: 34.5,
  pressureMb: null,
  movingDegrees: null,
};

/** Status of the hurricane center, which has answered at this time. */
function createDesk(answeredMs: number | null, id = 'nhc') {
  const source = PUBLIC_SOURCES.find((each) => each.id === id) ?? expect.fail(id);
  const totals = { answeredMs, publishedMs: null, values: 0, refused: 0 };
  return { listStatus: () => [{ source, totals } as Partial<SourceStatus> as SourceStatus] };
}

function buildPart(advisories: readonly StormAdvisory[], desk = createDesk(NOON)) {
  const archive = createStormArchive();
  for (const advisory of advisories) archive.addAdvisory(advisory);
  return buildStormPart(archive, desk, NOON + HOUR_MS);
}

describe('storms of the weather page', () => {
  it('have their class, wind, position and movement', () => {
    const { asOf, reason, rows } = buildPart([NINE, IDA]);
    expect([asOf, reason]).toEqual(['2026-09-10T12:00:00.000Z', null]);
    expect(rows).toMatchObject([
      {
        name: 'Ida',
        kind: 'hurricane of category 3',
        windMph: 115,
        pressureMb: 958,
        position: '26.1\u00b0 N, 90.3\u00b0 W',
        moving: 'NW at 12 mph',
        nearest: { name: 'Gulf platforms', miles: 106 },
      },
      { name: 'Nine', kind: 'tropical depression', pressureMb: null, moving: null },
    ]);
  });

  it('name the markets that they move only while they are near', () => {
    const [near, far] = buildPart([IDA, NINE]).rows;
    expect(near?.moves.map(({ commodity, direction }) => `${commodity} ${direction}`)).toEqual([
      'crude-oil MIXED',
      'oil UP',
      'natural-gas MIXED',
    ]);
    expect(far?.moves).toEqual([]);
  });

  it('are on the map with their track, unless they lie outside it', () => {
    const before = { ...IDA, atMs: NOON - 6 * HOUR_MS, latitude: 25, longitude: -89 };
    const { map } = buildPart([before, IDA, NINE]);
    expect(map?.storms).toHaveLength(1);
    const [ida] = map?.storms ?? [];
    expect(ida).toMatchObject({ name: 'Ida', value: '115 mph', isHurricane: true });
    expect(ida?.track.split(' ')).toEqual([expect.any(String), `${ida?.x},${ida?.y}`]);
    // The Gulf lies in the south of the frame, west of Florida.
    const [gulf, florida] = map?.regions ?? [];
    expect(gulf && florida && gulf.x < florida.x && gulf.y > florida.y).toBe(true);
    expect(map?.summary).toContain(
      'Ida, hurricane of category 3, 106 miles from the Gulf platforms.',
    );
    expect(buildPart([NINE]).map).toBeNull();
  });

  it('state that there is none, or why nothing is known', () => {
    expect(buildPart([])).toMatchObject({
      asOf: '2026-09-10T12:00:00.000Z',
      reason: null,
      rows: [],
    });
    expect(buildPart([], createDesk(null)).reason).toMatch(/has not answered yet/);
    expect(buildPart([], createDesk(NOON - 9 * HOUR_MS)).reason).toMatch(
      /has not answered for 10 h: whether a storm is active is not known/,
    );
    expect(buildPart([IDA], createDesk(NOON - 9 * HOUR_MS)).reason).toBeNull();
    expect(buildPart([], createDesk(NOON, 'usdm')).reason).toMatch(/is not asked on this server/);
  });
});
