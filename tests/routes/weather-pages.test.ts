// Weather, correlations and radar screens and dashboard panels show exactly what the API returns.
import { describe, expect, it } from 'vitest';

import { formatCount, formatNumber, formatSignedNumber } from '../../app/trading/domain/format';
import { STATES } from '../../app/trading/weather/states';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { createWeatherDesk } from '../support/weather-desk';
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

const weather = createWeatherDesk();
const users = setUpPageUsers('weather-reader', weather);
let known: PageUser | null = null;
const getReader = async (): Promise<PageUser> => (known ??= await users.next());
const open = async (path: string): Promise<string> => (await (await getReader()).open(path)).text;
const readText = async (path: string): Promise<string> => extractText(await open(path));
const callApi = async <T>(path: string): Promise<T> => JSON.parse(await open(`/api/${path}`)) as T;
const NO_WEATHER = "Market 'simulated' has no weather feed.";

/** Runs a callback while the market has no weather. */
async function withoutWeather(run: () => Promise<void>): Promise<void> {
  weather.market = 'another';
  try {
    await run();
  } finally {
    weather.market = 'simulated';
  }
}

/** Runs a callback while observations cannot be read. */
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
  it('has a card for each place with its observations', async () => {
    const text = await readText('/weather');
    const rows = await callApi<WeatherDto[]>('weather-data');
    expect(rows).toHaveLength(14);
    for (const row of rows) {
      const figures = `Temperature ${formatNumber(row.temperature, 1)} °F Last 24 h ${formatSignedNumber(row.departure, 1)} °F from normal`;
      expect(text).toContain(`${row.region} ${row.severity ?? ''} `);
      expect(text).toContain(figures);
      expect(text).toContain(
        `Humidity ${formatNumber(row.humidity, 0)}% Wind Speed ${formatNumber(row.windSpeed, 1)} mph Pressure ${formatNumber(row.pressure, 1)} mb`,
      );
    }
    expect(text).toContain(
      'Source: an archive made by hand, published 2026-11-21 10:15 EST , 1 h old',
    );
  });

  it('shows degree days, storage, almanac, crops and skill as the API does', async () => {
    const text = await readText('/weather');
    const degrees = await callApi<DegreeDaysDto>('degree-days');
    expect(text).toContain(
      `Next 14 days ${formatNumber(degrees.total, 1)} ${formatNumber(degrees.heating, 1)} heating, ${formatNumber(degrees.cooling, 1)} cooling`,
    );
    expect(text).toContain(
      `vs last run ${formatSignedNumber(degrees.sinceLastRun?.total ?? null, 1)} over ${degrees.sinceLastRun?.days} shared days`,
    );
    const { current } = await callApi<StorageDto>('storage');
    expect(text).toContain(
      `In storage ${formatCount(current?.level ?? null)} Bcf week ending ${current?.weekEnding} vs five-year mean ${formatSignedNumber(current?.departure ?? null, 0)}`,
    );
    const almanac = await callApi<AlmanacDto>('almanac');
    for (const { place, normal } of almanac.cells)
      expect(text).toContain(
        `${place} ${formatNumber(normal?.mean ?? null, 1)} ${formatNumber(normal?.high ?? null, 1)} / ${formatNumber(normal?.low ?? null, 1)}`,
      );
    for (const { crop, stage } of almanac.crops)
      expect(text).toMatch(new RegExp(`${crop} [\\w ]+ ${stage}`));
  });

  it('shows forecast skill of the requested place, else of the first', async () => {
    const skill = await callApi<ForecastSkillDto[]>('forecast-skill');
    for (const [path, cell, place] of [
      ['/weather?place=PJM', 'PJM', 'Pennsylvania and Ohio'],
      ['/weather?place=nowhere', 'NYC', 'New York'],
    ] as const) {
      const text = await readText(path);
      expect(text).toContain(`${place}: errors in °F by lead time`);
      for (const row of skill.filter((one) => one.cell === cell))
        expect(text).toContain(
          ` ${row.lead} ${formatCount(row.n)} ${formatNumber(row.meanAbsoluteError, 2)} ${formatNumber(row.climateError, 2)} `,
        );
    }
  });

  it('shows why data is missing, and what failed', async () => {
    await withoutWeather(async () => expect(await readText('/weather')).toContain(NO_WEATHER));
    await withBrokenWeather(async () => {
      const page = await (await getReader()).open('/weather');
      expect([
        page.status,
        extractText(page.text).match(/Failed to fetch weather data/g)?.length,
      ]).toEqual([200, 5]);
    });
  });
});

