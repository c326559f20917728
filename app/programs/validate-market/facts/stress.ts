// Weather shocks in paired simulations that differ only by the planted shock.
import type { Instrument } from '../../../trading/domain/instrument';
import { getDay, getDayStartMs } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/market-models';
import { computeMean } from '../../../trading/statistics/sample';
import { computeMedian } from '../../../trading/statistics/quantile';
import { type FactRow, type Target, createRangeTarget } from '../row';
import { CHAINS, CHAIN_CODES, type Chain } from '../study';
import type { OpenWorld, WorldParts } from '../simulation-study';
import { DAY_MS } from '../../../trading/domain/time';

interface Scenario {
  readonly name: string;
  readonly planted: PlantedWeather;
  /** Last day before the shock is known, and the number of days measured after it. */
  readonly calmDay: number;
  readonly days: number;
  /**
   * Target of the largest median move, percent. Chains that are not listed must move less than 1%.
   */
  readonly moves: Readonly<Partial<Record<Chain, Target>>>;
  readonly hubs: readonly string[];
}

const UNMOVED_TARGET: Target = createRangeTarget(-1, 1);
/** Tolerance of single-figure targets. */
const TARGET_TOLERANCE = 0.4;
const buildNearTarget = (percent: number): Target =>
  createRangeTarget(percent * (1 - TARGET_TOLERANCE), percent * (1 + TARGET_TOLERANCE));
const parseDate = (text: string): number => getDay(Date.parse(`${text}T00:00:00Z`));

const VORTEX = parseDate('2011-01-12');
const LANDFALL = parseDate('2010-09-10');
const DROUGHT = parseDate('2010-06-02');

/** In date order: a path is simulated forward once. */
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
      WHEAT: createRangeTarget(2, 5),
    },
  },
  {
    name: 'hurricane of category 4 in the Gulf',
    calmDay: LANDFALL - 1,
    days: 6,
    hubs: [],
    planted: { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: LANDFALL, lead: 1 },
    moves: { CL: buildNearTarget(6.5), HO: buildNearTarget(10), NG: createRangeTarget(0, 2) },
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
      NG: createRangeTarget(22, 26),
      HO: buildNearTarget(5),
      OJ: buildNearTarget(4),
      WHEAT: buildNearTarget(3),
    },
  },
];

/** First contract that does not roll during the scenario. */
function findUnrolledContract(
  { futures }: WorldParts,
  chain: Chain,
  { calmDay, days }: Scenario,
): Instrument | null {
  const endsMs = getDayStartMs(calmDay + days) + DAY_MS;
  return (
    futures
      .listInstruments(chain, calmDay)
      .find(({ contract }) => contract !== undefined && contract.rollMs > endsMs) ?? null
  );
}

/** Log ratio of shocked to calm price per day. */
function listMoves(
  calm: WorldParts,
  shocked: WorldParts,
  chain: Chain,
  scenario: Scenario,
): number[] {
  const contract = findUnrolledContract(calm, chain, scenario);
  const getPrice = ({ futures }: WorldParts, nth: number): number =>
    contract ? futures.getSettlement(contract, scenario.calmDay + 1 + nth) : NaN;
  return Array.from({ length: scenario.days }, (_, nth) =>
    Math.log(getPrice(shocked, nth) / getPrice(calm, nth)),
  );
}

/** Highest daily mean price of a hub during the scenario, $/MWh. */
const computeMaxDailyMean = (
  { power }: WorldParts,
  hub: string,
  { calmDay, days }: Scenario,
): number =>
  Math.max(
    ...Array.from({ length: days }, (_, nth) =>
      computeMean(power.getSpotPrices(hub, calmDay + 1 + nth)),
    ),
  );

/** Largest median move over all pairs and days, percent. */
function findLargestMedian(pairs: readonly (readonly number[])[]): number {
  const medians = (pairs[0] ?? []).map((_, nth) =>
    computeMedian(pairs.map((moves) => moves[nth] ?? NaN)),
  );
  const largest = medians.reduce(
    (largestSoFar, median) => (Math.abs(median) > Math.abs(largestSoFar) ? median : largestSoFar),
    0,
  );
  return 100 * Math.expm1(medians.every(Number.isFinite) ? largest : NaN);
}

/** Result of a scenario in one pair. */
interface ScenarioPair {
  readonly moves: ReadonlyMap<Chain, readonly number[]>;
  readonly calm: ReadonlyMap<string, number>;
  readonly shocked: ReadonlyMap<string, number>;
}

function buildPair(
  open: OpenWorld,
  seed: string,
  calm: WorldParts,
  scenario: Scenario,
): ScenarioPair {
  const shocked = open({ seed, planted: [scenario.planted] });
  const computeHubMaxima = (world: WorldParts): Map<string, number> =>
    new Map(scenario.hubs.map((hub) => [hub, computeMaxDailyMean(world, hub, scenario)]));
  return {
    moves: new Map(CHAINS.map((chain) => [chain, listMoves(calm, shocked, chain, scenario)])),
    calm: computeHubMaxima(calm),
    shocked: computeHubMaxima(shocked),
  };
}

function buildScenarioRows(
  { name, moves, hubs }: Scenario,
  pairs: readonly ScenarioPair[],
): FactRow[] {
  const note = `median of ${pairs.length} pairs of worlds`;
  const computeHubMedian = (side: 'calm' | 'shocked', hub: string): number =>
    computeMedian(pairs.map((pair) => pair[side].get(hub) ?? NaN));
  return [
    ...CHAINS.map(
      (chain): FactRow => ({
        fact: `${name}, %`,
        market: CHAIN_CODES[chain],
        simulated: [findLargestMedian(pairs.map((pair) => pair.moves.get(chain) ?? []))],
        target: moves[chain] ?? UNMOVED_TARGET,
        real: null,
        decimals: 1,
        note,
      }),
    ),
    ...hubs.map(
      (hub): FactRow => ({
        fact: `${name}, dearest day, $/MWh`,
        market: hub,
        simulated: [computeHubMedian('shocked', hub)],
        target: null,
        real: null,
        decimals: 0,
        note: `${note}; ${computeHubMedian('calm', hub).toFixed(0)} without`,
      }),
    ),
  ];
}

/**
 * All scenarios over `worlds` pairs each; the calm path of a seed is shared. Seeds come from
 * `seedOf`, from 1.
 */
export function buildStressRows(
  open: OpenWorld,
  worlds: number,
  progress: (done: number) => void = () => undefined,
  getSeed = (index: number): string => `stress-${index}`,
): FactRow[] {
  const pairs = SCENARIOS.map((): ScenarioPair[] => []);
  for (let index = 1; index <= worlds; index += 1) {
    const seed = getSeed(index);
    const calm = open({ seed });
    SCENARIOS.forEach((scenario, nth) => pairs[nth]?.push(buildPair(open, seed, calm, scenario)));
    progress(index);
  }
  return SCENARIOS.flatMap((scenario, nth) => buildScenarioRows(scenario, pairs[nth] ?? []));
}
