// The weather, correlations and radar screens and the dashboard's panels: what they print is what
// the calls answer, to the letter.
import { describe, expect, it } from 'vitest';

import { formatCount, decimalNumber, signedNumber } from '../../app/trading/domain/format';
import { STATES } from '../../app/trading/weather/states';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import { weatherDesk } from '../support/weather-desk';
import type {
  AlmanacDto,
  DegreeDaysDto,
  ForecastSkillDto,
  StorageDto,
} from '../../app/contracts/api/almanac';
import type {
  CorrelationDto,
  IntelligenceDto,
  MapStateDto,
  PatternsDto,
  WeatherDto,
} from '../../app/contracts/api/weather';

const weather = weatherDesk();
const users = pageUsers('weather-reader', weather);
let known: PageUser | null = null;
const reader = async (): Promise<PageUser> => (known ??= await users.next());
const open = async (path: string): Promise<string> => (await (await reader()).open(path)).text;
const said = async (path: string): Promise<string> => words(await open(path));
const call = async <T>(path: string): Promise<T> => JSON.parse(await open(`/api/${path}`)) as T;
const NO_WEATHER =
  "The market 'simulated' has no weather feed, so there is nothing to tell of its weather.";

/** Runs something while the desk's market has no weather. */
async function withoutWeather(run: () => Promise<void>): Promise<void> {
  weather.market = 'another';
  try {
    await run();
  } finally {
    weather.market = 'simulated';
  }
}

/** Runs something while readings cannot be read at all. */
async function withBrokenWeather(run: () => Promise<void>): Promise<void> {
  const { nowMs } = weather;
  const broken = weather as { nowMs: () => number };
  broken.nowMs = () => {
    throw new Error('the archive cannot be read');
  };
  try {
    await run();
  } finally {
    broken.nowMs = nowMs;
  }
}

describe('the weather screen', () => {
  it('has a card for every place with its readings', async () => {
    const text = await said('/weather');
    const rows = await call<WeatherDto[]>('weather-data');
    expect(rows).toHaveLength(14);
    for (const row of rows) {
      const figures = `Temperature ${decimalNumber(row.temperature, 1)} °F Last 24 h ${signedNumber(row.departure, 1)} °F from normal`;
      expect(text).toContain(`${row.region} ${row.severity ?? ''} `);
      expect(text).toContain(figures);
      expect(text).toContain(
        `Humidity ${decimalNumber(row.humidity, 0)}% Wind Speed ${decimalNumber(row.windSpeed, 1)} mph Pressure ${decimalNumber(row.pressure, 1)} mb`,
      );
    }
    expect(text).toContain(
      'Source: an archive made by hand, published 2026-11-21 10:15 EST , 1 h old',
    );
  });

  it('tells degree days, storage, almanac, crops and skill as the calls do', async () => {
    const text = await said('/weather');
    const degrees = await call<DegreeDaysDto>('degree-days');
    expect(text).toContain(
      `Next 14 days ${decimalNumber(degrees.total, 1)} ${decimalNumber(degrees.heating, 1)} heating, ${decimalNumber(degrees.cooling, 1)} cooling`,
    );
    expect(text).toContain(
      `vs last run ${signedNumber(degrees.sinceLastRun?.total ?? null, 1)} over ${degrees.sinceLastRun?.days} shared days`,
    );
    const { current } = await call<StorageDto>('storage');
    expect(text).toContain(
      `In storage ${formatCount(current?.level ?? null)} Bcf week ending ${current?.weekEnding} Against the norm ${signedNumber(current?.departure ?? null, 0)}`,
    );
    const almanac = await call<AlmanacDto>('almanac');
    for (const { place, normal } of almanac.cells)
      expect(text).toContain(
        `${place} ${decimalNumber(normal?.mean ?? null, 1)} ${decimalNumber(normal?.high ?? null, 1)} / ${decimalNumber(normal?.low ?? null, 1)}`,
      );
    for (const { crop, stage } of almanac.crops)
      expect(text).toMatch(new RegExp(`${crop} [\\w ]+ ${stage}`));
  });

  it('judges the forecasts of the place that is asked for, and of the first one otherwise', async () => {
    const skill = await call<ForecastSkillDto[]>('forecast-skill');
    for (const [path, cell, place] of [
      ['/weather?place=PJM', 'PJM', 'Pennsylvania and Ohio'],
      ['/weather?place=nowhere', 'NYC', 'New York'],
    ] as const) {
      const text = await said(path);
      expect(text).toContain(`${place}: errors in °F by lead time`);
      for (const row of skill.filter((one) => one.cell === cell))
        expect(text).toContain(
          ` ${row.lead} ${formatCount(row.n)} ${decimalNumber(row.meanAbsoluteError, 2)} ${decimalNumber(row.climateError, 2)} `,
        );
    }
  });

  it('says why there is nothing, and what failed', async () => {
    await withoutWeather(async () => expect(await said('/weather')).toContain(NO_WEATHER));
    await withBrokenWeather(async () => {
      const page = await (await reader()).open('/weather');
      expect([
        page.status,
        words(page.text).match(/Failed to fetch weather data/g)?.length,
      ]).toEqual([200, 5]);
    });
  });
});

