// Weather shocks pushed through the market: worlds in pairs of which one has a shock planted, everything else being the same to the last draw.
import type { Instrument } from '../../../trading/domain/instrument';
import { DAY_MS, dayOf, dayStartMs } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/parts';
import { meanOf } from '../../../trading/statistics/sample';
import { medianOf } from '../../../trading/statistics/quantile';
import { type FactRow, type Target, within } from '../row';
import { CHAINS, CHAIN_CODES, type Chain } from '../study';
import type { OpenWorld, WorldParts } from '../world-study';

interface Scenario {
  readonly name: string;
  readonly planted: PlantedWeather;
  /** The last day before anybody can know, and the days after it that are looked at. */
  readonly calmDay: number;
  readonly days: number;
  /** Largest median move along the way, in percent. A chain that is not named may move by less than one percent. */
  readonly moves: Readonly<Partial<Record<Chain, Target>>>;
  readonly hubs: readonly string[];
}

const UNMOVED: Target = within(-1, 1);
/** Sizes that were found once for one design are asked for within this share. */
const SHARE = 0.4;
const near = (percent: number): Target => within(percent * (1 - SHARE), percent * (1 + SHARE));
const date = (text: string): number => dayOf(Date.parse(`${text}T00:00:00Z`));

const VORTEX = date('2011-01-17');
const LANDFALL = date('2010-09-10');
const DROUGHT = date('2010-06-01');

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'polar vortex, 30 F below for 8 d', calmDay: VORTEX - 4, days: 14, hubs: ['MISO', 'PJM', 'NYISO'],
    planted: { kind: 'temperature', centre: 'CHI', departureF: -30, firstDay: VORTEX, days: 8, lead: 4 },
    moves: { NG: within(22, 26), HO: near(5), OJ: near(4), WHEAT: near(3) },
  },
  {
    name: 'hurricane of category 4 in the Gulf', calmDay: LANDFALL - 1, days: 6, hubs: [],
    planted: { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: LANDFALL, lead: 1 },
    moves: { CL: near(6.5), HO: near(10), NG: within(0, 2) },
  },
  {
    name: 'drought, ridge of 2.2 deviations for 60 d', calmDay: DROUGHT, days: 62, hubs: [],
    planted: { kind: 'ridge', cells: ['CHI', 'DSM', 'LBB', 'ICT'], deviations: 2.2, firstDay: DROUGHT, days: 60 },
    moves: { CORN: near(50), SOYB: near(27), CT: near(30), WHEAT: within(2, 5) },
  },
];

/** The first contract that is still held at the end of the scenario, so that no roll lies in between. */
function heldThrough({ futures }: WorldParts, chain: Chain, { calmDay, days }: Scenario): Instrument | null {
  const endsMs = dayStartMs(calmDay + days) + DAY_MS;
  return futures.listed(chain, calmDay).find(({ contract }) => contract !== undefined && contract.rollMs > endsMs) ?? null;
}

/** Shocked over calm price on each day of the scenario, as log. */
function movesOf(calm: WorldParts, shocked: WorldParts, chain: Chain, scenario: Scenario): number[] {
  const held = heldThrough(calm, chain, scenario);
  const price = ({ futures }: WorldParts, nth: number): number => (held ? futures.settlement(held, scenario.calmDay + 1 + nth) : NaN);
  return Array.from({ length: scenario.days }, (_, nth) => Math.log(price(shocked, nth) / price(calm, nth)));
}

/** Mean of the dearest day of a hub over the scenario, $/MWh. */
const dearestDay = ({ power }: WorldParts, hub: string, { calmDay, days }: Scenario): number =>
  Math.max(...Array.from({ length: days }, (_, nth) => meanOf(power.spot(hub, calmDay + 1 + nth))));

/** The day on which the median over all pairs is farthest from nothing, in percent. */
function largestMedian(pairs: readonly (readonly number[])[]): number {
  const medians = (pairs[0] ?? []).map((_, nth) => medianOf(pairs.map((moves) => moves[nth] ?? NaN)));
  const largest = medians.reduce((most, median) => (Math.abs(median) > Math.abs(most) ? median : most), 0);
  return 100 * Math.expm1(medians.every(Number.isFinite) ? largest : NaN);
}

function scenarioRows(open: OpenWorld, scenario: Scenario, worlds: number, progress: () => void): FactRow[] {
  const chains = CHAINS.map((chain) => ({ chain, pairs: [] as number[][] }));
  const hubs = scenario.hubs.map((hub) => ({ hub, calm: [] as number[], shocked: [] as number[] }));
  for (let index = 1; index <= worlds; index += 1) {
    const calm = open({ seed: `stress-${index}` });
    const shocked = open({ seed: `stress-${index}`, planted: [scenario.planted] });
    for (const { chain, pairs } of chains) pairs.push(movesOf(calm, shocked, chain, scenario));
    for (const row of hubs) {
      row.calm.push(dearestDay(calm, row.hub, scenario));
      row.shocked.push(dearestDay(shocked, row.hub, scenario));
    }
    progress();
  }
  const note = `median of ${worlds} pairs of worlds`;
  return [
    ...chains.map(({ chain, pairs }): FactRow => ({
      fact: `${scenario.name}, %`, market: CHAIN_CODES[chain], simulated: [largestMedian(pairs)], target: scenario.moves[chain] ?? UNMOVED, real: null, decimals: 1, note,
    })),
    ...hubs.map(({ hub, calm, shocked }): FactRow => ({
      fact: `${scenario.name}, dearest day, $/MWh`, market: hub, simulated: [medianOf(shocked)], target: null, real: null, decimals: 0, note: `${note}; ${medianOf(calm).toFixed(0)} without`,
    })),
  ];
}

/** Rows of all scenarios over so many pairs of worlds each. */
export const stressRows = (open: OpenWorld, worlds: number, progress: () => void = () => undefined): FactRow[] =>
  SCENARIOS.flatMap((scenario) => scenarioRows(open, scenario, worlds, progress));

/** Pairs that `stressRows` walks in all, for a bar of progress. */
export const stressSteps = (worlds: number): number => SCENARIOS.length * worlds;
