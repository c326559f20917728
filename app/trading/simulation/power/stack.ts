/**
 * The price of power from the use of capacity: fuel, scarcity near full use, and payments to take
 * power when too much runs.
 *
 * Source: a fuel-driven supply stack with an exponential end at both sides (Barlow 2002,
 * Mathematical Finance 12; Carmona & Coulon 2014).
 */
import type { HubRow } from './hubs';

/** $/MMBtu at which fuel costs as much as the scale says, and how far power follows gas. */
const USUAL_GAS = 3.6;
export const GAS_POWER = 0.55;
const FUEL_START = 0.5;
const FUEL_SLOPE = 0.72;
const SCARCITY = 0.55;
/** Log of scarcity at most. */
const SCARCITY_LOG_MAX = 3.6;
const SURPLUS = 0.5;
const SURPLUS_WIDTH = 0.08;
const SURPLUS_LOG_MAX = 1.1;
/**
 * Daily memory and size of the slow level of fuel and of outages, hourly memory and size of the
 * quick one.
 */
export const LEVEL_MEMORY = 0.93;
export const LEVEL_SHOCK = 0.05 * Math.sqrt(1 - LEVEL_MEMORY ** 2);
export const OUTAGE_MEMORY = 0.93;
export const OUTAGE_SHOCK = 0.185;
export const QUICK_MEMORY = 0.9;
export const QUICK_SHOCK = 0.05 * Math.sqrt(1 - QUICK_MEMORY ** 2);
/** What is left after an hour of what lines and winds near a hub add to use. */
export const LOCAL_MEMORY = 0.96;
export const LOCAL_SHOCK = Math.sqrt(1 - LOCAL_MEMORY ** 2);
/** Spikes: chance to begin in an hour, to end, and what is left of one after an hour. */
const SPIKE_CHANCE = 0.05;
const SPIKE_ALWAYS = 0.0008;
const SPIKE_USE = 0.93;
const SPIKE_WIDTH = 0.04;
export const SPIKE_END = 0.3;
export const SPIKE_DECAY = 0.9;
const SPIKE_LEAST = 2;

/** Beyond this log of the ratio to its usual price other fuels set the margin more and more. */
const GAS_REACH = 0.4;
/** $/MMBtu below which gas may as well be free. */
const GAS_LEAST = 0.25;

/**
 * What the price of gas ($/MMBtu) does to the stack: near its usual price a power of it, far from
 * it less and less.
 */
export const fuelFactor = (gas: number): number =>
  Math.exp(
    GAS_POWER * GAS_REACH * Math.tanh(Math.log(Math.max(GAS_LEAST, gas) / USUAL_GAS) / GAS_REACH),
  );

/** Change of the log of `fuelFactor` per unit of the log of gas. */
export const fuelElasticity = (gas: number): number =>
  gas < GAS_LEAST ? 0 : GAS_POWER * (1 - Math.tanh(Math.log(gas / USUAL_GAS) / GAS_REACH) ** 2);

/** Cost of fuel at the edge of the stack without its factors, $/MWh. */
export const fuelPrice = (row: HubRow, use: number): number =>
  row.scale * (FUEL_START + FUEL_SLOPE * use);
export const fuelPerUse = (row: HubRow): number => row.scale * FUEL_SLOPE;

/** The exponent at which scarcity stops rising: where the cap is met, at a usual cost of fuel. */
export const scarcityLogMax = (row: HubRow): number =>
  Math.min(SCARCITY_LOG_MAX, Math.log((row.cap - 1.2 * row.scale) / (SCARCITY * row.scale)));
export const scarcitySize = (row: HubRow): number => SCARCITY * row.scale;
export const surplusSize = (row: HubRow): number => SURPLUS * row.scale;
const surplusLog = (row: HubRow, use: number): number =>
  Math.min(SURPLUS_LOG_MAX, (row.slack - use) / SURPLUS_WIDTH);
export const surplusSlope = 1 / SURPLUS_WIDTH;
export const surplusLogMax = SURPLUS_LOG_MAX;

/**
 * What scarcity adds and surplus takes, $/MWh; `most` is the hub's `scarcityLogMax`, for callers
 * that keep it.
 */
export const edgePrice = (row: HubRow, use: number, most = scarcityLogMax(row)): number =>
  SCARCITY * row.scale * Math.exp(Math.min(most, row.steepness * (use - 1))) -
  SURPLUS * row.scale * Math.exp(surplusLog(row, use));

/** The chance that a spike begins in an hour without one. */
export const spikeEntry = (row: HubRow, use: number): number =>
  (SPIKE_CHANCE / (1 + Math.exp((SPIKE_USE - use) / SPIKE_WIDTH)) + SPIKE_ALWAYS) * row.spikeRate;

/** Height of a spike when it begins, $/MWh, from an exponential of mean 1. */
export const spikeHeight = (row: HubRow, exponential: number): number =>
  row.scale * (SPIKE_LEAST + row.spikeSize * exponential);

/** The chance that a spike that begins is higher than so many $/MWh. */
export const spikeHigherThan = (row: HubRow, height: number): number =>
  Math.exp(-Math.max(0, height / row.scale - SPIKE_LEAST) / row.spikeSize);

/** Inside the floor and the cap of the market. */
export const clamp = (row: HubRow, price: number): number =>
  Math.min(row.cap, Math.max(row.floor, price));
