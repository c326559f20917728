// The pictures of the page: a year of every price, three episodes, a day of power, and what
// forecasts are worth.
import { POWER_HUBS } from '../../trading/domain/contract';
import { dayStartMs } from '../../trading/simulation/calendar';
import { hourProfile } from '../../trading/statistics/hour-profile';
import { computeMedian } from '../../trading/statistics/quantile';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { heldContracts } from './chain-reader';
import {
  FREEZE_DAYS_AFTER,
  findColdSnap,
  findHurricane,
  findLockedFreeze,
  gulfChance,
} from './episodes';
import { dailyMeans } from './facts/power';
import type { Studies } from './facts/measure';
import type { PageFigure } from './report';
import { CHAIN_CODES, CHAINS, type Chain, type HubStudy, type MarketStudy } from './study';
import { drawSvg } from '../../models/reports/drawing';
import type { Curve, Drawing, Panel } from '../../models/reports/drawing-model';
import type { OpenWorld, WorldParts } from './world-study';
import { DAY_MS } from '../../trading/domain/time';

interface Picture extends PageFigure {
  readonly svg: string;
}

const UNITS: Readonly<Record<Chain, string>> = {
  NG: '$/MMBtu',
  CL: '$/barrel',
  HO: '$/gallon',
  CORN: 'cents/bushel',
  SOYB: 'cents/bushel',
  WHEAT: 'cents/bushel',
  KC: 'cents/lb',
  OJ: 'cents/lb',
  CT: 'cents/lb',
};
/**
 * The year of the world that is shown: the second, for the first has hardly any weather behind it.
 */
const SHOWN_YEAR = 2011;
/** Episodes are looked for in so many years. */
const SEARCH_YEARS = 20;

/** All pictures of one seed; an episode that its first twenty years do not hold has none. */
export function drawAll(open: OpenWorld, seed: string, { simulated, real }: Studies): Picture[] {
  const [study] = simulated;
  if (!study) return [];
  const parts = open({ seed });
  const drawings: (readonly [string, Drawing | null])[] = [
    ['futures-year.svg', futuresYear(study)],
    ['power-year.svg', powerYear(study)],
    ['cold-snap.svg', coldSnap(parts)],
    ['hurricane.svg', drawHurricane(parts)],
    ['freeze.svg', drawFreeze(parts)],
    ['power-day.svg', powerDay(study, real)],
    ['forecast.svg', drawForecast(study)],
  ];
  return drawings.flatMap(([file, drawing]) =>
    drawing ? [{ file, title: drawing.title, text: drawing.text, svg: drawSvg(drawing) }] : [],
  );
}

const yearRange = (days: readonly number[]): [number, number] => {
  const from = days.findIndex((day) => day >= Date.UTC(SHOWN_YEAR, 0, 1));
  const to = days.findIndex((day) => day >= Date.UTC(SHOWN_YEAR + 1, 0, 1));
  return [from, to < 0 ? days.length : to];
};

function futuresYear(study: MarketStudy): Drawing {
  const [from, to] = yearRange(study.days);
  const panels = CHAINS.map((chain): Panel => {
    const ys = study.chains.get(chain)?.closes.subarray(from, to) ?? [];
    return {
      title: CHAIN_CODES[chain],
      yLabel: UNITS[chain],
      curves: [{ label: CHAIN_CODES[chain], xs: study.days.slice(from, to), ys }],
    };
  });
  return {
    title: `A year of nine futures, ${SHOWN_YEAR} of seed ${study.name}`,
    text: 'Closes of the front month of each of nine commodity futures over a year; steps where the held month changes.',
    xLabel: 'day',
    xKind: 'date',
    panels,
  };
}

function powerYear(study: MarketStudy): Drawing {
  const first = Math.round((Date.UTC(SHOWN_YEAR, 0, 1) - study.firstDayMs) / DAY_MS);
  const panels = POWER_HUBS.map((hub): Panel => {
    const own = study.hubs.get(hub);
    const ys = own ? dailyMeans(own).slice(first, first + 365) : [];
    return {
      title: hub,
      yLabel: '$/MWh',
      curves: [
        { label: hub, xs: ys.map((_, nth) => study.firstDayMs + (first + nth) * DAY_MS), ys },
      ],
    };
  });
  return {
    title: `A year of five power hubs, ${SHOWN_YEAR} of seed ${study.name}`,
    text: 'Daily means of the hourly index of five power hubs over a year, with spikes in cold and heat.',
    xLabel: 'day',
    xKind: 'date',
    panels,
  };
}

/** Days about an episode, as moments. */
const listWindow = (day: number, before: number, after: number): number[] =>
  Array.from({ length: before + after + 1 }, (_, nth) => day - before + nth);
const listMoments = (days: readonly number[]): number[] => days.map(dayStartMs);

function temperaturePanel(
  { weather }: WorldParts,
  cell: MarketCell,
  days: readonly number[],
  place: string,
): Panel {
  const index = MARKET_CELLS.indexOf(cell);
  const xs = listMoments(days);
  return {
    title: `Temperature, ${place}`,
    yLabel: 'deg F',
    curves: [
      { label: 'daily mean', xs, ys: days.map((day) => weather.pastDay(day).meanF[index] ?? NaN) },
      {
        label: 'season',
        xs,
        isDashed: true,
        ys: days.map((day) => weather.climate(index, day).meanF),
      },
    ],
  };
}

