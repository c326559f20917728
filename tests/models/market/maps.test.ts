// The maps as they are sent: colors, titles, labels and rows from the same figures.
import { describe, expect, it } from 'vitest';
import {
  PRICE_COLORS,
  priceColors,
  severityColor,
} from '../../../app/models/market/map-colors.server';

import { PREFERENCES } from '../../../app/contracts/preferences';

import { priceMapWire } from '../../../app/models/market/price-map.server';
import { radarMapWire } from '../../../app/models/weather/radar-map.server';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { MARKET_REGIONS } from '../../../app/trading/weather/places';
import { MAP_SEVERITIES } from '../../../app/trading/domain/map-severity';
import { STATES } from '../../../app/trading/weather/states';
import { MARKET_POINTS } from '../../../app/models/market/us-map.server';
import { SIGHTS, contrast, distance } from '../../support/color';
import type { CashDto, QuoteDto } from '../../../app/contracts/api/quotes';
import type { MapStateDto, WeatherDto } from '../../../app/contracts/api/weather';

const AS_OF = '2026-11-22T13:00:00.000Z';
const quote = (commodity: CommodityKey, more: Partial<QuoteDto>): QuoteDto => ({
  kind: 'quote',
  note: null,
  symbol: 'X',
  contract: null,
  commodity,
  price: '1',
  change: null,
  changePercent: null,
  hub: null,
  region: null,
  bid: '1',
  ask: '1',
  asOf: AS_OF,
  ageSeconds: 0,
  source: 'simulated',
  isStale: false,
  ...more,
});
const cash = (commodity: CommodityKey, region: string, price: string): CashDto => ({
  ...quote(commodity, { symbol: `X-${region}`, region, price }),
  kind: 'cash',
  bid: null,
  ask: null,
  note: 'cash: X with a usual basis',
});
const power = (hub: string, price: string, isStale = false): QuoteDto =>
  quote('electricity', { symbol: `ET-${hub}`, hub, price, isStale });
const hex = (rgb: string): string =>
  `#${[...rgb.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`;

describe('the colors', () => {
  it.each(PREFERENCES.scale.choices.map(({ value }) => value))(
    'of prices are the four of the scale at the four points, the outer ones beyond (%s)',
    (scale) => {
      const color = priceColors([10, 20, 22, 40], scale);
      expect([10, 20, 22, 40].map((price) => hex(color(price)))).toEqual(PRICE_COLORS[scale]);
      expect([color(-5), color(99)]).toEqual([color(10), color(40)]);
      expect(color(15)).not.toBe(color(10));
    },
  );

  it.each(SIGHTS)(
    'that are safe go from dark to light in steps that %s sight tells apart',
    (sight) => {
      for (const row of [
        PRICE_COLORS.safe,
        MAP_SEVERITIES.map((severity) => severityColor(severity, 'safe')),
      ]) {
        const light = row.map((color) => contrast(color, '#000000'));
        expect(light).toEqual([...light].sort((a, b) => a - b));
        for (const [place, color] of row.slice(1).entries())
          expect(distance(row[place] ?? '', color, sight)).toBeGreaterThan(10);
      }
    },
  );
});

