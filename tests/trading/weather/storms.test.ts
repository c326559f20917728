// Tropical storms: class by wind, what is active and known, and the nearest production.
import { describe, expect, it, test } from 'vitest';
import { HOUR_MS } from '../../../app/trading/domain/time';
import {
  MPH_PER_KNOT,
  STORM_RETENTION_MS,
  type StormAdvisory,
  computeStormCategory,
  createStormArchive,
  findNearestRegion,
  getCompassPoint,
  getStormClass,
} from '../../../app/trading/weather/storms';

const NOON = Date.UTC(2026, 8, 10, 12);

const createAdvisory = (changes: Partial<StormAdvisory> = {}): StormAdvisory => ({
  id: 'al052026',
  name: 'Example',
  classification: 'HU',
  atMs: NOON,
  publishedMs: NOON,
  latitude: 26.1,
  longitude: -90.3,
  windMph: 115,
  pressureMb: 958,
  movingDegrees: 340,
  movingMph: 12,
  ...changes,
});

function loadArchive(...advisories: readonly Partial<StormAdvisory>[]) {
  const archive = createStormArchive();
  for (const changes of advisories) archive.addAdvisory(createAdvisory(changes));
  return archive;
}

describe('the class of a storm', () => {
  // Saffir-Simpson scale in knots: 64-82, 83-95, 96-112, 113-136, from 137.
  test.each([
    [63, 0],
    [64, 1],
    [82, 1],
    [83, 2],
    [95, 2],
    [96, 3],
    [112, 3],
    [113, 4],
    [136, 4],
    [137, 5],
    [185, 5],
  ])('%i knots are category %i', (knots, category) => {
    expect(computeStormCategory(knots * MPH_PER_KNOT)).toBe(category);
  });

  test.each([
    ['HU', 115, 'hurricane of category 3'],
    ['MH', 140, 'hurricane of category 4'],
    ['HU', 70, 'hurricane of category 1'],
    ['TS', 60, 'tropical storm'],
    ['TD', 35, 'tropical depression'],
    ['PTC', 35, 'potential tropical cyclone'],
    ['XX', 35, 'class XX'],
  ])('%s with %i mph is a %s', (classification, windMph, name) => {
    expect(getStormClass({ classification, windMph })).toBe(name);
  });
});

describe('active storms', () => {
  const EARLIER = { atMs: NOON - 6 * HOUR_MS, publishedMs: NOON - 6 * HOUR_MS, windMph: 90 };

  it('are those with an advisory of the last twelve hours, strongest first', () => {
    const archive = loadArchive(
      { id: 'al062026', windMph: 50 },
      {},
      { id: 'ep012026', atMs: NOON - 13 * HOUR_MS, publishedMs: NOON - 13 * HOUR_MS },
    );
    const listIds = (nowMs: number) => archive.listActive(nowMs).map(({ newest }) => newest.id);
    expect(listIds(NOON)).toEqual(['al052026', 'al062026']);
    expect(listIds(NOON + 12 * HOUR_MS)).toHaveLength(2);
    expect(listIds(NOON + 12 * HOUR_MS + 1)).toEqual([]);
  });

  it('have their track in time order, in whatever order the advisories came', () => {
    const [storm] = loadArchive({}, EARLIER).listActive(NOON);
    expect(storm?.newest.windMph).toBe(115);
    expect(storm?.track.map(({ windMph }) => windMph)).toEqual([90, 115]);
  });

  it('are as known at the time: neither later advisories nor later versions', () => {
    const correction = { windMph: 120, publishedMs: NOON + HOUR_MS };
    const archive = loadArchive(EARLIER, {}, correction);
    const findWind = (knownMs: number) => archive.listActive(knownMs)[0]?.newest.windMph;
    expect(findWind(NOON - 1)).toBe(90);
    expect(findWind(NOON)).toBe(115);
    expect(findWind(NOON + HOUR_MS)).toBe(120);
    expect(archive.listActive(NOON + HOUR_MS)[0]?.track).toHaveLength(2);
  });

  it('are forgotten after the retention', () => {
    const archive = loadArchive(EARLIER, {});
    archive.removeOldAdvisories(NOON + STORM_RETENTION_MS);
    expect(archive.listActive(NOON)[0]?.track).toHaveLength(1);
    archive.removeOldAdvisories(NOON + STORM_RETENTION_MS + 1);
    expect(archive.listActive(NOON)).toEqual([]);
  });
});

test('the nearest production is that of the Gulf or of Florida', () => {
  // Houston is 308 statute miles from the center of the Gulf cell, Miami 187 from that of Florida.
  const houston = findNearestRegion({ latitude: 29.76, longitude: -95.37 });
  const miami = findNearestRegion({ latitude: 25.76, longitude: -80.19 });
  expect([houston.place, Math.round(houston.miles)]).toEqual(['Gulf of Mexico', 308]);
  expect([miami.place, Math.round(miami.miles)]).toEqual(['Southeast', 187]);
});

test.each([
  [0, 'N'],
  [22, 'N'],
  [23, 'NE'],
  [340, 'N'],
  [337, 'NW'],
  [270, 'W'],
  [360, 'N'],
])('%i degrees are %s', (degrees, point) => {
  expect(getCompassPoint(degrees)).toBe(point);
});
