/** Inputs that are chances: frost, freezes, heat domes, dryness, storms, frozen wells, spikes. */
import { computeMean } from '../../statistics/sample';
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import type { MarketCell } from '../../weather/cell';
import { GAS_HEATING_WEIGHTS } from '../../weather/demand-weights';
import {
  chanceOfBareCold,
  chanceOfCold,
  chanceOfDryness,
  chanceOfHeat,
  chanceOfHeating,
  daysSinceBust,
  stormStrength,
  warnedChance,
} from './chances';
import {
  type InputInfo,
  type PublicKnowledge,
  type PublishedValue,
  publishValue,
  toldNow,
} from './knowledge';
import { HUB_STACKS } from './power-stack';
import type { Window } from './revisions';
import { SPIKE_MULTIPLE, chanceOfSpike } from './spike-odds';
import { DAY_MS, getMidnight } from '../../domain/time';

const FREEZE_F = 47;
const FROST_F = 48.5;
const WINTERKILL_F = 5;
/**
 * Heat domes: daily means that stand for them where corn pollinates and where cotton sets bolls,
 * deg F.
 */
const CORN_HEAT_F = 86;
const COTTON_HEAT_F = 91;
const PERMIAN_FREEZE_F = 20;
const TEXAS_FREEZE_F = 22;
const WET_MOST = 1;
/**
 * Standard deviations above normal that the climate passes in one of ten and in one of twenty
 * spells.
 */
const ONE_IN_TEN = 1.2816;
const ONE_IN_TWENTY = 1.6449;
const BUST_DAYS = 5;

/** A chance over the newest runs of cells; null without one of them. */
function ofRuns(
  known: PublicKnowledge,
  cells: readonly MarketCell[],
  make: (chances: readonly number[]) => number,
  one: (run: NonNullable<ReturnType<PublicKnowledge['run']>>, index: number) => number,
): PublishedValue | null {
  const runs = cells.map((cell) => known.run(cell, 0));
  if (runs.some((run) => run === null)) return null;
  const publishedMs = Math.max(...runs.map((run) => run?.publishedMs ?? 0));
  return publishValue(
    make(runs.flatMap((run, index) => (run ? [one(run, index)] : []))),
    publishedMs,
  );
}

const findGreatest = (chances: readonly number[]): number => Math.max(...chances);
const computeColdChance = (
  known: PublicKnowledge,
  cell: MarketCell,
  window: Window,
  baseF: number,
): PublishedValue | null =>
  ofRuns(known, [cell], findGreatest, (run) => chanceOfCold(run, window, baseF));

/** The greater of what the forecast gives and what the service warns of. */
function heatDome(
  known: PublicKnowledge,
  cells: readonly MarketCell[],
  baseF: number,
): PublishedValue | null {
  const byForecast = ofRuns(known, cells, computeMean, (run) => chanceOfHeat(run, [1, 10], baseF));
  return (
    byForecast &&
    publishValue(
      Math.max(byForecast.value, warnedChance(known, 'heat dome', cells)),
      Math.max(byForecast.publishedMs, known.knownMs),
    )
  );
}

const frozenWells = (known: PublicKnowledge): PublishedValue | null =>
  ofRuns(known, ['LBB', 'DFW'], findGreatest, (run, index) =>
    chanceOfCold(run, [1, 10], index === 0 ? PERMIAN_FREEZE_F : TEXAS_FREEZE_F),
  );

/**
 * Gas leaps when days to come are far colder than usual or wells freeze; the two taken as
 * independent.
 */
function gasSpike(known: PublicKnowledge): PublishedValue | null {
  const demand = chanceOfHeating(known, GAS_HEATING_WEIGHTS, [1, 5], ONE_IN_TWENTY);
  const supply = frozenWells(known);
  return (
    demand &&
    supply &&
    publishValue(
      1 - (1 - demand.value) * (1 - supply.value),
      Math.max(demand.publishedMs, supply.publishedMs),
    )
  );
}

/**
 * The chance that tomorrow, the next UTC day, spikes; null while the newest run does not tell of
 * it.
 */
function powerSpike(known: PublicKnowledge, hub: PowerHub): PublishedValue | null {
  const run = known.run(HUB_STACKS[hub].cell, 0);
  const tomorrowMs = getMidnight(known.knownMs) + DAY_MS;
  const day = run?.days.find(({ dayMs }) => dayMs === tomorrowMs);
  return run && day ? publishValue(chanceOfSpike(hub, day), run.publishedMs) : null;
}