describe('the correlations screen', () => {
  it('has a card for each pair with strength, text, direction and number', async () => {
    const text = await readText('/correlations');
    const rows = await callApi<CorrelationDto[]>('correlation-analysis');
    const knownRows = rows.filter(({ correlationStrength }) => correlationStrength !== null);
    expect(knownRows.length).toBeGreaterThan(5);
    for (const row of knownRows) {
      const value = Number(row.correlationStrength);
      expect(text).toContain(`${row.weatherFactor} ${row.region}, `);
      expect(text).toContain(
        `${formatSignedNumber(value, 3)} ${Math.abs(value) > 0.5 ? 'Strong' : 'Moderate'} Higher ${row.weatherFactor.toLowerCase()} values correlate with ${value < 0 ? 'lower' : 'higher'}`,
      );
    }
    for (const word of [
      'Strong Absolute strength above 0.5',
      'Moderate Absolute strength up to 0.5',
      `of ${rows.length}`,
    ])
      expect(text).toContain(word);
  });

  it('shows why data is missing, and what failed', async () => {
    await withoutWeather(async () => expect(await readText('/correlations')).toContain(NO_WEATHER));
    await withBrokenWeather(async () =>
      expect(await readText('/correlations')).toContain('Failed to fetch correlation data'),
    );
  });
});

describe('the radar', () => {
  it('draws all states from one file and lists them in a table', async () => {
    const html = await open('/radar');
    const states = await callApi<MapStateDto[]>('real-weather-map');
    const uses = [...html.matchAll(/<use href="(\/assets\/[\w-]+\.svg)#s(\d\d)"/g)];
    expect(uses.map(([, , fips]) => fips)).toEqual(STATES.map(({ fips }) => fips));
    expect(new Set(uses.map(([, file]) => file)).size).toBe(1);
    expect(html).not.toMatch(/<path[^>]* d="[^"]{2000}/);
    const text = extractText(html);
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

  it('shows alerts first, and what the feed, the patterns and the almanac return', async () => {
    const text = await readText('/radar');
    const patterns = await callApi<PatternsDto>('weather-correlations');
    expect(text).toContain(`CRITICAL ALERT: ${patterns.correlations[0]?.pattern}`);
    for (const { pattern, impactLevel } of patterns.correlations)
      expect(text).toContain(`${impactLevel} ${pattern}`);
    for (const item of await callApi<IntelligenceDto[]>('weather-intelligence'))
      expect(text).toContain(item.message.replace(/\s+/g, ' ').slice(0, 40));
    expect(text).toMatch(/Natural Gas Futures ▲ bullish by Northeast \(HIGH\): /);
  });

  it('works without weather and with errors', async () => {
    await withoutWeather(async () => {
      const text = await readText('/radar');
      expect(text).toContain(NO_WEATHER);
      expect(text).toContain('No weather data available');
    });
    await withBrokenWeather(async () =>
      expect(await readText('/radar')).toMatch(
        /Failed to fetch weather data .* Unable to load weather data/,
      ),
    );
  });
});

describe('the dashboard', () => {
  it('starts with the ticker, then tiles, quotes, settings, trading, three panels, feed and decisions, positions', async () => {
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
    expect(extractText(html)).toContain('AI-TRADING STATUS MONITORING ALL REGIONS');
  });

  it('shows the API data of the regions on the map', async () => {
    const html = await open('/?commodity=natural-gas');
    expect(extractText(html)).toContain('Natural Gas Prices by Region');
    const row =
      /Henry Hub<\/th><td data-number="true">\$(\d+\.\d\d)<!-- -->|Henry Hub<\/th><td data-number="true">\$(\d+\.\d\d)\/MMBtu/.exec(
        html,
      );
    expect(row).not.toBeNull();
    expect(html).toContain(`<title>Louisiana: $${row?.[1] ?? row?.[2] ?? ''}/MMBtu</title>`);
    expect(html).toContain('<title>Maine: N/A</title>');
  });

  it('shows the feed with impacts, and its three states', async () => {
    const text = await readText('/');
    for (const { region, impact } of await callApi<IntelligenceDto[]>('weather-intelligence'))
      expect(text).toContain(`${region} ${impact} `);
    await withoutWeather(async () =>
      expect(await readText('/')).toContain(`No weather data available. ${NO_WEATHER}`),
    );
    await withBrokenWeather(async () =>
      expect(await readText('/')).toContain('Unable to load weather data'),
    );
  });

  it('shows the decisions in its log, with reasons', async () => {
    const own = await users.next();
    expect(extractText((await own.open('/')).text)).toContain('No decisions in this account yet');
    await own.submit('/', { intent: 'run-all' });
    await expect
      .poll(async () => extractText((await own.open('/')).text), { timeout: 30_000 })
      .toMatch(
        /Decision log .* (Enter (LONG|SHORT)|No entry in) [\w ]+ Futures, \w+ .* @ [\d.,−]+/,
      );
  });
});
