// Weather shocks in paired simulations that differ only by the planted shock, on many dates.
import type { Instrument } from '../../../trading/domain/instrument';
import { WORLD_EPOCH_MS, getDay, getDayStartMs } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/market-models';
import { computeMean } from '../../../trading/statistics/sample';
import { computeMedian } from '../../../trading/statistics/quantile';
import { type FactRow, type Target, createRangeTarget } from '../row';
import { CHAINS, CHAIN_CODES, type Chain } from '../chains';
import type { OpenWorld, WorldParts } from '../open-world';
import { DAY_MS } from '../../../trading/domain/time';

/** A kind of shock, which may start on any day of its month. */
interface Scenario {
  readonly name: string;
  /** Month of its dates, 1 to 12. */
  readonly month: number;
  /** Days before its date on which the shock is not yet known, and the days measured after that. */
  readonly calmBefore: number;
  readonly days: number;
  readonly plant: (firstDay: number) => PlantedWeather;
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

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'drought, ridge of 2.2 deviations for 60 d',
    month: 6,
    calmBefore: 0,
    days: 62,
    hubs: [],
    plant: (firstDay) => ({
      kind: 'ridge',
      cells: ['CHI', 'DSM', 'LBB', 'ICT'],
      deviations: 2.2,
      firstDay,
      days: 60,
    }),
    moves: {
      CORN: buildNearTarget(50),
      SOYB: buildNearTarget(27),
      CT: buildNearTarget(30),
      WHEAT: createRangeTarget(2, 5),
    },
  },
  {
    name: 'hurricane of category 4 in the Gulf',
    month: 9,
    calmBefore: 1,
    days: 6,
    hubs: [],
    plant: (landfallDay) => ({
      kind: 'hurricane',
      basin: 'gulf',
      category: 4,
      landfallDay,
      lead: 1,
    }),
    moves: { CL: buildNearTarget(6.5), HO: buildNearTarget(10), NG: createRangeTarget(0, 2) },
  },
  {
    name: 'polar vortex, 30 F below for 8 d',
    month: 1,
    calmBefore: 4,
    days: 14,
    hubs: ['MISO', 'PJM', 'NYISO'],
    plant: (firstDay) => ({
      kind: 'temperature',
      center: 'CHI',
      departureF: -30,
      firstDay,
      days: 8,
      lead: 4,
    }),
    moves: {
      NG: createRangeTarget(22, 26),
      HO: buildNearTarget(5),
      OJ: buildNearTarget(4),
      WHEAT: buildNearTarget(3),
    },
  },
];

/** Dates and worlds of the shocks. */
export interface StressPlan {
  /** Days between the dates of a month; the years take turns. */
  readonly everyDays: number;
  readonly years: number;
  readonly worldsPerSeed: number;
}

const FIRST_YEAR = new Date(WORLD_EPOCH_MS).getUTCFullYear();
/** Days from the start of a simulated market to the first shock. */
const SETTLING_DAYS = 90;

/** Dates in a scenario's month, whose years take turns so that few days are far from the epoch. */
export function listDates(
  { month }: Pick<Scenario, 'month'>,
  { everyDays, years }: Pick<StressPlan, 'everyDays' | 'years'>,
): readonly number[] {
  const isSettled = getDay(Date.UTC(FIRST_YEAR, month - 1, 1)) >= SETTLING_DAYS;
  const firstYear = isSettled ? FIRST_YEAR : FIRST_YEAR + 1;
  const dayCount = new Date(Date.UTC(firstYear, month, 0)).getUTCDate();
  return Array.from({ length: Math.ceil(dayCount / everyDays) }, (_, nth) =>
    getDay(Date.UTC(firstYear + (nth % years), month - 1, 1 + nth * everyDays)),
  );
}

/** A scenario on one date. */
interface DatedScenario extends Scenario {
  readonly planted: PlantedWeather;
  readonly calmDay: number;
}

const buildDatedScenario = (scenario: Scenario, day: number): DatedScenario => ({
  ...scenario,
  planted: scenario.plant(day),
  calmDay: day - scenario.calmBefore,
});

