/**
 * Parameters of the five power hubs: response to weather, and price caps and floors. Figures of the
 * rows are calibrated to the targets of `validate-market`.
 */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { assert } from '../../domain/outcome';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';

export interface HubRow {
  readonly hub: PowerHub;
  readonly cellId: MarketCell;
  /** Index of the cell in MARKET_CELLS. */
  readonly cell: number;
  /** Hours that the hub's standard time is behind UTC. */
  readonly lagHours: number;
  readonly latitude: number;
  /** Whether the hub belongs to the eastern interconnection, whose hubs share shocks. */
  readonly isEastern: boolean;
  /** Scale of the supply stack, $/MWh. */
  readonly scale: number;
  /**
   * Use of capacity at mild weather and normal wind, its daily swing, and its morning and evening
   * peaks.
   */
  readonly base: number;
  readonly swing: number;
  readonly humps: number;
  /** Added use of the evening peak, after sunset. */
  readonly evening: number;
  /** Load per deg F of an hour above and below 65 F, as a fraction of capacity divided by 0.62. */
  readonly cooling: number;
  readonly heating: number;
  /**
   * Reduction of net load by twice the normal wind (divided by 0.35) and by full sun at a clear
   * summer noon.
   */
  readonly wind: number;
  readonly sun: number;
  readonly meanWindMph: number;
  /** Use per unit of outages; the standard deviation of outages is 0.5. */
  readonly outage: number;
  /** Standard deviation of local use (transmission, local wind), unpredictable beyond a day. */
  readonly local: number;
  /** Use of capacity below which plants pay to stay on line. */
  readonly slack: number;
  /** Size of scarcity in scales at use 0.75, and its exponential slope. */
  readonly scarcity: number;
  /**
   * Logarithm of the largest scarcity over that size: beyond it all peaking plants run, and only
   * spikes exceed their cost.
   */
  readonly scarcityLogMax: number;
  readonly steepness: number;
  /** Relative spike frequency, and mean spike height above two scales. */
  readonly spikeRate: number;
  readonly spikeSize: number;
  /**
   * Capacity lost per deg F of an hour below 24 F, in addition to the loss of all hubs below 15 F.
   */
  readonly freezing: number;
  readonly floor: number;
  readonly cap: number;
}

const buildHubRow = (
  id: PowerHub,
  cellId: MarketCell,
  row: Omit<HubRow, 'hub' | 'cellId' | 'cell'>,
): HubRow => ({ hub: id, cellId, cell: MARKET_CELLS.indexOf(cellId), ...row });

const EAST = {
  isEastern: true,
  scale: 51.5,
  base: 0.575,
  swing: 0.11,
  humps: 0.04,
  evening: 0.03,
  outage: 0.02,
  local: 0.02,
  slack: 0.2,
  scarcity: 2.3,
  scarcityLogMax: -0.2,
  steepness: 16,
  spikeRate: 1.6,
  spikeSize: 8,
  freezing: 0,
  floor: -150,
  cap: 2000,
} as const;

const ROWS: Readonly<Record<PowerHub, HubRow>> = {
  NYISO: buildHubRow('NYISO', 'NYC', {
    ...EAST,
    lagHours: 5,
    latitude: 40.8,
    base: 0.63,
    cooling: 0.0072,
    heating: 0.0027,
    wind: 0.02,
    sun: 0.03,
    meanWindMph: 10,
    slack: 0.2,
  }),
  ERCOT: buildHubRow('ERCOT', 'DFW', {
    isEastern: false,
    lagHours: 6,
    latitude: 31.5,
    scale: 60,
    base: 0.641,
    swing: -0.012,
    humps: 0.06,
    evening: 0.055,
    cooling: 0.0138,
    heating: 0.0012,
    wind: 0.05,
    sun: 0.168,
    meanWindMph: 11,
    outage: 0.015,
    local: 0.109,
    slack: 0.49,
    scarcity: 0.66,
    scarcityLogMax: 1.32,
    steepness: 10,
    spikeRate: 0.8,
    spikeSize: 6,
    freezing: 0.004,
    floor: -250,
    cap: 5000,
  }),
  CAISO: buildHubRow('CAISO', 'CAL', {
    ...EAST,
    isEastern: false,
    lagHours: 8,
    latitude: 35.4,
    scale: 47,
    base: 0.64,
    swing: 0.02,
    humps: 0.03,
    evening: 0.05,
    cooling: 0.0065,
    heating: 0.0022,
    wind: 0.03,
    sun: 0.38,
    meanWindMph: 7,
    outage: 0.02,
    local: 0.04,
    slack: 0.405,
    scarcity: 4.4,
    scarcityLogMax: -0.25,
    steepness: 10.5,
    spikeRate: 1.2,
    spikeSize: 3.5,
  }),
  PJM: buildHubRow('PJM', 'PJM', {
    ...EAST,
    lagHours: 5,
    latitude: 40.3,
    base: 0.63,
    cooling: 0.0082,
    heating: 0.0028,
    wind: 0.03,
    sun: 0.04,
    meanWindMph: 8,
    outage: 0.025,
    local: 0.01,
    slack: 0.2,
    spikeRate: 2.2,
    spikeSize: 9.5,
  }),
  // MISO's market runs on eastern standard time.
  MISO: buildHubRow('MISO', 'CHI', {
    ...EAST,
    lagHours: 5,
    latitude: 41,
    base: 0.639,
    cooling: 0.0064,
    heating: 0.0024,
    wind: 0.035,
    sun: 0.05,
    meanWindMph: 10,
    slack: 0.33,
  }),
};

/** In the fixed order of POWER_HUBS. */
export const HUB_ROWS: readonly HubRow[] = POWER_HUBS.map((id) => ROWS[id]);
export const HUB_COUNT = HUB_ROWS.length;

/** Index of a hub in HUB_ROWS by name (`PJM`) or chain id (`ET-PJM`). Throws for other names. */
export function getHubIndex(name: string): number {
  const index = POWER_HUBS.findIndex((id) => id === name || `ET-${id}` === name);
  assert(
    index >= 0,
    () => `the simulated market has no power hub '${name}'; its hubs are ${POWER_HUBS.join(', ')}`,
  );
  return index;
}

/** Row of a hub by index. */
export function getHubRow(index: number): HubRow {
  const row = HUB_ROWS[index];
  assert(row, () => `there are ${HUB_COUNT} power hubs, got index ${index}`);
  return row;
}
