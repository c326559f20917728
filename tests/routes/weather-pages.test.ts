// Weather, correlations and radar screens and dashboard panels show exactly what the API returns.
import { describe, expect, it } from 'vitest';

import { formatCount, formatNumber, formatSignedNumber } from '../../app/trading/domain/format';
import { COMMODITIES } from '../../app/trading/domain/commodity';
import { getCorrelationKey } from '../../app/contracts/correlations-page';
import { STATES } from '../../app/trading/weather/states';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { NOW, createWeatherDesk } from '../support/weather-desk';
import { getAnomalyColor } from '../../app/models/market/map-colors.server';
import { WEATHER_CELLS, type WeatherCell } from '../../app/trading/weather/cell';
import { GAS_COOLING_WEIGHTS, GAS_HEATING_WEIGHTS } from '../../app/trading/weather/demand-weights';
import { getDayIndex } from '../../app/trading/weather/normals';
import type {
  AlmanacDto,
  DegreeDaysDto,
  ForecastSkillDto,
  StockDto,
} from '../../app/contracts/api/almanac';
import type { CorrelationDto } from '../../app/contracts/api/correlations';
import type { MapStateDto, WeatherDto } from '../../app/contracts/api/weather';
import type { IntelligenceDto, PatternsDto } from '../../app/contracts/api/weather-intelligence';

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
    const html = await open('/weather');
    const text = extractText(html);
    expect(html.match(/href="\/export\/readings\.csv"/g)).toHaveLength(1);
    const rows = await callApi<WeatherDto[]>('weather-data');
    expect(rows).toHaveLength(14);
    for (const row of rows) {
      const departure = row.departure ?? 0;
      const figures = `Temperature ${formatNumber(row.temperature, 1)} °F Last 24 h ${formatNumber(Math.abs(departure), 1)} °F ${departure > 0 ? 'above' : 'below'} normal`;
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
    const change = formatSignedNumber(degrees.sinceLastRun?.total ?? null, 1);
    expect(text).toContain(`vs last run ${change} days in both runs: 13 `);
    expect(text).toContain(
      `Colder than the last run: ${change} gas-weighted degree days, Nov 22 to Dec 4.`,
    );
    const { current } = await callApi<StockDto>('storage');
    expect(text).toContain(
      `In storage ${formatCount(current?.level ?? null)} Bcf week ending ${current?.weekEnding} vs five-year mean ${formatSignedNumber(current?.departure ?? null, 0)}`,
    );
    const almanac = await callApi<AlmanacDto>('almanac');
    for (const { place, normal } of almanac.cells)
      expect(text).toContain(
        `${place} ${formatNumber(normal?.mean ?? null, 1)} ${formatNumber(normal?.high ?? null, 1)} / ${formatNumber(normal?.low ?? null, 1)}`,
      );
    for (const { crop, stage } of almanac.crops)
      expect(text).toMatch(new RegExp(`${crop} [\\w ]+ N/A N/A ${stage}`));
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
      ]).toEqual([200, 8]);
    });
  });
});