/** First contract that does not roll during the scenario. */
function findUnrolledContract(
  { futures }: WorldParts,
  chain: Chain,
  { calmDay, days }: DatedScenario,
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
  scenario: DatedScenario,
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
  { calmDay, days }: DatedScenario,
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
  scenario: DatedScenario,
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

/** Pairs of one date, one for each world. */
type DatePairs = readonly ScenarioPair[];

function buildScenarioRows(
  { name, moves, hubs }: Scenario,
  dates: readonly DatePairs[],
  { everyDays, years }: StressPlan,
): FactRow[] {
  const dateNote = `median of ${dates.length} dates, every ${everyDays} days of the month in ${years} years in turn, ${dates[0]?.length ?? 0} worlds each`;
  const pairs = dates.flat();
  const computeHubMedian = (side: 'calm' | 'shocked', hub: string): number =>
    computeMedian(pairs.map((pair) => pair[side].get(hub) ?? NaN));
  return [
    ...CHAINS.map((chain): FactRow => {
      const target = moves[chain] ?? UNMOVED_TARGET;
      const byDate = dates.map((date) =>
        findLargestMedian(date.map((pair) => pair.moves.get(chain) ?? [])),
      );
      const shareInside =
        byDate.filter((move) => move >= target.low && move <= target.high).length / byDate.length;
      return {
        fact: `${name}, %`,
        market: CHAIN_CODES[chain],
        simulated: [computeMedian(byDate)],
        target,
        shareInside,
        real: null,
        decimals: 1,
        note: `${dateNote}; ${(100 * shareInside).toFixed(0)} % of the dates inside`,
      };
    }),
    ...hubs.map(
      (hub): FactRow => ({
        fact: `${name}, dearest day, $/MWh`,
        market: hub,
        simulated: [computeHubMedian('shocked', hub)],
        target: null,
        real: null,
        decimals: 0,
        note: `${dateNote}; ${computeHubMedian('calm', hub).toFixed(0)} without`,
      }),
    ),
  ];
}

/** A world of the plan. */
export interface StressWorldRequest extends Pick<StressPlan, 'everyDays' | 'years'> {
  readonly seed: string;
}

/** Pairs of one world, by scenario and date. */
export type StressWorld = readonly (readonly ScenarioPair[])[];

/** Worlds are derived from the seeds. */
export const listStressWorlds = (
  seeds: readonly string[],
  { everyDays, years, worldsPerSeed }: StressPlan,
): readonly StressWorldRequest[] =>
  seeds.flatMap((seed) =>
    Array.from({ length: worldsPerSeed }, (_, nth) => ({
      seed: `${seed}/shock ${nth + 1}`,
      everyDays,
      years,
    })),
  );

/** All scenarios on all dates in one world; its calm path serves all dates. */
export function simulateShocks(
  open: OpenWorld,
  { seed, everyDays, years }: StressWorldRequest,
  progress: (done: number, of: number) => void = () => undefined,
): StressWorld {
  const calm = open({ seed });
  const dates = SCENARIOS.map((scenario) =>
    listDates(scenario, { everyDays, years }).map((day) => buildDatedScenario(scenario, day)),
  );
  const total = dates.flat().length;
  let done = 0;
  return dates.map((scenarios) =>
    scenarios.map((dated) => {
      progress((done += 1), total);
      return buildPair(open, seed, calm, dated);
    }),
  );
}

/** Rows of all scenarios, from the worlds of the plan. */
export const buildStressRows = (worlds: readonly StressWorld[], plan: StressPlan): FactRow[] =>
  SCENARIOS.flatMap((scenario, nth) => {
    const dateCount = worlds[0]?.[nth]?.length ?? 0;
    const pairs = Array.from(
      { length: dateCount },
      (_, date): DatePairs => worlds.flatMap((world) => world[nth]?.[date] ?? []),
    );
    return buildScenarioRows(scenario, pairs, plan);
  });