/**
 * Storms that come ashore over the Gulf reach the cotton of the Delta more often than those over
 * Florida.
 */
const DELTA_BY_GULF = 0.6;
const DELTA_BY_FLORIDA = 0.4;

const buildChanceInput = (
  id: string,
  description: string,
  resolve: InputInfo['resolve'],
): InputInfo => ({ id: `evt/${id}`, unit: 'chance', description, resolve });
const buildStrengthInput = (
  id: string,
  description: string,
  value: (known: PublicKnowledge) => number,
): InputInfo => ({
  id: `evt/${id}`,
  unit: 'expected category',
  description,
  resolve: (known) => toldNow(known, value(known)),
});

export const CHANCE_INPUTS: readonly InputInfo[] = [
  buildChanceInput(
    'freeze/LAK/chance',
    'a daily mean below 47 F in Central Florida on the likeliest of the next eight days',
    (known) => computeColdChance(known, 'LAK', [1, 8], FREEZE_F),
  ),
  {
    id: 'evt/freeze/LAK/bust',
    unit: '0 or 1',
    description: 'whether a freeze warning for Florida was called off within five days',
    resolve: (known) =>
      toldNow(known, Number(daysSinceBust(known, 'freeze', 'LAK', BUST_DAYS) !== null)),
  },
  buildChanceInput(
    'frost/MGB/chance',
    'a daily mean below 48.5 F in Minas Gerais on the likeliest of the next ten days',
    (known) => computeColdChance(known, 'MGB', [1, 10], FROST_F),
  ),
  buildChanceInput(
    'winterkill/ICT/chance',
    'a low under 5 F over bare ground in Kansas on the likeliest of the next ten days',
    (known) =>
      ofRuns(known, ['ICT'], findGreatest, (run) => chanceOfBareCold(run, [1, 10], WINTERKILL_F)),
  ),
  buildChanceInput(
    'heat-dome/corn-belt/chance',
    'a heat dome over the corn belt within ten days',
    (known) => heatDome(known, ['DSM', 'CHI'], CORN_HEAT_F),
  ),
  buildChanceInput('heat-dome/LBB/chance', 'a heat dome over West Texas within ten days', (known) =>
    heatDome(known, ['LBB'], COTTON_HEAT_F),
  ),
  buildChanceInput(
    'dry/corn-belt/chance',
    'at most one wet day of the next seven in the corn belt',
    (known) =>
      ofRuns(known, ['DSM', 'CHI'], computeMean, (run) => chanceOfDryness(run, [1, 7], WET_MOST)),
  ),
  buildChanceInput(
    'freeze-off/texas/chance',
    'gas wells freeze in West or North Texas on the likeliest of the next ten days',
    frozenWells,
  ),
  buildChanceInput(
    'heating-tail/chance',
    'gas-weighted heating of the next fortnight beyond what one in ten such fortnights bring',
    (known) => chanceOfHeating(known, GAS_HEATING_WEIGHTS, [1, 14], ONE_IN_TEN),
  ),
  buildChanceInput(
    'gas-spike/chance',
    'cash gas leaps within five days: extreme cold or frozen wells',
    gasSpike,
  ),
  ...POWER_HUBS.map((hub) =>
    buildChanceInput(
      `spike/${hub}/chance`,
      `tomorrow's dearest hour at ${hub} beyond ${SPIKE_MULTIPLE} times the mean of thirty days`,
      (known) => powerSpike(known, hub),
    ),
  ),
  buildStrengthInput(
    'storm/gulf/strength',
    'hurricanes over the Gulf: chance of landfall times category',
    (known) => stormStrength(known, ['GOM']),
  ),
  buildChanceInput('storm/gulf/chance', 'a hurricane comes ashore over the Gulf', (known) =>
    toldNow(known, warnedChance(known, 'hurricane', ['GOM'])),
  ),
  buildStrengthInput(
    'storm/florida/strength',
    'hurricanes over Florida: chance of landfall times category',
    (known) => stormStrength(known, ['LAK']),
  ),
  buildStrengthInput(
    'storm/delta/strength',
    'hurricanes over the cotton of the Delta and the Southeast: six tenths of the Gulf, four tenths of Florida',
    (known) =>
      DELTA_BY_GULF * stormStrength(known, ['GOM']) +
      DELTA_BY_FLORIDA * stormStrength(known, ['LAK']),
  ),
];