describe('the correlations screen', () => {
  it('has a card for each pair with strength, word, direction and number', async () => {
    const text = await said('/correlations');
    const rows = await call<CorrelationDto[]>('correlation-analysis');
    const told = rows.filter(({ correlationStrength }) => correlationStrength !== null);
    expect(told.length).toBeGreaterThan(5);
    for (const row of told) {
      const value = Number(row.correlationStrength);
      expect(text).toContain(`${row.weatherFactor} ${row.region}, `);
      expect(text).toContain(
        `${signedNumber(value, 3)} ${Math.abs(value) > 0.5 ? 'Strong' : 'Moderate'} Higher ${row.weatherFactor.toLowerCase()} values correlate with ${value < 0 ? 'lower' : 'higher'}`,
      );
    }
    for (const word of [
      'Strong Absolute strength above 0.5',
      'Moderate Absolute strength up to 0.5',
      `of ${rows.length}`,
    ])
      expect(text).toContain(word);
  });

  it('says why there is nothing, and what failed', async () => {
    await withoutWeather(async () => expect(await said('/correlations')).toContain(NO_WEATHER));
    await withBrokenWeather(async () =>
      expect(await said('/correlations')).toContain('Failed to fetch correlation data'),
    );
  });
});

describe('the radar', () => {
  it('draws every state from one file and tells all of them in a table', async () => {
    const html = await open('/radar');
    const states = await call<MapStateDto[]>('real-weather-map');
    const uses = [...html.matchAll(/<use href="(\/assets\/[\w-]+\.svg)#s(\d\d)"/g)];
    expect(uses.map(([, , fips]) => fips)).toEqual(STATES.map(({ fips }) => fips));
    expect(new Set(uses.map(([, file]) => file)).size).toBe(1);
    expect(html).not.toMatch(/<path[^>]* d="[^"]{2000}/);
    const text = words(html);
    for (const row of states) expect(text).toContain(`${row.state} ${row.region} `);
    for (const word of [
      'Clear up to 25',
      'Light above 25',
      'Moderate above 50',
      'Heavy above 62.5',
      'Severe above 75',
      'Updates every 5 minutes',
    ])
      expect(text).toContain(word);
  });

  it('runs alerts first and says what the feed, the patterns and the almanac say', async () => {
    const text = await said('/radar');
    const patterns = await call<PatternsDto>('weather-correlations');
    expect(text).toContain(`CRITICAL ALERT: ${patterns.correlations[0]?.pattern}`);
    for (const { pattern, impactLevel } of patterns.correlations)
      expect(text).toContain(`${impactLevel} ${pattern}`);
    for (const item of await call<IntelligenceDto[]>('weather-intelligence'))
      expect(text).toContain(item.message.replace(/\s+/g, ' ').slice(0, 40));
    expect(text).toMatch(/Natural Gas Futures ▲ bullish by Northeast \(HIGH\): /);
  });

  it('stands without weather and without what failed', async () => {
    await withoutWeather(async () => {
      const text = await said('/radar');
      expect(text).toContain(NO_WEATHER);
      expect(text).toContain('No weather data available');
    });
    await withBrokenWeather(async () =>
      expect(await said('/radar')).toMatch(
        /Failed to fetch weather data .* Unable to load weather data/,
      ),
    );
  });
});

describe('the dashboard', () => {
  it('begins with the ticker, then tiles, quotes, settings, trading, three panels, feed and decisions, positions', async () => {
    const html = await open('/?commodity=natural-gas');
    const places = [
      'WELCOME TO FRONTMONTH',
      '>Active P&amp;L<',
      'id="quotes"',
      'id="settings"',
      '>Commodity Auto-Trading<',
      'id="signals"',
      'id="price-map"',
      'id="strategies"',
      'id="weather-feed"',
      'id="decisions"',
      'id="positions"',
    ].map((mark) => [mark, html.indexOf(mark)] as const);
    expect(places.filter(([, at]) => at < 0)).toEqual([]);
    expect(places).toEqual([...places].sort(([, a], [, b]) => a - b));
    expect(words(html)).toContain('AI-TRADING STATUS MONITORING ALL REGIONS');
  });

  it('prints on the map what the call answers for its regions', async () => {
    const html = await open('/?commodity=natural-gas');
    expect(words(html)).toContain('Natural Gas Prices by Region');
    const row =
      /Henry Hub<\/th><td data-number="true">\$(\d+\.\d\d)<!-- -->|Henry Hub<\/th><td data-number="true">\$(\d+\.\d\d)\/MMBtu/.exec(
        html,
      );
    expect(row).not.toBeNull();
    expect(html).toContain(`<title>Louisiana: $${row?.[1] ?? row?.[2] ?? ''}/MMBtu</title>`);
    expect(html).toContain('<title>Maine: N/A</title>');
  });

  it('has the feed with its impacts, and its three states', async () => {
    const text = await said('/');
    for (const { region, impact } of await call<IntelligenceDto[]>('weather-intelligence'))
      expect(text).toContain(`${region} ${impact} `);
    await withoutWeather(async () =>
      expect(await said('/')).toContain(`No weather data available. ${NO_WEATHER}`),
    );
    await withBrokenWeather(async () =>
      expect(await said('/')).toContain('Unable to load weather data'),
    );
  });

  it('tells in its log what the desk decided, with the reason', async () => {
    const own = await users.next();
    expect(words((await own.open('/')).text)).toContain('No decisions in this account yet');
    await own.press('/', { intent: 'run-all' });
    await expect
      .poll(async () => words((await own.open('/')).text), { timeout: 30_000 })
      .toMatch(
        /Decision log .* (Enter (LONG|SHORT)|Stay out of) [\w ]+ Futures, \w+ .* saw [\d.,−]+/,
      );
  });
});
