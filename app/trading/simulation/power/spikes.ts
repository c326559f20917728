// Start and height of power price spikes.
import type { HubRow } from './hubs';

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

/** Probability that a spike starts in an hour without one. */
export const computeSpikeProbability = (row: HubRow, use: number): number =>
  (SPIKE_PROBABILITY_MAX / (1 + Math.exp((SPIKE_USE - use) / SPIKE_WIDTH)) +
    SPIKE_PROBABILITY_MIN) *
  row.spikeRate;

/** Initial height of a spike, $/MWh, from an exponential of mean 1. */
export const computeSpikeHeight = (row: HubRow, exponential: number): number =>
  row.scale * (SPIKE_HEIGHT_MIN + row.spikeSize * exponential);
