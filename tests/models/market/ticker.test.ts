// The words of the tickers, and of correlations.
import { describe, expect, it } from 'vitest';
import { correlationTexts } from '../../../app/components/correlations/correlation-texts';

import { seriesChart } from '../../../app/models/charts/series-chart.server';
import { marketTicker, weatherTicker } from '../../../app/models/market/ticker.server';
import type { QuoteDto } from '../../../app/contracts/api/quotes';
import type {
  CorrelationDto,
  MapStateDto,
  PatternDto,
  WeatherDto,
} from '../../../app/contracts/api/weather';

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
  asOf: AS_OF,
  ageSeconds: 3,
  source: 'simulated',
  isStale: false,
};

describe('the market ticker', () => {
  it('welcomes, tells every quote, and ends as it always does', () => {
    const texts = marketTicker([
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

  it('says what is stale, what has not moved, and that there are no quotes', () => {
    expect(marketTicker([{ ...QUOTE, isStale: true }])[3]).toEqual({
      text: 'CORN 1,363.25 cents/bushel ▼ −0.21% STALE',
      tone: 'warn',
    });
    expect(marketTicker([{ ...QUOTE, change: null, changePercent: null }])[3]).toEqual({
      text: 'CORN 1,363.25 cents/bushel',
      tone: 'flat',
    });
    expect(marketTicker([])[3]?.text).toBe('NO QUOTES FROM THIS MARKET YET');
  });
});

describe('the weather ticker', () => {
  const place = { region: 'Northeast', condition: 'showers', temperature: 44.4 } as WeatherDto;
  const state = (name: string, intensity: number | null) =>
    ({ state: name, condition: 'hot', temperature: 99.6, intensity }) as MapStateDto;
  const pattern = (impactLevel: PatternDto['impactLevel']) =>
    ({ impactLevel, pattern: `${impactLevel.toLowerCase()} thing` }) as PatternDto;

  it('alerts on HIGH and CRITICAL alone, then tells regions, then the states with the most weather', () => {
    const texts = weatherTicker(
      [place],
      [state('Ohio', 3), state('Iowa', null), state('Texas', 80)],
      [pattern('CRITICAL'), pattern('HIGH'), pattern('MEDIUM'), pattern('LOW')],
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
});

describe('a correlation', () => {
  const row: CorrelationDto = {
    weatherFactor: 'Forecast revision',
    region: 'ERCOT',
    commodity: 'electricity',
    chain: 'ET-ERCOT',
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

  it('is strong above one half in size, else moderate', () => {
    const wordOf = (correlationStrength: string) =>
      correlationTexts({ ...row, correlationStrength }).word;
    expect(['0.501', '-0.501', '0.500', '-0.500', '0.000'].map(wordOf)).toEqual([
      'Strong',
      'Strong',
      'Moderate',
      'Moderate',
      'Moderate',
    ]);
  });

  it('has a sign, three decimals, a direction and a sentence', () => {
    expect(correlationTexts(row)).toEqual({
      strength: '+0.501',
      word: 'Strong',
      direction: 'higher',
      sentence: 'Higher forecast revision values correlate with higher electricity prices.',
      sample: '363 days, same day',
      significance: 'Significant, false discovery rate below 0.1%',
    });
    expect(
      correlationTexts({
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

  it('is no figure while too little is known', () => {
    expect(
      correlationTexts({ ...row, correlationStrength: null, n: 0, lagDays: null }),
    ).toMatchObject({ strength: 'N/A', word: null, direction: null, sample: 'No common days' });
  });
});

describe('a chart of several lines', () => {
  const chart = (values: (number | null)[]) =>
    seriesChart({
      xs: [0, 1, 2],
      lines: [{ name: 'one', look: 'main', values }],
      xText: String,
      yText: String,
      summary: '',
    });

  it('leaves a gap where nothing is known and is none of one place', () => {
    expect(chart([1, null, 3])?.lines[0]?.path).toMatch(/^M0,\d+(\.\d)?ZM1000,0Z$/);
    expect(chart([1, 2, 3])?.lines[0]?.path).toBe('M0,190L500,95L1000,0');
    expect(chart([null, null, null])).toBeNull();
    expect(
      seriesChart({
        xs: [5],
        lines: [{ name: 'one', look: 'main', values: [1] }],
        xText: String,
        yText: String,
        summary: '',
      }),
    ).toBeNull();
  });
});