describe('the model runs that share ten days', () => {
  const cells = [...GAS_HEATING_WEIGHTS, ...GAS_COOLING_WEIGHTS].map(([cell]) => cell);
  const issued = weather.weather
    .listRuns('NYC', -Infinity, Infinity, NOW)
    .slice(-5)
    .map(({ issuedMs }) => issuedMs);
  const findMeans = (issuedMs: number) =>
    new Map(
      cells.map((cell) => [
        cell,
        weather.weather.listRuns(cell, issuedMs, issuedMs + 1, NOW)[0]?.days ?? [],
      ]),
    );
  /** Degree days of a run from Nov 22 to the last day of the oldest run. */
  const sumWeighted = (
    issuedMs: number,
    weights: typeof GAS_HEATING_WEIGHTS,
    toDegreeDays: (meanF: number) => number,
  ): number =>
    weights.reduce((sum, [cell, weight]) => {
      const days = (findMeans(issuedMs).get(cell) ?? []).filter(
        ({ dayMs }) => dayMs >= Date.UTC(2026, 10, 22) && dayMs <= Date.UTC(2026, 11, 1),
      );
      return sum + weight * days.reduce((total, { meanF }) => total + toDegreeDays(meanF), 0);
    }, 0);
  const expected = issued.map((issuedMs) => {
    const heating = sumWeighted(issuedMs, GAS_HEATING_WEIGHTS, (meanF) => Math.max(0, 65 - meanF));
    const cooling = sumWeighted(issuedMs, GAS_COOLING_WEIGHTS, (meanF) => Math.max(0, meanF - 65));
    return { issuedMs, heating, cooling, total: heating + cooling };
  });

  it('are the vintages of the archive, newest first in the table', async () => {
    const text = await readText('/weather');
    expect(issued).toHaveLength(5);
    for (const { issuedMs, heating, cooling, total } of expected)
      expect(text).toContain(
        `Nov ${new Date(issuedMs).getUTCDate()} 00Z ${formatNumber(heating, 1)} ${formatNumber(cooling, 1)} ${formatNumber(total, 1)} `,
      );
    const runs = (await callApi<DegreeDaysDto>('degree-days')).recentRuns?.runs ?? [];
    expect(runs.map(({ issuedAt }) => Date.parse(issuedAt))).toEqual(issued);
  });

  it('stand in the chart at heights that follow their totals, with a bar for each change', async () => {
    const html = await open('/weather');
    const chart = html.slice(
      html.indexOf('degree days by model run, line'),
      html.indexOf('id="runs-summary"'),
    );
    const dots = [...chart.matchAll(/<circle cx="([\d.]+)%" cy="([\d.]+)%"/g)].map(([, , cy]) =>
      Number(cy),
    );
    expect(dots).toHaveLength(5);
    const totals = expected.map(({ total }) => total);
    const [top, bottom] = [Math.max(...totals), Math.min(...totals)];
    const [topAt, bottomAt] = [Math.min(...dots), Math.max(...dots)];
    for (const [index, total] of totals.entries())
      expect(dots[index]).toBeCloseTo(
        topAt + ((top - total) / (top - bottom)) * (bottomAt - topAt),
        0,
      );
    const bars = [...chart.matchAll(/<rect [^>]*height="([\d.]+)%"[^>]*><title>([^<]+)</g)];
    expect(bars.map(([, , text]) => text)).toEqual(
      totals
        .slice(1)
        .map((total, index) =>
          formatSignedNumber(Number(total.toFixed(1)) - Number((totals[index] ?? 0).toFixed(1)), 1),
        ),
    );
    expect(Number(bars.at(-1)?.[1])).toBe(Math.max(...bars.map(([, height]) => Number(height))));
  });

  it('state where the change is largest and what it moves', async () => {
    const text = await readText('/weather');
    expect(text).toMatch(
      /Largest in the Northeast: mean temperature \d\.\d °F lower, Nov 22 to Dec 4\./,
    );
    expect(text).toMatch(/Natural Gas ▲ bullish/);
  });
});

