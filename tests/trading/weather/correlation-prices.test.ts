import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createPublicArchive } from '../../../app/trading/market/sources/public-archive';
import { listComparedPrices } from '../../../app/trading/weather/correlation-prices';

const DAY = Date.UTC(2026, 10, 24);
const NOW_MS = DAY + DAY_MS / 2;
const FROM_MS = DAY - 10 * DAY_MS;

const buildCloses = (...backDays: readonly number[]) =>
  backDays.map((back) => ({ dayMs: DAY - back * DAY_MS, close: 3 + back }));

function openSpot() {
  const archive = createPublicArchive();
  archive.addReadings(
    buildCloses(20, 2, 1).map(({ dayMs, close }) => ({
      reading: { kind: 'series', series: 'cash/henry-hub', validMs: dayMs, value: close },
      publishedMs: dayMs + DAY_MS / 4,
    })),
  );
  return archive.spot;
}

describe('prices that weather is compared with', () => {
  it('are the closes of the future, of the days from a time', () => {
    const source = { closes: () => buildCloses(20, 3, 2), spot: openSpot() };
    expect(listComparedPrices(source, 'NG', FROM_MS, NOW_MS)).toEqual({
      kind: 'futures',
      closes: buildCloses(3, 2),
    });
  });

  it.each([0, 1])('are daily spot prices where these are of more days than %i', (count) => {
    const source = { closes: () => buildCloses(20, 2).slice(2 - count), spot: openSpot() };
    expect(listComparedPrices(source, 'NG', FROM_MS, NOW_MS)).toEqual({
      kind: 'spot',
      closes: buildCloses(2, 1),
    });
  });

  it.each([
    ['CORN', openSpot()],
    ['NG', null],
  ])('are none of %s where nothing is published', (chain, spot) => {
    expect(listComparedPrices({ closes: () => [], spot }, chain, FROM_MS, NOW_MS)).toEqual({
      kind: 'futures',
      closes: [],
    });
  });
});
