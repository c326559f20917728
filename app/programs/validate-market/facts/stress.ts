// Weather shocks pushed through the market: worlds in pairs of which one has a shock planted,
// everything else being the same to the last draw.
import type { Instrument } from '../../../trading/domain/instrument';
import { getDay, dayStartMs } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/parts';
import { computeMean } from '../../../trading/statistics/sample';
import { computeMedian } from '../../../trading/statistics/quantile';
import { type FactRow, type Target, buildWithinTarget } from '../row';
import { CHAINS, CHAIN_CODES, type Chain } from '../study';
import type { OpenWorld, WorldParts } from '../world-study';
import { DAY_MS } from '../../../trading/domain/time';

interface Scenario {
  readonly name: string;
  readonly planted: PlantedWeather;
  /** The last day before anybody can know, and the days after it that are looked at. */
  readonly calmDay: number;
  readonly days: number;
  /**
   * Largest median move along the way, in percent. A chain that is not named may move by less than
   * one percent.
   */
  readonly moves: Readonly<Partial<Record<Chain, Target>>>;
  readonly hubs: readonly string[];
}

const UNMOVED: Target = buildWithinTarget(-1, 1);
/** Sizes that were found once for one design are asked for within this share. */
const SHARE = 0.4;
const buildNearTarget = (percent: number): Target =>
  buildWithinTarget(percent * (1 - SHARE), percent * (1 + SHARE));
const parseDate = (text: string): number => getDay(Date.parse(`${text}T00:00:00Z`));

const VORTEX = parseDate('2011-01-12');
const LANDFALL = parseDate('2010-09-10');
const DROUGHT = parseDate('2010-06-02');

/** In order of their dates: a world is folded forwards once. */
const SCENARIOS: readonly Scenario[] = [
  {
    name: 'drought, ridge of 2.2 deviations for 60 d',
    calmDay: DROUGHT,
    days: 62,
    hubs: [],
    planted: {
      kind: 'ridge',
      cells: ['CHI', 'DSM', 'LBB', 'ICT'],
      deviations: 2.2,
      firstDay: DROUGHT,
      days: 60,
    },
    moves: {
      CORN: buildNearTarget(50),
      SOYB: buildNearTarget(27),
      CT: buildNearTarget(30),
      WHEAT: buildWithinTarget(2, 5),
    },
  },
  {
    name: 'hurricane of category 4 in the Gulf',
    calmDay: LANDFALL - 1,
    days: 6,
    hubs: [],
    planted: { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: LANDFALL, lead: 1 },
    moves: { CL: buildNearTarget(6.5), HO: buildNearTarget(10), NG: buildWithinTarget(0, 2) },
  },
  {
    name: 'polar vortex, 30 F below for 8 d',
    calmDay: VORTEX - 4,
    days: 14,
    hubs: ['MISO', 'PJM', 'NYISO'],
    planted: {
      kind: 'temperature',
      center: 'CHI',
      departureF: -30,
      firstDay: VORTEX,
      days: 8,
      lead: 4,
    },
    moves: {
      NG: buildWithinTarget(22, 26),
      HO: buildNearTarget(5),
      OJ: buildNearTarget(4),
      WHEAT: buildNearTarget(3),
    },
  },
];

/**
 * The first contract that is still held at the end of the scenario, so that no roll lies in
 * between.
 */
function heldThrough(
  { futures }: WorldParts,
  chain: Chain,
  { calmDay, days }: Scenario,
): Instrument | null {
  const endsMs = dayStartMs(calmDay + days) + DAY_MS;
  return (
    futures
      .listed(chain, calmDay)
      .find(({ contract }) => contract !== undefined && contract.rollMs > endsMs) ?? null
  );
}

