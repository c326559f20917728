// Weather desk over a hand-built archive: 4 years of days, 2 days of hours, 60 days of runs, one
// warning.
import type { PublishedReport } from '../../app/trading/market/report';
import { DISPLAY_CELLS, MARKET_CELLS, WEATHER_CELLS } from '../../app/trading/weather/cell';
import type { WeatherReader } from '../../app/trading/weather/archive-reader';
import type { WeatherSource } from '../../app/trading/weather/weather-source';
import { buildArchive, createDay, buildHour, buildRun, buildVintages } from './weather-archive';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

export const NOW = Date.UTC(2026, 10, 21, 16, 30);
const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS;
const FRIDAY = Date.UTC(2026, 10, 13);
const WEEK = 7 * DAY_MS;

/** Annual cycle plus a five-day wave. */
const computeMean = (dayMs: number): number =>
  50 -
  20 * Math.cos((2 * Math.PI * (dayMs / DAY_MS)) / 365.25) +
  6 * Math.sin((2 * Math.PI * (dayMs / DAY_MS)) / 5);

const gas: PublishedReport = {
  id: 'EIA gas storage/2026-11-19',
  kind: 'EIA gas storage',
  atMs: Date.UTC(2026, 10, 19, 15, 30),
  commodities: ['natural-gas'],
  figures: [
    {
      commodity: 'natural-gas',
      name: 'working gas, weekly change',
      unit: 'Bcf',
      consensus: -12,
      actual: -20,
      surprise: -0.8,
      priceSign: -1,
    },
  ],
};

function createArchive(): WeatherReader {
  const days = Object.fromEntries(
    WEATHER_CELLS.map((cell) => [
      cell,
      Array.from({ length: 1460 }, (_, back) => TODAY - (1460 - back) * DAY_MS).map((dayMs) =>
        createDay(dayMs, computeMean(dayMs)),
      ),
    ]),
  );
  const observations = WEATHER_CELLS.flatMap((cell) =>
    Array.from({ length: 48 }, (_, back) =>
      buildHour(cell, NOW - 2.5 * HOUR_MS - back * HOUR_MS, {
        temperatureF: computeMean(TODAY),
        soil: cell === 'DSM' ? -1.25 : null,
      }),
    ),
  );
  const cells = [...MARKET_CELLS, ...DISPLAY_CELLS];
  const runs = cells.flatMap((cell) =>
    Array.from({ length: 60 }, (_, back) =>
      buildRun(
        cell,
        TODAY - back * DAY_MS,
        (lead, dayMs) => computeMean(dayMs) - (back === 0 && cell === 'NYC' && lead > 3 ? 9 : 0),
      ),
    ),
  );
  const warning = {
    id: 'cold/7',
    kind: 'cold outbreak',
    phase: 'confirmed',
    cells: ['CHI'],
    probability: 0.9,
    strength: -22,
    fromMs: NOW + 3 * DAY_MS,
    untilMs: NOW + 7 * DAY_MS,
    publishedMs: NOW - 3 * HOUR_MS,
    text: 'Arctic air reaches Illinois on Nov 24',
  } as const;
  return buildArchive({ observations, days, runs, warnings: [warning] });
}

/** Counts reads, to detect repeated computation. */
export function createWeatherDesk(): WeatherSource & { reads: number; market: string } {
  const reader = createArchive();
  const desk = {
    market: 'simulated',
    source: 'an archive made by hand',
    reads: 0,
    nowMs: () => NOW,
    weather: {
      ...reader,
      listDays: (...queryArgs: Parameters<WeatherReader['listDays']>) => {
        desk.reads += 1;
        return reader.listDays(...queryArgs);
      },
    },
    series: buildVintages(
      [0, 1, 52, 53, 104, 105, 156, 157].map((weeks) => ({
        series: 'storage/gas/level',
        validMs: FRIDAY - weeks * WEEK,
        publishedMs: FRIDAY - weeks * WEEK + 6 * DAY_MS,
        value: 3800 + weeks,
      })),
    ),
    closes: (chain: string) =>
      chain === 'NG'
        ? Array.from({ length: 300 }, (_, back) => ({
            dayMs: TODAY - (300 - back) * DAY_MS,
            close: 3 + 0.05 * Math.sin(back * back),
          }))
        : [],
    spot: null,
    reports: (fromMs: number, untilMs: number) =>
      [gas].filter(({ atMs }) => atMs >= fromMs && atMs < untilMs),
  };
  return desk;
}
