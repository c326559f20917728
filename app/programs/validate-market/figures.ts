// Figures of docs/market-realism.md: a year of prices, three episodes, a power day and forecast
// skill.
import { POWER_HUBS } from '../../trading/domain/contract';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { computeHourProfile } from '../../trading/statistics/hour-profile';
import { computeMedian } from '../../trading/statistics/quantile';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { listUnrolledContracts } from './chain-reader';
import {
  FREEZE_DAYS_AFTER,
  findColdSnap,
  findHurricane,
  findLockedFreeze,
  computeGulfLandfallProbability,
} from './episodes';
import { computeDailyMeans } from './facts/power';
import type { Studies } from './facts/measure';
import type { PageFigure } from './report';
import { CHAIN_CODES, CHAINS, type Chain } from './chains';
import type { HubStudy, MarketStudy } from './study';
import { renderDrawing } from '../../models/reports/drawing';
import type { Curve, Drawing, Panel } from '../../models/reports/drawing-model';
import type { OpenWorld, WorldParts } from './open-world';
import { DAY_MS } from '../../trading/domain/time';

interface Figure extends PageFigure {
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
/** Year shown: the second, after the warm-up. */
const SHOWN_YEAR = 2011;
/** Years searched for episodes. */
const SEARCH_YEARS = 20;

/** Figures of one seed, without episodes that do not occur in 20 years. */
export function drawFigures(open: OpenWorld, seed: string, { simulated, real }: Studies): Figure[] {
  const [study] = simulated;
  if (!study) return [];
  const parts = open({ seed });
  const drawings: (readonly [string, Drawing | null])[] = [
    ['futures-year.svg', drawFuturesYear(study)],
    ['power-year.svg', drawPowerYear(study)],
    ['cold-snap.svg', drawColdSnap(parts)],
    ['hurricane.svg', drawHurricane(parts)],
    ['freeze.svg', drawFreeze(parts)],
    ['power-day.svg', drawPowerDay(study, real)],
    ['forecast.svg', drawForecast(study)],
  ];
  return drawings.flatMap(([file, drawing]) =>
    drawing
      ? [{ file, title: drawing.title, text: drawing.text, svg: renderDrawing(drawing) }]
      : [],
  );
}

const findYearRange = (days: readonly number[]): [number, number] => {
  const from = days.findIndex((day) => day >= Date.UTC(SHOWN_YEAR, 0, 1));
  const to = days.findIndex((day) => day >= Date.UTC(SHOWN_YEAR + 1, 0, 1));
  return [from, to < 0 ? days.length : to];
};

function drawFuturesYear(study: MarketStudy): Drawing {
  const [from, to] = findYearRange(study.days);
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
    text: 'Closes of the front month of each of nine commodity futures over a year; steps mark rolls.',
    xLabel: 'day',
    xKind: 'date',
    panels,
  };
}

