// Price map and radar map: colors, titles, labels and rows.
import { describe, expect, it } from 'vitest';
import {
  PRICE_COLORS,
  buildPriceColors,
  getAnomalyColor,
  getSeverityColor,
} from '../../../app/models/market/map-colors.server';

import { PREFERENCES } from '../../../app/contracts/preferences';

import { serializePriceMap } from '../../../app/models/market/price-map.server';
import { serializeRadarMap } from '../../../app/models/weather/radar-map.server';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { MARKET_REGIONS } from '../../../app/trading/weather/places';
import { MAP_SEVERITIES } from '../../../app/trading/domain/map-severity';
import { STATES } from '../../../app/trading/weather/states';
import { MARKET_POINTS } from '../../../app/models/market/us-map.server';
import { SIGHTS, computeContrast, computeDistance } from '../../support/color';
import type { CashDto, QuoteDto } from '../../../app/contracts/api/quotes';
import type { MapStateDto, WeatherDto } from '../../../app/contracts/api/weather';

const AS_OF = '2026-11-22T13:00:00.000Z';
const STANDARD = {
  scale: 'standard',
  timeZone: 'America/New_York',
  nowMs: Date.parse(AS_OF) + 60_000,
} as const;
const createQuote = (commodity: CommodityKey, more: Partial<QuoteDto>): QuoteDto => ({
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
  high: null,
  low: null,
  volume: null,
  expiresAt: null,
  asOf: AS_OF,
  ageSeconds: 0,
  source: 'simulated',
  isStale: false,
  ...more,
});
const createCashQuote = (commodity: CommodityKey, region: string, price: string): CashDto => ({
  ...createQuote(commodity, { symbol: `X-${region}`, region, price }),
  kind: 'cash',
  bid: null,
  ask: null,
  high: null,
  low: null,
  volume: null,
  expiresAt: null,
  note: 'cash: X with an assumed basis',
});
const createPowerQuote = (hub: string, price: string, isStale = false): QuoteDto =>
  createQuote('electricity', { symbol: `ET-${hub}`, hub, price, isStale });
const toHex = (rgb: string): string =>
  `#${[...rgb.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`;

describe('map colors', () => {
  it.each(PREFERENCES.scale.choices.map(({ value }) => value))(
    'of prices match the scale at its four points and clamp outside (%s)',
    (scale) => {
      const color = buildPriceColors([10, 20, 22, 40], scale);
      expect([10, 20, 22, 40].map((price) => toHex(color(price)))).toEqual(PRICE_COLORS[scale]);
      expect([color(-5), color(99)]).toEqual([color(10), color(40)]);
      expect(color(15)).not.toBe(color(10));
    },
  );

  it.each(SIGHTS)(
    'of the safe scale increase in lightness in steps distinguishable with %s vision',
    (sight) => {
      for (const row of [
        PRICE_COLORS.safe,
        MAP_SEVERITIES.map((severity) => getSeverityColor(severity, 'safe')),
      ]) {
        const light = row.map((color) => computeContrast(color, '#000000'));
        expect(light).toEqual([...light].sort((a, b) => a - b));
        for (const [place, color] of row.slice(1).entries())
          expect(computeDistance(row[place] ?? '', color, sight)).toBeGreaterThan(10);
      }
    },
  );
});

describe('anomaly colors', () => {
  it.each(PREFERENCES.scale.choices.map(({ value }) => value))(
    'follow the departure in seven steps around normal (%s)',
    (scale) => {
      const listColors = (departures: readonly number[]) =>
        departures.map((departure) => getAnomalyColor(departure, scale));
      const steps = listColors([-10.1, -10, -5, -2, 2.1, 5.1, 10.1]);
      expect(new Set(steps).size).toBe(7);
      expect(listColors([-30, -5.1, -2.1, 0, 5, 10, 30])).toEqual(steps);
      expect(new Set(listColors([-2, 0, 2])).size).toBe(1);
    },
  );

  it.each(SIGHTS)('separate colder from warmer with %s vision', (sight) => {
    for (const scale of ['standard', 'safe'] as const)
      for (const size of [3, 7, 12])
        expect(
          computeDistance(getAnomalyColor(-size, scale), getAnomalyColor(size, scale), sight),
        ).toBeGreaterThan(20);
  });
});

describe('the price map', () => {
  const map = serializePriceMap(
    'electricity',
    [createPowerQuote('PJM', '82.42'), createPowerQuote('ERCOT', '74.43')],
    STANDARD,
  );
  const findState = (name: string) =>
    map.map.states.find(({ title }) => title.startsWith(`${name}:`));

  it('shows the hub price in the tooltip of each of its states', () => {
    expect(map.title).toBe('Electricity Prices by Region');
    for (const name of ['Pennsylvania', 'Ohio', 'West Virginia'])
      expect(findState(name)?.title).toBe(`${name}: $82.42/MWh`);
    expect(findState('Texas')?.title).toBe('Texas: $74.43/MWh');
    expect(findState('Pennsylvania')?.fill).not.toBe(findState('Ohio')?.fill);
    expect(findState('Pennsylvania')?.fill).toBe(findState('West Virginia')?.fill);
  });

  it('shows N/A and a tint for a state without a price', () => {
    expect(findState('Maine')).toMatchObject({ title: 'Maine: N/A', isFaint: true });
    expect([map.map.states.length, map.unquoted]).toEqual([51, 51 - 4]);
    expect(JSON.stringify(map)).not.toMatch(/\$91(\.00)?\b/);
  });

  it('has a legend with its own price range and regions', () => {
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

  it('converts cents to dollars with the commodity unit and marks stale prices', () => {
    const corn = serializePriceMap(
      'corn',
      [
        createQuote('corn', { symbol: 'CORN', region: 'Corn Belt', price: '363.00' }),
        createCashQuote('corn', 'Corn Belt', '345.00'),
      ],
      STANDARD,
    );
    expect([corn.title, corn.rows[0]?.price, corn.rows[0]?.kind, corn.legend.heading]).toEqual([
      'Corn Prices by Region',
      '$3.45/bushel',
      'cash: X with an assumed basis',
      'Price Scale ($/bushel)',
    ]);
    expect([
      map.isStale,
      serializePriceMap('electricity', [createPowerQuote('PJM', '82', true)], STANDARD).isStale,
    ]).toEqual([false, true]);
  });

  it('is empty without prices', () => {
    const none = serializePriceMap('cotton', [], { ...STANDARD, scale: 'safe' });
    expect([none.rows, none.map.labels, none.unquoted, none.isStale]).toEqual([[], [], 51, false]);
    expect(none.map.summary).toBe('Map of the United States: no region has a Cotton price yet.');
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
  const map = serializeRadarMap(states, places, 'standard');

  it('labels intensity, with the upper half of Moderate as Heavy', () => {
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
      fill: getSeverityColor('Severe', 'standard'),
      isFaint: false,
      title: `${STATES[7]?.name ?? ''}: Severe, showers, intensity 76, 41.2 °F`,
    });
    expect(map?.map.states[50]).toMatchObject({
      isFaint: true,
      title: `${STATES[50]?.name ?? ''}: N/A`,
    });
    expect(map?.map.summary).toContain('43 Clear, 2 Light, 2 Moderate, 2 Heavy, 1 Severe');
  });

  it('marks the seven market regions inside the frame', () => {
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

  it('is null without states', () => {
    expect(serializeRadarMap([], places, 'standard')).toBeNull();
  });
});