describe('the price map', () => {
  const map = priceMapWire(
    'electricity',
    [power('PJM', '82.42'), power('ERCOT', '74.43')],
    'standard',
  );
  const stateOf = (name: string) =>
    map.map.states.find(({ title }) => title.startsWith(`${name}:`));

  it("prints the hub's price in the tooltip of each of its states, whichever way its color is moved", () => {
    expect(map.title).toBe('Electricity Prices by Region');
    for (const name of ['Pennsylvania', 'Ohio', 'West Virginia'])
      expect(stateOf(name)?.title).toBe(`${name}: $82.42/MWh`);
    expect(stateOf('Texas')?.title).toBe('Texas: $74.43/MWh');
    expect(stateOf('Pennsylvania')?.fill).not.toBe(stateOf('Ohio')?.fill);
    expect(stateOf('Pennsylvania')?.fill).toBe(stateOf('West Virginia')?.fill);
  });

  it('says N/A of a state without a price, which is only tinted', () => {
    expect(stateOf('Maine')).toMatchObject({ title: 'Maine: N/A', isFaint: true });
    expect([map.map.states.length, map.unquoted]).toEqual([51, 51 - 4]);
    expect(JSON.stringify(map)).not.toMatch(/\$91(\.00)?\b/);
  });

  it('explains its colors with its own domain and its regions', () => {
    expect(map.legend.heading).toBe('Price Scale ($/MWh)');
    expect(map.legend.stops.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Lowest $72.43',
      'Low $77.42',
      'High $79.42',
      'Highest $84.42',
    ]);
    expect(map.legend.note).toBe('ERCOT→TX, CAISO→CA, PJM→PA/OH/WV, NYISO→NY, MISO→IN/IL');
    expect(map.map.summary).toContain('ERCOT $74.43/MWh, PJM $82.42/MWh');
    expect(map.map.labels.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'ERCOT $74.43',
      'PJM $82.42',
    ]);
  });

  it("shows cents in dollars with the mode's own unit, and says what is stale", () => {
    const corn = priceMapWire(
      'corn',
      [
        quote('corn', { symbol: 'CORN', region: 'Corn Belt', price: '363.00' }),
        cash('corn', 'Corn Belt', '345.00'),
      ],
      'standard',
    );
    expect([corn.title, corn.rows[0]?.price, corn.rows[0]?.kind, corn.legend.heading]).toEqual([
      'Corn Prices by Region',
      '$3.45/bushel',
      'cash: X with a usual basis',
      'Price Scale ($/bushel)',
    ]);
    expect([
      map.isStale,
      priceMapWire('electricity', [power('PJM', '82', true)], 'standard').isStale,
    ]).toEqual([false, true]);
  });

  it('is a map without prices where there are none', () => {
    const none = priceMapWire('cotton', [], 'safe');
    expect([none.rows, none.map.labels, none.unquoted, none.isStale]).toEqual([[], [], 51, false]);
    expect(none.map.summary).toBe('Map of the United States: no region has a price of Cotton yet.');
  });
});

describe('the weather map', () => {
  const read = {
    timestamp: AS_OF,
    humidity: 50,
    windSpeed: 5,
    pressure: 1010,
    type: 'Rain',
    severity: 'Clear',
    condition: 'showers',
    rain: 0,
    rainSixHours: 0.1,
    departure: 0,
    deviations: 0,
    soil: null,
    isStale: false,
    asOf: AS_OF,
    source: 'made by hand',
  };
  const intensities = [25, 26, 50, 51, 62.5, 63, 75, 76];
  const states: MapStateDto[] = STATES.map(({ fips, name, region }, place) => ({
    ...read,
    fips,
    state: name,
    region,
    intensity: place < intensities.length ? (intensities[place] ?? 0) : place === 50 ? null : 0,
    temperature: 41.2,
  }));
  const places: WeatherDto[] = MARKET_REGIONS.map((region) => ({
    ...read,
    region,
    kind: 'market',
    intensity: 5,
    temperature: 41.2,
  }));
  const map = radarMapWire(states, places, 'standard');

  it('words the intensity, the upper half of Moderate as Heavy', () => {
    expect(map?.rows.slice(0, 8).map(({ severity }) => severity)).toEqual([
      'Clear',
      'Light',
      'Light',
      'Moderate',
      'Moderate',
      'Heavy',
      'Heavy',
      'Severe',
    ]);
    expect(map?.legend.map(({ label }) => label)).toEqual([
      'Clear',
      'Light',
      'Moderate',
      'Heavy',
      'Severe',
    ]);
    expect(map?.map.states[7]).toMatchObject({
      fill: severityColor('Severe', 'standard'),
      isFaint: false,
      title: `${STATES[7]?.name ?? ''}: Severe, showers, intensity 76, 41.2 °F`,
    });
    expect(map?.map.states[50]).toMatchObject({
      isFaint: true,
      title: `${STATES[50]?.name ?? ''}: N/A`,
    });
    expect(map?.map.summary).toContain('43 Clear, 2 Light, 2 Moderate, 2 Heavy, 1 Severe');
  });

  it('marks the seven market regions within its frame', () => {
    expect(map?.map.labels.map(({ name }) => name)).toEqual([
      'NYISO',
      'PJM',
      'ERCOT',
      'CAISO',
      'MISO',
      'SERC',
      'WECC',
    ]);
    for (const { x, y } of Object.values(MARKET_POINTS))
      expect([x > 0, x < 975, y > 0, y < 610]).toEqual([true, true, true, true]);
    const { CAISO, ERCOT, NYISO } = MARKET_POINTS;
    expect([CAISO.x < ERCOT.x, ERCOT.x < NYISO.x, NYISO.y < ERCOT.y]).toEqual([true, true, true]);
  });

  it('is none without states', () => {
    expect(radarMapWire([], places, 'standard')).toBeNull();
  });
});