/** Settlements of the contract that is held to the end, so that no roll lies in the picture. */
function pricePanel({ futures }: WorldParts, chain: Chain, days: readonly number[]): Panel {
  const held = heldContracts(futures, chain, days[days.length - 1] ?? 0).find((contract) =>
    futures.listed(chain, days[0] ?? 0).some(({ id }) => id === contract.id),
  );
  const ys = days.map((day) => (held ? futures.settlement(held, day + 1) : NaN));
  return {
    title: held?.contract?.code ?? CHAIN_CODES[chain],
    yLabel: UNITS[chain],
    curves: [{ label: 'close', xs: listMoments(days), ys }],
  };
}

function hubPanel({ power }: WorldParts, hubs: readonly string[], days: readonly number[]): Panel {
  const mean = (hub: string, day: number): number =>
    power.spot(hub, day).reduce((sum, price) => sum + price, 0) / 24;
  return {
    title: 'Power, daily mean',
    yLabel: '$/MWh',
    curves: hubs.map(
      (hub): Curve => ({
        label: hub,
        xs: listMoments(days),
        ys: days.map((day) => mean(hub, day)),
      }),
    ),
  };
}

const dateWords = (day: number): string => new Date(dayStartMs(day)).toISOString().slice(0, 10);

function coldSnap(parts: WorldParts): Drawing | null {
  const found = findColdSnap(parts, SEARCH_YEARS);
  if (found === null) return null;
  const days = listWindow(found, 14, 16);
  return {
    title: `A cold snap, about ${dateWords(found)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'Temperature in Illinois falls far below its season; gas, power and heating oil answer, gas days before the cold, when the forecast turns.',
    panels: [
      temperaturePanel(parts, 'CHI', days, 'Illinois and Indiana'),
      pricePanel(parts, 'NG', days),
      hubPanel(parts, ['MISO', 'PJM'], days),
      pricePanel(parts, 'HO', days),
    ],
  };
}

function drawHurricane(parts: WorldParts): Drawing | null {
  const found = findHurricane(parts, SEARCH_YEARS);
  if (found === null) return null;
  const days = listWindow(found, 10, 14);
  return {
    title: `A hurricane on the Gulf, landfall ${dateWords(found)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'The chance of a landfall rises day by day; crude oil and heating oil answer as it does, and give back what was taken afterwards.',
    panels: [
      {
        title: 'Chance of a landfall on the Gulf',
        yLabel: '',
        curves: [
          { label: 'chance', xs: listMoments(days), ys: days.map((day) => gulfChance(parts, day)) },
        ],
      },
      pricePanel(parts, 'CL', days),
      pricePanel(parts, 'HO', days),
    ],
  };
}

function drawFreeze(parts: WorldParts): Drawing | null {
  const found = findLockedFreeze(parts, SEARCH_YEARS);
  if (found === null) return null;
  const days = listWindow(found, 10, FREEZE_DAYS_AFTER);
  const prices = pricePanel(parts, 'OJ', days);
  const [held] = heldContracts(parts.futures, 'OJ', days[days.length - 1] ?? 0);
  const edge = (side: 'low' | 'high'): number[] =>
    days.map((day) => (held ? (parts.futures.path(held, day).band?.[side] ?? NaN) : NaN));
  const xs = listMoments(days);
  const limits: readonly Curve[] = [
    { label: 'upper limit', xs, ys: edge('high'), isDashed: true },
    { label: 'lower limit', xs, ys: edge('low'), isDashed: true },
  ];
  return {
    title: `A freeze in Florida, locked on ${dateWords(found)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'Cold comes to the orange groves; orange juice closes at its daily limit, where nobody sells, and needs days to find its price.',
    panels: [
      temperaturePanel(parts, 'LAK', days, 'Central Florida'),
      { ...prices, curves: [...prices.curves, ...limits] },
    ],
  };
}

const BAND = [0.1, 0.5, 0.9] as const;

/** Median and band of each hour over the median of all hours. */
function dayPanel(hub: HubStudy, title: string): Panel {
  const median = computeMedian(hub.prices);
  const profile = hourProfile(hub.hours, hub.prices, BAND);
  const xs = profile.map((_, hour) => hour);
  const at = (nth: number): number[] =>
    profile.map((quantiles) => (quantiles[nth] ?? NaN) / median);
  return {
    title,
    yLabel: 'multiples of the median of all hours',
    curves: [
      { label: 'median', xs, ys: at(1) },
      { label: 'from 10th to 90th percentile', xs, ys: at(2), lows: at(0) },
    ],
  };
}

function powerDay(study: MarketStudy, real: MarketStudy | null): Drawing | null {
  const [own, other] = [study.hubs.get('ERCOT'), real?.hubs.get('ERCOT')];
  if (!own) return null;
  return {
    title: "ERCOT's day",
    xLabel: 'hour of the local day',
    xKind: 'number',
    text: `Power is cheap while the sun shines and dearest in the evening${other ? ', in the simulated market as in the real one' : ''}.`,
    panels: [
      dayPanel(own, 'Simulated'),
      ...(other ? [dayPanel(other, 'Real, West hub in real time')] : []),
    ],
  };
}

function drawForecast({ forecast: skill }: MarketStudy): Drawing | null {
  if (!skill) return null;
  const curves = [
    { label: 'the market', xs: skill.leads, ys: skill.market },
    { label: 'the published forecast', xs: skill.leads, ys: skill.published, isDashed: true },
  ];
  return {
    title: 'Forecast against outcome',
    xLabel: 'days ahead',
    xKind: 'number',
    text: 'The correlation of forecast and outcome falls from nearly one a day ahead to about .3 two weeks ahead; the published forecast is a little worse than what the market knows.',
    panels: [{ title: 'Correlation of departures from the season', yLabel: '', curves }],
  };
}