/** Shocked over calm price on each day of the scenario, as log. */
function listMoves(
  calm: WorldParts,
  shocked: WorldParts,
  chain: Chain,
  scenario: Scenario,
): number[] {
  const held = heldThrough(calm, chain, scenario);
  const price = ({ futures }: WorldParts, nth: number): number =>
    held ? futures.settlement(held, scenario.calmDay + 1 + nth) : NaN;
  return Array.from({ length: scenario.days }, (_, nth) =>
    Math.log(price(shocked, nth) / price(calm, nth)),
  );
}

/** Mean of the dearest day of a hub over the scenario, $/MWh. */
const dearestDay = ({ power }: WorldParts, hub: string, { calmDay, days }: Scenario): number =>
  Math.max(
    ...Array.from({ length: days }, (_, nth) => computeMean(power.spot(hub, calmDay + 1 + nth))),
  );

/** The day on which the median over all pairs is farthest from nothing, in percent. */
function largestMedian(pairs: readonly (readonly number[])[]): number {
  const medians = (pairs[0] ?? []).map((_, nth) =>
    computeMedian(pairs.map((moves) => moves[nth] ?? NaN)),
  );
  const largest = medians.reduce(
    (most, median) => (Math.abs(median) > Math.abs(most) ? median : most),
    0,
  );
  return 100 * Math.expm1(medians.every(Number.isFinite) ? largest : NaN);
}

/** What a scenario did in one pair of worlds. */
interface Pair {
  readonly moves: ReadonlyMap<Chain, readonly number[]>;
  readonly calm: ReadonlyMap<string, number>;
  readonly shocked: ReadonlyMap<string, number>;
}

function buildPair(open: OpenWorld, seed: string, calm: WorldParts, scenario: Scenario): Pair {
  const shocked = open({ seed, planted: [scenario.planted] });
  const dearest = (world: WorldParts): Map<string, number> =>
    new Map(scenario.hubs.map((hub) => [hub, dearestDay(world, hub, scenario)]));
  return {
    moves: new Map(CHAINS.map((chain) => [chain, listMoves(calm, shocked, chain, scenario)])),
    calm: dearest(calm),
    shocked: dearest(shocked),
  };
}

function createRows({ name, moves, hubs }: Scenario, pairs: readonly Pair[]): FactRow[] {
  const note = `median of ${pairs.length} pairs of worlds`;
  const middle = (side: 'calm' | 'shocked', hub: string): number =>
    computeMedian(pairs.map((pair) => pair[side].get(hub) ?? NaN));
  return [
    ...CHAINS.map(
      (chain): FactRow => ({
        fact: `${name}, %`,
        market: CHAIN_CODES[chain],
        simulated: [largestMedian(pairs.map((pair) => pair.moves.get(chain) ?? []))],
        target: moves[chain] ?? UNMOVED,
        real: null,
        decimals: 1,
        note,
      }),
    ),
    ...hubs.map(
      (hub): FactRow => ({
        fact: `${name}, dearest day, $/MWh`,
        market: hub,
        simulated: [middle('shocked', hub)],
        target: null,
        real: null,
        decimals: 0,
        note: `${note}; ${middle('calm', hub).toFixed(0)} without`,
      }),
    ),
  ];
}

/**
 * Rows of all scenarios over so many pairs of worlds each, with the seeds that `seedOf` gives from
 * 1 on; the calm world of a seed serves all of them.
 */
export function stressRows(
  open: OpenWorld,
  worlds: number,
  progress: (done: number) => void = () => undefined,
  seedOf = (index: number): string => `stress-${index}`,
): FactRow[] {
  const pairs = SCENARIOS.map((): Pair[] => []);
  for (let index = 1; index <= worlds; index += 1) {
    const seed = seedOf(index);
    const calm = open({ seed });
    SCENARIOS.forEach((scenario, nth) => pairs[nth]?.push(buildPair(open, seed, calm, scenario)));
    progress(index);
  }
  return SCENARIOS.flatMap((scenario, nth) => createRows(scenario, pairs[nth] ?? []));
}
