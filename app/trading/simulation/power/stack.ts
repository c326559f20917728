/**
 * Power price from use of capacity: fuel, scarcity near full use, and negative prices in surplus.
 *
 * Source: a fuel-driven supply stack with an exponential end at both sides (Barlow 2002,
 * Mathematical Finance 12; Carmona & Coulon 2014).
 */
import type { HubRow } from './hubs';

/** Gas price at which the fuel factor is 1, $/MMBtu, and elasticity of power to gas. */
const NORMAL_GAS = 3.6;
export const GAS_POWER = 0.9;
const FUEL_START = 0.05;
const FUEL_SLOPE = 0.77;
/** Use at which scarcity costs `scarcity` scales. */
const SCARCITY_USE = 0.75;
const SURPLUS = 0.3;
const SURPLUS_WIDTH = 0.08;
const SURPLUS_LOG_MAX = 1.1;
/** AR(1) coefficients and shocks: fuel level and outages by day, quick noise by hour. */
export const LEVEL_MEMORY = 0.93;
export const LEVEL_SHOCK = 0.05 * Math.sqrt(1 - LEVEL_MEMORY ** 2);
export const OUTAGE_MEMORY = 0.93;
export const OUTAGE_SHOCK = 0.185;
export const QUICK_MEMORY = 0.9;
export const QUICK_SHOCK = 0.05 * Math.sqrt(1 - QUICK_MEMORY ** 2);
/** Hourly AR(1) of local use. */
export const LOCAL_MEMORY = 0.96;
export const LOCAL_SHOCK = Math.sqrt(1 - LOCAL_MEMORY ** 2);
/**
 * Spikes: hourly start probability and its dependence on use, end probability, decay, minimum
 * height.
 */
const SPIKE_PROBABILITY_MAX = 0.15;
const SPIKE_PROBABILITY_MIN = 0.0007;
const SPIKE_USE = 0.88;
const SPIKE_WIDTH = 0.03;
export const SPIKE_END = 0.3;
export const SPIKE_DECAY = 0.9;
const SPIKE_HEIGHT_MIN = 2;

/** Log ratio of the gas price to normal beyond which other fuels increasingly set the margin. */
const GAS_REACH = 0.8;
/** Floor of the gas price in the fuel factor, $/MMBtu. */
const GAS_MIN = 0.25;

/**
 * Fuel factor by gas price ($/MMBtu): a power law near the normal price, saturating far from it.
 */
export const computeFuelFactor = (gas: number): number =>
  Math.exp(
    GAS_POWER * GAS_REACH * Math.tanh(Math.log(Math.max(GAS_MIN, gas) / NORMAL_GAS) / GAS_REACH),
  );

/** Elasticity of the fuel factor to the gas price. */
export const computeFuelElasticity = (gas: number): number =>
  gas < GAS_MIN ? 0 : GAS_POWER * (1 - Math.tanh(Math.log(gas / NORMAL_GAS) / GAS_REACH) ** 2);

/**
 * Convexity of the fuel factor f in a gas price g that is a martingale: f''(x) / f - f'(x) / f in
 * x = log g.
 */
export function computeFuelConvexity(gas: number): number {
  if (gas < GAS_MIN) return 0;
  const bend = Math.tanh(Math.log(gas / NORMAL_GAS) / GAS_REACH);
  const elasticity = GAS_POWER * (1 - bend ** 2);
  return elasticity * (elasticity - (2 * bend) / GAS_REACH - 1);
}

/** Marginal fuel cost at fuel factor 1, $/MWh. */
export const computeFuelPrice = (row: HubRow, use: number): number =>
  row.scale * (FUEL_START + FUEL_SLOPE * use);
export const getFuelPerUse = (row: HubRow): number => row.scale * FUEL_SLOPE;

/** Exponent at which scarcity stops rising, at the latest where the price meets the cap. */
export const getScarcityLogMax = (row: HubRow): number =>
  Math.min(row.scarcityLogMax, Math.log((row.cap - 1.2 * row.scale) / getScarcitySize(row)));
export const getScarcitySize = (row: HubRow): number => row.scarcity * row.scale;
/** Logarithm of scarcity relative to its size, before the cap. */
export const computeScarcityLog = (row: HubRow, use: number): number =>
  row.steepness * (use - SCARCITY_USE);
export const getSurplusSize = (row: HubRow): number => SURPLUS * row.scale;
const computeSurplusLog = (row: HubRow, use: number): number =>
  Math.min(SURPLUS_LOG_MAX, (row.slack - use) / SURPLUS_WIDTH);
export const SURPLUS_SLOPE = 1 / SURPLUS_WIDTH;
export const surplusLogMax = SURPLUS_LOG_MAX;

/**
 * Scarcity price minus surplus discount, $/MWh. `logMax` is the hub's `getScarcityLogMax`, for
 * callers that cache it.
 */
export const computeEdgePrice = (
  row: HubRow,
  use: number,
  logMax = getScarcityLogMax(row),
): number =>
  getScarcitySize(row) * Math.exp(Math.min(logMax, computeScarcityLog(row, use))) -
  SURPLUS * row.scale * Math.exp(computeSurplusLog(row, use));

/** Probability that a spike starts in an hour without one. */
export const computeSpikeProbability = (row: HubRow, use: number): number =>
  (SPIKE_PROBABILITY_MAX / (1 + Math.exp((SPIKE_USE - use) / SPIKE_WIDTH)) +
    SPIKE_PROBABILITY_MIN) *
  row.spikeRate;

/** Initial height of a spike, $/MWh, from an exponential of mean 1. */
export const computeSpikeHeight = (row: HubRow, exponential: number): number =>
  row.scale * (SPIKE_HEIGHT_MIN + row.spikeSize * exponential);

/** Clamps a price to the market's floor and cap. */
export const clampPrice = (row: HubRow, price: number): number =>
  Math.min(row.cap, Math.max(row.floor, price));
