/**
 * What each of the fourteen simulated prices is worth, how much it moves and which weather it answers to.
 * It knows a row per instrument; it refuses to promise a profit: weather acts through the news in forecasts alone.
 */
import type { CellId } from './cells';

/** Causes that several prices share, each a standard normal a day. */
export const FACTORS = ['world', 'oil', 'gas', 'grain', 'power'] as const;
export type Factor = (typeof FACTORS)[number];

/** How a cell's weather acts: degrees below or above a base, or want of rain. */
export interface WeatherLoad {
  readonly cell: CellId;
  readonly kind: 'cold' | 'heat' | 'dryness';
  readonly weight: number;
  /** Base of the degree days, deg F; unused for dryness. */
  readonly baseF: number;
  /** Stage of the crop: weight of the season as a bell; null all year. */
  readonly stage: { readonly centreDay: number; readonly widthDays: number } | null;
}

export interface PriceRow {
  readonly instrumentId: string;
  /** Mean price in quoted units. */
  readonly level: number;
  /** Annual volatility of the price as a ratio, over a week of seven days. */
  readonly volatility: number;
  /** Years in which half of a distance from the mean is lost. */
  readonly halfLifeYears: number;
  /** Share of the variance that is news about the weather, 0 to 1. */
  readonly weatherShare: number;
  /** Weights of the shared causes; what is left to a sum of squares of 1 is the price's own. */
  readonly factors: Readonly<Partial<Record<Factor, number>>>;
  /** Swing of volatility over the year and the day of its peak. */
  readonly swing: { readonly ratio: number; readonly peakDay: number };
  readonly weather: readonly WeatherLoad[];
}

const cold = (cell: CellId, weight: number, baseF = 65): WeatherLoad => ({ cell, kind: 'cold', weight, baseF, stage: null });
const heat = (cell: CellId, weight: number, baseF = 65): WeatherLoad => ({ cell, kind: 'heat', weight, baseF, stage: null });
const dry = (cell: CellId, weight: number): WeatherLoad => ({ cell, kind: 'dryness', weight, baseF: 0, stage: null });
const during = (centreDay: number, widthDays: number, ...loads: readonly WeatherLoad[]): readonly WeatherLoad[] =>
  loads.map((load) => ({ ...load, stage: { centreDay, widthDays } }));

const JANUARY = 15;
const FLAT = { ratio: 0, peakDay: 0 };

const hub = (id: string, level: number, weather: readonly WeatherLoad[]): PriceRow => ({
  instrumentId: `ET-${id}`, level, volatility: 0.38, halfLifeYears: 0.35, weatherShare: 0.35, factors: { gas: 0.45, power: 0.5 }, swing: FLAT, weather,
});

/** Levels and volatilities in the range of long real histories; power is a strip of a week, far calmer than the hour. */
export const PRICE_ROWS: readonly PriceRow[] = [
  hub('NYISO', 91, [cold('NYC', 0.4), heat('NYC', 1)]),
  hub('ERCOT', 84, [cold('DFW', 0.6), heat('DFW', 1)]),
  hub('CAISO', 94, [cold('CAL', 0.15), heat('CAL', 1)]),
  hub('PJM', 82, [cold('PJM', 0.5), heat('PJM', 1)]),
  hub('MISO', 78, [cold('CHI', 0.5), heat('CHI', 1)]),
  {
    instrumentId: 'NG', level: 3.6, volatility: 0.54, halfLifeYears: 1, weatherShare: 0.4, factors: { world: 0.05, oil: 0.15, gas: 0.95 },
    swing: { ratio: 0.25, peakDay: 10 },
    weather: [cold('NYC', 0.4), cold('PJM', 0.48), cold('CHI', 0.48), cold('ATL', 0.16), cold('DFW', 0.08), heat('ATL', 0.35), heat('DFW', 0.45), heat('PJM', 0.2), heat('NYC', 0.15)],
  },
  {
    instrumentId: 'CORN', level: 450, volatility: 0.28, halfLifeYears: 1.5, weatherShare: 0.3, factors: { world: 0.22, grain: 0.86 },
    swing: { ratio: 0.25, peakDay: 190 }, weather: during(197, 22, heat('DSM', 0.6, 80), heat('CHI', 0.4, 80), dry('DSM', 1.4), dry('CHI', 1)),
  },
  {
    instrumentId: 'SOYB', level: 1080, volatility: 0.25, halfLifeYears: 1.5, weatherShare: 0.2, factors: { world: 0.28, grain: 0.8 },
    swing: { ratio: 0.22, peakDay: 190 }, weather: during(221, 24, heat('DSM', 0.4, 80), heat('CHI', 0.4, 80), dry('DSM', 1.4), dry('CHI', 1.2)),
  },
  {
    instrumentId: 'WHEAT', level: 580, volatility: 0.32, halfLifeYears: 1.5, weatherShare: 0.15, factors: { world: 0.18, grain: 0.7 },
    swing: { ratio: 0.2, peakDay: 140 }, weather: during(126, 26, heat('ICT', 0.3, 75), dry('ICT', 2)),
  },
  {
    instrumentId: 'OJ', level: 230, volatility: 0.35, halfLifeYears: 1.5, weatherShare: 0.25, factors: { world: 0.08, grain: 0.08 },
    swing: { ratio: 0.1, peakDay: 10 }, weather: [...during(JANUARY, 25, cold('LAK', 3, 50)), dry('LAK', 0.25), dry('MGB', 0.25)],
  },
  {
    instrumentId: 'HO', level: 2.45, volatility: 0.35, halfLifeYears: 0.9, weatherShare: 0.1, factors: { world: 0.32, oil: 0.84 },
    swing: FLAT, weather: [cold('NYC', 0.7), cold('PJM', 0.3)],
  },
  {
    instrumentId: 'KC', level: 210, volatility: 0.34, halfLifeYears: 1, weatherShare: 0.2, factors: { world: 0.2, grain: 0.1 },
    swing: { ratio: 0.12, peakDay: 200 }, weather: [...during(199, 25, cold('MGB', 2, 57)), ...during(288, 30, dry('MGB', 1))],
  },
  {
    instrumentId: 'CL', level: 72, volatility: 0.38, halfLifeYears: 0.9, weatherShare: 0.01, factors: { world: 0.35, oil: 0.9 },
    swing: FLAT, weather: [cold('NYC', 0.7), cold('PJM', 0.3)],
  },
  {
    instrumentId: 'CT', level: 78, volatility: 0.29, halfLifeYears: 1, weatherShare: 0.12, factors: { world: 0.34, grain: 0.25 },
    swing: { ratio: 0.12, peakDay: 190 }, weather: during(205, 30, heat('LBB', 0.5, 80), dry('LBB', 1.4)),
  },
];