describe('the anomaly maps', () => {
  /** Mean of all days within a week of the date in any year. */
  const computeNormal = (cell: WeatherCell, dayMs: number): number => {
    const days = weather.weather.listDays(cell, -Infinity, NOW, NOW).filter((day) => {
      const apart = Math.abs(getDayIndex(day.dayMs) - getDayIndex(dayMs));
      return Math.min(apart, 366 - apart) <= 7;
    });
    return days.reduce((sum, { meanF }) => sum + meanF, 0) / days.length;
  };
  const computeDeparture = (cell: WeatherCell, from: number, until: number): number => {
    const days = weather.weather
      .findRun(cell, NOW)
      ?.days.filter(({ lead }) => lead >= from && lead <= until);
    const departures = days?.map(({ dayMs, meanF }) => meanF - computeNormal(cell, dayMs)) ?? [];
    return departures.reduce((sum, each) => sum + each, 0) / departures.length;
  };

  it('color each state by its departure, and print the same figures beneath', async () => {
    const html = await open('/weather');
    const text = extractText(html);
    const fills = [...html.matchAll(/<use href="\/assets\/[\w-]+\.svg#s(\d\d)" fill="([^"]+)"/g)];
    expect(fills.map(([, fips]) => fips)).toEqual(
      [1, 2, 3].flatMap(() => STATES.map(({ fips }) => fips)),
    );
    const spans = [
      [1, 5],
      [6, 10],
      [11, 14],
    ] as const;
    const byCell = new Map(
      WEATHER_CELLS.map((cell) => [
        cell,
        spans.map(([from, until]) => computeDeparture(cell, from, until)),
      ]),
    );
    for (const [place, { name, cells }] of STATES.entries()) {
      const departures = spans.map((_, span) =>
        Number(
          cells
            .reduce((sum, { cell, weight }) => sum + weight * (byCell.get(cell)?.[span] ?? NaN), 0)
            .toFixed(1),
        ),
      );
      expect(spans.map((_, span) => fills[span * STATES.length + place]?.[2])).toEqual(
        departures.map((departure) => getAnomalyColor(departure, 'standard')),
      );
      expect(text).toContain(
        `${name} ${departures.map((departure) => formatSignedNumber(departure, 1)).join(' ')}`,
      );
    }
    expect(new Set(fills.map(([, , fill]) => fill)).size).toBeGreaterThan(1);
    for (const title of [
      'Days 1–5 Nov 22 to Nov 26',
      'Days 6–10 Nov 27 to Dec 1',
      'Days 11–14 Dec 2 to Dec 5',
    ])
      expect(text).toContain(title);
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

  it('has a heatmap whose cells equal the correlations of the API', async () => {
    const html = await open('/correlations');
    const rows = await callApi<CorrelationDto[]>('correlation-analysis');
    const cells = new Map(
      [
        ...html.matchAll(
          /<td data-sign="(plus|minus)" data-level="(\d)"><a href="\/correlations\?cell=([^"]+)"[^>]*>([^<]+)<\/a><\/td>/g,
        ),
      ].map(([, sign, level, key = '', text]) => [key, { sign, level: Number(level), text }]),
    );
    const known = rows.filter(({ correlationStrength }) => correlationStrength !== null);
    expect(cells.size).toBe(known.length);
    for (const row of known) {
      const cell = cells.get(getCorrelationKey(row));
      const value = Number(row.correlationStrength);
      expect(cell).toMatchObject({
        sign: value < 0 ? 'minus' : 'plus',
        text: formatSignedNumber(value, 2),
      });
      expect((cell?.level ?? 0) > 0).toBe(row.isSignificant);
    }
  });

  it('opens the scatter and the lags of the selected cell, without script', async () => {
    const rows = (await callApi<CorrelationDto[]>('correlation-analysis')).filter(
      ({ correlationStrength, n }) => correlationStrength !== null && n > 0,
    );
    const row = rows.at(-1);
    if (!row) throw new Error('no measured correlation');
    const html = await open(`/correlations?cell=${getCorrelationKey(row)}`);
    const text = extractText(html);
    expect(text).toContain(
      `${row.weatherFactor}, ${row.region} and ${COMMODITIES[row.commodity].displayName.replace(' Futures', '')}: ${formatSignedNumber(Number(row.correlationStrength), 3)}`,
    );
    const dots = /<path d="((?:M-?\d+ -?\d+h0)+)"/.exec(html)?.[1] ?? '';
    expect(dots.match(/h0/g)).toHaveLength(row.n);
    const table = extractText(html.slice(html.indexOf('id="lag-data"')).split('</table>')[0] ?? '');
    const lag = row.lagDays === 0 ? 'same day' : `${row.lagDays} d`;
    expect(table).toContain(
      `${lag} ${formatSignedNumber(Number(row.correlationStrength), 3)} ${row.n} `,
    );
    expect(html).toMatch(/aria-current="true"[^>]*>[^<]*</);
    for (const title of [
      'Correlation by market and weather factor',
      'Correlation by lag',
      'Mean price change by quintile of the factor',
    ])
      expect(text).toContain(title);
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
      'Updates every 5 minutes. Observations are hourly, the newest 2026-11-21 10:15 EST ; model runs come every six hours, the newest 2026-11-20 23:00 EST .',
      '1 current warning; no open position is exposed to it.',
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
    await withBrokenWeather(async () => {
      const text = await readText('/radar');
      expect(text).toMatch(/Failed to fetch weather data .* Unable to load weather data/);
      expect(text).toContain('Weather exposure of the open positions is not available.');
    });
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