function drawPowerYear(study: MarketStudy): Drawing {
  const first = Math.round((Date.UTC(SHOWN_YEAR, 0, 1) - study.firstDayMs) / DAY_MS);
  const panels = POWER_HUBS.map((hub): Panel => {
    const own = study.hubs.get(hub);
    const ys = own ? [...computeDailyMeans(own).values()].slice(first, first + 365) : [];
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
    text: 'Daily means of the hourly index of five power hubs over a year, with price spikes in cold and heat.',
    xLabel: 'day',
    xKind: 'date',
    panels,
  };
}

/** Days around an episode. */
const listWindow = (day: number, before: number, after: number): number[] =>
  Array.from({ length: before + after + 1 }, (_, nth) => day - before + nth);
const toMoments = (days: readonly number[]): number[] => days.map(getDayStartMs);

function buildTemperaturePanel(
  { weather }: WorldParts,
  cell: MarketCell,
  days: readonly number[],
  location: string,
): Panel {
  const index = MARKET_CELLS.indexOf(cell);
  const xs = toMoments(days);
  return {
    title: `Temperature, ${location}`,
    yLabel: 'deg F',
    curves: [
      {
        label: 'daily mean',
        xs,
        ys: days.map((day) => weather.getPastDay(day).meanF[index] ?? NaN),
      },
      {
        label: 'season',
        xs,
        isDashed: true,
        ys: days.map((day) => weather.getClimate(index, day).meanF),
      },
    ],
  };
}

/** Settlements of a contract that does not roll in the window. */
function buildPricePanel({ futures }: WorldParts, chain: Chain, days: readonly number[]): Panel {
  const contract = listUnrolledContracts(futures, chain, days[days.length - 1] ?? 0).find(
    (contract) => futures.listInstruments(chain, days[0] ?? 0).some(({ id }) => id === contract.id),
  );
  const ys = days.map((day) => (contract ? futures.getSettlement(contract, day + 1) : NaN));
  return {
    title: contract?.contract?.code ?? CHAIN_CODES[chain],
    yLabel: UNITS[chain],
    curves: [{ label: 'close', xs: toMoments(days), ys }],
  };
}

function buildHubPanel(
  { power }: WorldParts,
  hubs: readonly string[],
  days: readonly number[],
): Panel {
  const getMean = (hub: string, day: number): number =>
    power.getSpotPrices(hub, day).reduce((sum, price) => sum + price, 0) / 24;
  return {
    title: 'Power, daily mean',
    yLabel: '$/MWh',
    curves: hubs.map(
      (hub): Curve => ({
        label: hub,
        xs: toMoments(days),
        ys: days.map((day) => getMean(hub, day)),
      }),
    ),
  };
}

const formatDay = (day: number): string => new Date(getDayStartMs(day)).toISOString().slice(0, 10);

function drawColdSnap(parts: WorldParts): Drawing | null {
  const episodeDay = findColdSnap(parts, SEARCH_YEARS);
  if (episodeDay === null) return null;
  const days = listWindow(episodeDay, 14, 16);
  return {
    title: `A cold snap, about ${formatDay(episodeDay)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'Temperature in Illinois falls far below normal. Gas, power and heating oil rise; gas rises days earlier, when the forecast changes.',
    panels: [
      buildTemperaturePanel(parts, 'CHI', days, 'Illinois and Indiana'),
      buildPricePanel(parts, 'NG', days),
      buildHubPanel(parts, ['MISO', 'PJM'], days),
      buildPricePanel(parts, 'HO', days),
    ],
  };
}

function drawHurricane(parts: WorldParts): Drawing | null {
  const episodeDay = findHurricane(parts, SEARCH_YEARS);
  if (episodeDay === null) return null;
  const days = listWindow(episodeDay, 10, 14);
  return {
    title: `Hurricane in the Gulf of Mexico, landfall ${formatDay(episodeDay)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'The landfall probability rises from day to day. Crude oil and heating oil rise with it and reverse afterwards.',
    panels: [
      {
        title: 'Probability of landfall in the Gulf',
        yLabel: '',
        curves: [
          {
            label: 'chance',
            xs: toMoments(days),
            ys: days.map((day) => computeGulfLandfallProbability(parts, day)),
          },
        ],
      },
      buildPricePanel(parts, 'CL', days),
      buildPricePanel(parts, 'HO', days),
    ],
  };
}

function drawFreeze(parts: WorldParts): Drawing | null {
  const episodeDay = findLockedFreeze(parts, SEARCH_YEARS);
  if (episodeDay === null) return null;
  const days = listWindow(episodeDay, 10, FREEZE_DAYS_AFTER);
  const prices = buildPricePanel(parts, 'OJ', days);
  const [contract] = listUnrolledContracts(parts.futures, 'OJ', days[days.length - 1] ?? 0);
  const listLimits = (side: 'low' | 'high'): number[] =>
    days.map((day) =>
      contract ? (parts.futures.getPath(contract, day).band?.[side] ?? NaN) : NaN,
    );
  const xs = toMoments(days);
  const limits: readonly Curve[] = [
    { label: 'upper limit', xs, ys: listLimits('high'), isDashed: true },
    { label: 'lower limit', xs, ys: listLimits('low'), isDashed: true },
  ];
  return {
    title: `Freeze in Florida, limit up on ${formatDay(episodeDay)}`,
    xLabel: 'day',
    xKind: 'date',
    text: 'Freeze in the orange groves: orange juice closes limit up, without sellers, for several days.',
    panels: [
      buildTemperaturePanel(parts, 'LAK', days, 'Central Florida'),
      { ...prices, curves: [...prices.curves, ...limits] },
    ],
  };
}

const BAND = [0.1, 0.5, 0.9] as const;

/** Median and 10th-90th percentile by hour, divided by the overall median. */
function buildDayPanel(hub: HubStudy, title: string): Panel {
  const median = computeMedian(hub.prices);
  const profile = computeHourProfile(hub.hours, hub.prices, BAND);
  const xs = profile.map((_, hour) => hour);
  const listQuantiles = (nth: number): number[] =>
    profile.map((quantiles) => (quantiles[nth] ?? NaN) / median);
  return {
    title,
    yLabel: 'multiples of the median of all hours',
    curves: [
      { label: 'median', xs, ys: listQuantiles(1) },
      { label: 'from 10th to 90th percentile', xs, ys: listQuantiles(2), lows: listQuantiles(0) },
    ],
  };
}

function drawPowerDay(study: MarketStudy, real: MarketStudy | null): Drawing | null {
  const [own, other] = [study.hubs.get('ERCOT'), real?.hubs.get('ERCOT')];
  if (!own) return null;
  return {
    title: "ERCOT's day",
    xLabel: 'hour of the local day',
    xKind: 'number',
    text: `Power prices are low at midday and highest in the evening${other ? ', in the simulated market as in the real one' : ''}.`,
    panels: [
      buildDayPanel(own, 'Simulated'),
      ...(other ? [buildDayPanel(other, 'Real, West hub in real time')] : []),
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
    title: 'Forecast vs outcome',
    xLabel: 'days ahead',
    xKind: 'number',
    text: 'The correlation of forecast and outcome falls from nearly 1 at one day to about 0.3 at two weeks. The public forecast is slightly worse than that of the market.',
    panels: [{ title: 'Correlation of departures from the season', yLabel: '', curves }],
  };
}
