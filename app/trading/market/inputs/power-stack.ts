/**
 * Supply stack model of hub power: price from net load and gas, averaged over forecast uncertainty.
 *
 * Form: linear stack with exponential scarcity and surplus terms; level proportional to gas^0.55.
 * Coefficients are fractions of capacity, fitted to the price histories of the hubs and rounded.
 */
import type { PowerHub } from '../../domain/contract';
import { type Flow, type ImpactDay, computeCooling, computeHeating } from '../../weather/impact';
import { getClimate, getSeasonDay } from '../../weather/climate-table';
import type { MarketCell } from '../../weather/cell';

interface HubStack {
  readonly cell: MarketCell;
  /** Price level, $/MWh at gas of 3.6 $/MMBtu. */
  readonly level: number;
  /** Load per cooling and heating degree day, before the factor 0.62. */
  readonly cooling: number;
  readonly heating: number;
  /** Wind capacity, before the factor 0.35, and solar capacity at noon in June. */
  readonly wind: number;
  readonly sun: number;
  /** Net load below which surplus lowers the price, and steepness of scarcity. */
  readonly low: number;
  readonly scarcity: number;
  readonly cap: number;
  readonly floor: number;
  /** Mean wind at the cell, mph. */
  readonly windMph: number;
}

const buildHubStack = (
  cell: MarketCell,
  level: number,
  cooling: number,
  heating: number,
  wind: number,
  sun: number,
  low: number,
  scarcity: number,
  floor: number,
  cap: number,
): HubStack => ({
  cell,
  level,
  cooling,
  heating,
  wind,
  sun,
  low,
  scarcity,
  cap,
  floor,
  windMph: getClimate(cell, 0).windMph,
});

export const HUB_STACKS: Readonly<Record<PowerHub, HubStack>> = {
  NYISO: buildHubStack('NYC', 78, 0.022, 0.0085, 0.04, 0.03, 0.36, 12, -150, 2000),
  ERCOT: buildHubStack('DFW', 74, 0.018, 0.011, 0.28, 0.15, 0.425, 13, -250, 5000),
  CAISO: buildHubStack('CAL', 92, 0.023, 0.003, 0.07, 0.25, 0.4, 12, -150, 2000),
  PJM: buildHubStack('PJM', 74, 0.0205, 0.01, 0.06, 0.04, 0.36, 12, -150, 2000),
  MISO: buildHubStack('CHI', 74, 0.02, 0.0095, 0.14, 0.05, 0.385, 12, -150, 2000),
};

const BASE_LOAD = 0.555;
const LOAD_SHARE = 0.62;
export const WIND_SHARE = 0.35;
/** Standard deviation of net load apart from weather: outages and hourly noise. */
const NOISE_SPREAD = Math.hypot(0.063 * 0.503, 0.05);
const GAS_BASE = 3.6;
const GAS_POWER = 0.55;

/** Daily load profile about its mean: low before dawn, peaks in afternoon and evening. */
const computeLoadShape = (hour: number): number =>
  0.1 * Math.sin((2 * Math.PI * (hour - 8.5)) / 24) +
  0.045 * Math.sin((4 * Math.PI * (hour - 5.5)) / 24);
/** Solar profile, 1 at noon in June. */
const computeSunShape = (hour: number, dayMs: number): number =>
  Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12)) *
  (0.75 - 0.25 * Math.cos((2 * Math.PI * (getSeasonDay(dayMs) + 10)) / 365.25));

/** A day with the figures that wind and solar power need. */
type RenewablesDay = ImpactDay & { readonly windMph: number; readonly sunShare: number };

const hasRenewables = (day: ImpactDay): day is RenewablesDay =>
  day.windMph !== null && day.sunShare !== null;

/** Expected net load of an hour, as a fraction of capacity. */
function computeNetLoad(hub: HubStack, day: RenewablesDay, hour: number): number {
  const demand =
    LOAD_SHARE * (hub.cooling * computeCooling(day) + hub.heating * computeHeating(day));
  return (
    BASE_LOAD +
    computeLoadShape(hour) +
    demand -
    (hub.wind * WIND_SHARE * day.windMph) / hub.windMph -
    hub.sun * computeSunShape(hour, day.dayMs) * (0.3 + 0.7 * day.sunShare)
  );
}

/** Standard deviation of net load: forecast spread and noise. */
const computeSpread = (hub: HubStack, { meanF, spreadF }: ImpactDay): number =>
  Math.hypot(NOISE_SPREAD, LOAD_SHARE * (meanF > 60 ? hub.cooling : hub.heating) * spreadF);

/** Price at a net load, $/MWh. */
function computePrice(hub: HubStack, load: number, gas: number): number {
  const level = hub.level * (Math.max(0.5, gas) / GAS_BASE) ** GAS_POWER;
  const scarce = 0.55 * hub.level * Math.exp(Math.min(4, hub.scarcity * (load - 1)));
  const surplus = 0.5 * hub.level * Math.exp(Math.min(1.1, (hub.low - load) / 0.065));
  return Math.min(hub.cap, Math.max(hub.floor, level * (0.5 + 0.72 * load) + scarce - surplus));
}

/** Nodes and weights of five-point Gauss-Hermite quadrature for a standard normal. */
const NODES = [-2.8569700138728, -1.3556261799742, 0, 1.3556261799742, 2.8569700138728];
const WEIGHTS = [
  0.0112574113277, 0.2220759220056, 0.5333333333333, 0.2220759220056, 0.0112574113277,
];
const HOURS = [1.5, 4.5, 7.5, 10.5, 13.5, 16.5, 19.5, 22.5];

/**
 * Expected mean price of a day over eight 3-hour blocks, local time. Null where wind or sunshine is
 * not forecast: net load is unknown.
 */
export function computeExpectedDayPrice(hub: HubStack, day: ImpactDay, gas: number): number | null {
  if (!hasRenewables(day)) return null;
  const spread = computeSpread(hub, day);
  let sum = 0;
  for (const hour of HOURS) {
    const load = computeNetLoad(hub, day, hour);
    for (let node = 0; node < NODES.length; node += 1)
      sum += (WEIGHTS[node] ?? 0) * computePrice(hub, load + spread * (NODES[node] ?? 0), gas);
  }
  return sum / HOURS.length;
}

/** Heating plus cooling degree days at a hub. */
export const buildDegreeDayFlow = (hub: PowerHub): Flow => ({
  id: `degree days of ${hub}`,
  unit: 'deg F day',
  description: `degree days at ${hub}`,
  cells: [HUB_STACKS[hub].cell],
  computeDay: (day) => computeHeating(day) + computeCooling(day),
});

/** Wind and solar power at a hub, as a fraction of capacity. */
export const buildRenewablesFlow = (hub: PowerHub): Flow => ({
  id: `renewables of ${hub}`,
  unit: 'share of capacity',
  description: `wind and solar power at ${hub}`,
  cells: [HUB_STACKS[hub].cell],
  computeDay: (day) =>
    hasRenewables(day)
      ? (HUB_STACKS[hub].wind * WIND_SHARE * day.windMph) / HUB_STACKS[hub].windMph +
        HUB_STACKS[hub].sun * day.sunShare
      : null,
});
