// Tickers, correlations and line charts as text.
import { describe, expect, it } from 'vitest';
import { formatCorrelation } from '../../../app/components/correlations/correlation-texts';

import { buildSeriesChart } from '../../../app/models/charts/series-chart.server';
import { buildMarketTicker, buildWeatherTicker } from '../../../app/models/market/ticker.server';
import type { QuoteDto } from '../../../app/contracts/api/quotes';
import type { CorrelationDto } from '../../../app/contracts/api/correlations';
import type { MapStateDto, WeatherDto } from '../../../app/contracts/api/weather';
import type { PatternDto } from '../../../app/contracts/api/weather-intelligence';

const AS_OF = '2026-11-22T13:00:00.000Z';
const QUOTE: QuoteDto = {
  kind: 'quote',
  note: null,
  symbol: 'CORN',
  contract: 'ZCZ26',
  commodity: 'corn',
  price: '1363.25',
  change: -0.75,
  changePercent: -0.206,
  hub: null,
  region: 'Corn Belt',
  bid: '1363.00',
  ask: '1363.50',
  high: null,
  low: null,
  volume: null,
  expiresAt: null,
  asOf: AS_OF,
  ageSeconds: 3,
  source: 'simulated',
  isStale: false,
};

describe('the market ticker', () => {
  it('shows the welcome, all quotes and the end text', () => {
    const texts = buildMarketTicker([
      QUOTE,
      {
        ...QUOTE,
        symbol: 'ET-PJM',
        commodity: 'electricity',
        price: '-3.10',
        change: 0.5,
        changePercent: 13.9,
      },
    ]).map(({ text }) => text);
    expect(texts).toEqual([
      'WELCOME TO FRONTMONTH',
      'AI ALGORITHMIC TRADING',
      'WEATHER-DEPENDENT COMMODITIES',
      'CORN 1,363.25 cents/bushel ▼ −0.21%',
      'ET-PJM −3.10 $/MWh ▲ +13.90%',
      'AI-TRADING STATUS MONITORING ALL REGIONS',
    ]);
  });

  it('marks stale quotes and shows missing changes and missing quotes', () => {
    expect(buildMarketTicker([{ ...QUOTE, isStale: true }])[3]).toEqual({
      text: 'CORN 1,363.25 cents/bushel ▼ −0.21% STALE',
      tone: 'warn',
    });
    expect(buildMarketTicker([{ ...QUOTE, change: null, changePercent: null }])[3]).toEqual({
      text: 'CORN 1,363.25 cents/bushel',
      tone: 'flat',
    });
    expect(buildMarketTicker([])[3]?.text).toBe('NO QUOTES FROM THIS MARKET YET');
  });
});

describe('the weather ticker', () => {
  const place = { region: 'Northeast', condition: 'showers', temperature: 44.4 } as WeatherDto;
  const createState = (name: string, intensity: number | null) =>
    ({ state: name, condition: 'hot', temperature: 99.6, intensity }) as MapStateDto;
  const createPattern = (impactLevel: PatternDto['impactLevel']) =>
    ({ impactLevel, pattern: `${impactLevel.toLowerCase()} thing` }) as PatternDto;

  it('shows HIGH and CRITICAL alerts, then regions, then states by intensity', () => {
    const texts = buildWeatherTicker(
      [place],
      [createState('Ohio', 3), createState('Iowa', null), createState('Texas', 80)],
      [
        createPattern('CRITICAL'),
        createPattern('HIGH'),
        createPattern('MEDIUM'),
        createPattern('LOW'),
      ],
    ).map(({ text }) => text);
    expect(texts).toEqual([
      'CRITICAL ALERT: critical thing',
      'HIGH ALERT: high thing',
      'Northeast: showers, 44 °F',
      'Texas: hot, 100 °F',
      'Ohio: hot, 100 °F',
      'Iowa: hot, 100 °F',
    ]);
  });

  it('marks an old observation, and not a missing one', () => {
    const [old, missing] = buildWeatherTicker(
      [
        { ...place, isStale: true },
        { ...place, condition: null, temperature: null, isStale: true },
      ],
      [],
      [],
    );
    expect(old).toEqual({ text: 'Northeast: showers, 44 °F STALE', tone: 'warn' });
    expect(missing).toEqual({ text: 'Northeast: no reading, N/A °F', tone: 'flat' });
  });
});

describe('a correlation', () => {
  const row: CorrelationDto = {
    weatherFactor: 'Forecast revision',
    region: 'ERCOT',
    commodity: 'electricity',
    chain: 'ET-ERCOT',
    prices: 'futures',
    correlationStrength: '0.501',
    lagDays: 0,
    n: 363,
    pValue: 0,
    falseDiscoveryRate: 1e-9,
    isSignificant: true,
    timestamp: AS_OF,
    asOf: AS_OF,
    source: 'simulated',
  };

  it('is Strong above 0.5 in absolute value, else Moderate', () => {
    const getStrengthLabel = (correlationStrength: string) =>
      formatCorrelation({ ...row, correlationStrength }).label;
    expect(['0.501', '-0.501', '0.500', '-0.500', '0.000'].map(getStrengthLabel)).toEqual([
      'Strong',
      'Strong',
      'Moderate',
      'Moderate',
      'Moderate',
    ]);
  });

  it('has a sign, three decimals, a direction and a sentence', () => {
    expect(formatCorrelation(row)).toEqual({
      strength: '+0.501',
      label: 'Strong',
      direction: 'higher',
      sentence: 'Higher forecast revision values correlate with higher electricity prices.',
      sample: '363 days, same day',
      significance: 'Significant, false discovery rate below 0.1%',
    });
    expect(
      formatCorrelation({
        ...row,
        correlationStrength: '-0.184',
        lagDays: 2,
        falseDiscoveryRate: 0.0771,
        isSignificant: false,
        commodity: 'natural-gas',
      }),
    ).toMatchObject({
      strength: '−0.184',
      direction: 'lower',
      sentence: 'Higher forecast revision values correlate with lower natural gas prices.',
      sample: '363 days, weather 2 d ahead',
      significance: 'Not significant, false discovery rate 7.7%',
    });
  });

  it('shows N/A with too few days', () => {
    expect(
      formatCorrelation({ ...row, correlationStrength: null, n: 0, lagDays: null }),
    ).toMatchObject({ strength: 'N/A', label: null, direction: null, sample: 'No common days' });
  });
});

describe('a chart of several lines', () => {
  const buildChart = (values: (number | null)[]) =>
    buildSeriesChart({
      xs: [0, 1, 2],
      lines: [{ name: 'one', look: 'main', values }],
      xText: String,
      yText: String,
      summary: '',
    });

  it('leaves a gap for missing values and is null for a single x value', () => {
    expect(buildChart([1, null, 3])?.lines[0]?.path).toMatch(/^M0,\d+(\.\d)?ZM1000,0Z$/);
    expect(buildChart([1, 2, 3])?.lines[0]?.path).toBe('M0,190L500,95L1000,0');
    expect(buildChart([null, null, null])).toBeNull();
    expect(
      buildSeriesChart({
        xs: [5],
        lines: [{ name: 'one', look: 'main', values: [1] }],
        xText: String,
        yText: String,
        summary: '',
      }),
    ).toBeNull();
  });
});
