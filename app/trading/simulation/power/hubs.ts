/**
 * The five power hubs: how each answers to heat, cold, wind and sun, and how its prices run high
 * and low.
 */
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { assert } from '../../domain/outcome';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';

export interface HubRow {
  readonly hub: PowerHub;
  readonly cellId: MarketCell;
  /** Place of the cell in MARKET_CELLS. */
  readonly cell: number;
  /** Hours that the hub's standard time is behind UTC. */
  readonly lagHours: number;
  readonly latitude: number;
  /** Price that the stack is scaled by, $/MWh. */
  readonly scale: number;
  /**
   * Use of capacity at mild weather and usual wind, its swing over the day, and that of its morning
   * and evening humps.
   */
  readonly base: number;
  readonly swing: number;
  readonly humps: number;
  /** Load per deg F of an hour above 65 and below it, as a share of capacity over 0.62. */
  readonly cooling: number;
  readonly heating: number;
  /**
   * What twice the usual wind (over 0.35) and the full sun of a clear summer noon take off the load
   * that plants must meet.
   */
  readonly wind: number;
  readonly sun: number;
  /** Wind as usual, mph. */
  readonly usualWindMph: number;
  /** Use of one unit of outages, whose own standard deviation is a half. */
  readonly outage: number;
  /**
   * Standard deviation of what lines and winds near the hub add to use, which nobody foresees for
   * more than a day.
   */
  readonly local: number;
  /** Use of capacity below which plants pay to stay on. */
  readonly slack: number;
  /** How steeply scarcity rises near full use. */
  readonly steepness: number;
  /** How often prices spike, and by how many scales beyond two. */
  readonly spikeRate: number;
  readonly spikeSize: number;
  /** Capacity lost per deg F of an hour below 24, beside what all hubs lose below 15. */
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
  base: 0.575,
  outage: 0.06,
  local: 0.02,
  swing: 0.1,
  humps: 0.045,
  spikeRate: 2.2,
  spikeSize: 4,
  freezing: 0,
  steepness: 12,
  floor: -150,
  cap: 2000,
} as const;

const ROWS: Readonly<Record<PowerHub, HubRow>> = {
  NYISO: buildHubRow('NYISO', 'NYC', {
    ...EAST,
    lagHours: 5,
    latitude: 40.8,
    scale: 77.6,
    cooling: 0.022,
    heating: 0.0085,
    wind: 0.04,
    sun: 0.03,
    usualWindMph: 10,
    slack: 0.36,
  }),
  ERCOT: buildHubRow('ERCOT', 'DFW', {
    base: 0.675,
    swing: 0.02,
    humps: 0.065,
    outage: 0.035,
    local: 0.078,
    lagHours: 6,
    latitude: 31.5,
    scale: 82.7,
    cooling: 0.0095,
    heating: 0.0058,
    wind: 0.12,
    sun: 0.34,
    usualWindMph: 11,
    slack: 0.515,
    steepness: 13,
    spikeRate: 4.8,
    spikeSize: 7,
    freezing: 0.004,
    floor: -250,
    cap: 5000,
  }),
  CAISO: buildHubRow('CAISO', 'CAL', {
    ...EAST,
    base: 0.605,
    outage: 0.04,
    local: 0.05,
    lagHours: 8,
    latitude: 35.4,
    scale: 100.5,
    cooling: 0.019,
    heating: 0.003,
    wind: 0.07,
    sun: 0.29,
    usualWindMph: 7,
    slack: 0.445,
  }),
  PJM: buildHubRow('PJM', 'PJM', {
    ...EAST,
    base: 0.585,
    outage: 0.058,
    local: 0.01,
    spikeRate: 2,
    lagHours: 5,
    latitude: 40.3,
    scale: 65,
    cooling: 0.0205,
    heating: 0.0145,
    wind: 0.06,
    sun: 0.04,
    usualWindMph: 8,
    slack: 0.36,
  }),
  // its market runs on eastern standard time, wherever its plants are
  MISO: buildHubRow('MISO', 'CHI', {
    ...EAST,
    base: 0.58,
    lagHours: 5,
    latitude: 41,
    scale: 78.7,
    cooling: 0.0195,
    heating: 0.0085,
    wind: 0.11,
    sun: 0.05,
    usualWindMph: 10,
    slack: 0.425,
  }),
};

/** In the fixed order of POWER_HUBS. */
export const HUB_ROWS: readonly HubRow[] = POWER_HUBS.map((id) => ROWS[id]);
export const HUB_COUNT = HUB_ROWS.length;

/**
 * The place of a hub in HUB_ROWS, from its name (`PJM`) or the id of its chain (`ET-PJM`). Throws
 * for any other name.
 */
export function hubIndex(name: string): number {
  const index = POWER_HUBS.findIndex((id) => id === name || `ET-${id}` === name);
  assert(
    index >= 0,
    () => `the simulated world has no power hub '${name}'; its hubs are ${POWER_HUBS.join(', ')}`,
  );
  return index;
}

/** The row at a place. */
export function hubRow(index: number): HubRow {
  const row = HUB_ROWS[index];
  assert(row, () => `there are ${HUB_COUNT} power hubs, asked for number ${index}`);
  return row;
}
