/**
 * Power price from use of capacity: fuel, scarcity near full use, and negative prices in surplus.
 *
 * Source: a fuel-driven supply stack with an exponential end at both sides (Barlow 2002,
 * Mathematical Finance 12; Carmona & Coulon 2014).
 */
import type { HubRow } from './hubs';

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

/** Clamps a price to the market's floor and cap. */
export const clampPrice = (row: HubRow, price: number): number =>
  Math.min(row.cap, Math.max(row.floor, price));
