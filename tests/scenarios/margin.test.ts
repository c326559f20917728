// A power price spike against short positions with real costs and a crash during it: margin calls
// are met and the audit passes.
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { createEngineConfig } from '../../app/server/desk/desk-config.server';
import { recoverState, saveCheckpoint } from '../../app/models/log/recovery.server';
import type { Database } from '../../db/client.server';
import { getFrontInstrument } from '../../app/trading/domain/contract';
import { type Instrument, toWholeLots } from '../../app/trading/domain/instrument';
import { toMills } from '../../app/trading/domain/units';
import { applyRecord } from '../../app/trading/engine/apply-record';
import type { EngineConfig } from '../../app/trading/engine/config';
import { computeMarginFigures } from '../../app/trading/engine/margin-figures';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { createSeededRandom } from '../../app/trading/random';
import { createEmptyDatabase, openTestJournal } from '../support/test-database';
import {
  type DeskHarness,
  MARKET,
  createDeskHarness,
  createMemoryJournal,
} from '../support/desk-harness';
import { createManualOrder } from '../support/reference-orders';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const POWER = getFrontInstrument('electricity', 'ERCOT');
const GAS = getFrontInstrument('natural-gas');
const COFFEE = getFrontInstrument('coffee');
const HELD: readonly {
  readonly instrument: Instrument;
  readonly ticks: number;
  readonly dollars: number;
}[] = [
  { instrument: POWER, ticks: 8500, dollars: 85 },
  { instrument: GAS, ticks: 2900, dollars: 2.9 },
  { instrument: COFFEE, ticks: 7400, dollars: 370 },
];
const USERS = ['ann', 'bea', 'cas'] as const;
const STEPS = 60;
const STALE_MS = 60_000;

const createConfig = (hasBreakers: boolean): EngineConfig => ({
  ...createEngineConfig({
    random: createSeededRandom('margin'),
    marketOf: () => MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
    playbooksOf: () => [],
    sessionClosed: () => null,
  }),
  hasBreakers,
  hasMargin: true,
  hasGuards: false,
});

/** An engine over stored accounts: new, or after a crash. */
function openStored(db: Database, engine: EngineConfig): DeskHarness {
  const { state, differences } = recoverState(db, applyRecord);
  expect(differences).toEqual([]);
  const { commit, findResult } = openTestJournal(db);
  const desk = createDeskHarness(
    engine,
    { ...createMemoryJournal(), commit, findResult },
    { ...EMPTY_DESK, ...state },
  );
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: HELD.map(({ instrument }) => instrument),
    staleAfterMs: STALE_MS,
    atMs: desk.nowMs(),
  });
  return desk;
}

interface Path {
  /** Steps at which the spike starts and peaks, and its factor. */
  readonly from: number;
  readonly until: number;
  readonly times: number;
}

const spikeAt = ({ from, until, times }: Path, step: number): number =>
  step < from ? 1 : step >= until ? times : times ** ((step - from + 1) / (until - from));

async function enterPositions(desk: DeskHarness, roll: () => number): Promise<void> {
  for (const userId of USERS) {
    await desk.send(userId, {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    await desk.send(userId, { type: 'StartTrading', commodity: null });
    for (const { instrument, dollars } of HELD) {
      const share = instrument === POWER ? 0.4 + 0.3 * roll() : 0.1 * roll();
      const side = instrument === POWER || roll() < 0.5 ? 'SELL' : 'BUY';
      await desk.send(
        userId,
        createManualOrder({
          instrumentId: instrument.id,
          side,
          lots: Math.max(1, toWholeLots(instrument, (25_000 * share) / dollars)),
        }),
      );
    }
  }
}

/** After the price following a call no account is below its margin, unless exits are working. */
function expectMet(desk: DeskHarness, seed: string): void {
  const state = desk.runner.state();
  for (const book of Object.values(state.books)) {
    const { equityMills, maintenanceMills } = computeMarginFigures(state, book);
    const isFlat = Object.keys(book.positions).length === 0;
    expect(
      isFlat || equityMills >= maintenanceMills,
      `${seed}: ${book.id} has ${equityMills} of ${maintenanceMills}`,
    ).toBe(true);
    expect(book.marginCall, seed).toBeNull();
  }
}

async function playRun(run: number): Promise<Record<string, number>> {
  const roll = createRunRandom(run);
  const seed = `SCENARIO_SEED=${SCENARIO_SEED} run ${run}`;
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const engine = createConfig(roll() < 0.3);
  let desk = openStored(db, engine);
  for (const { instrument, ticks } of HELD) desk.quote(instrument, ticks, 2);
  await enterPositions(desk, roll);
  const from = 5 + Math.floor(roll() * 20);
  const path: Path = { from, until: from + 1 + Math.floor(roll() * 25), times: 1.5 + 3 * roll() };
  const killAt = from + Math.floor(roll() * (path.until - from + 3));
  for (let step = 0; step < STEPS; step += 1) {
    if (step === killAt) {
      if (roll() < 0.5) saveCheckpoint(db, desk.runner.state(), openTestJournal(db).head());
      desk = openStored(db, engine);
    }
    for (const { instrument, ticks } of HELD) {
      const level = instrument === POWER ? spikeAt(path, step) : 1;
      desk.quote(
        instrument,
        Math.round(ticks * level * (0.998 + 0.004 * roll())),
        2 + Math.floor(roll() * 8),
      );
    }
  }
  for (const round of [1, 2, 3])
    for (const { instrument, ticks } of HELD)
      desk.quote(
        instrument,
        Math.round(ticks * (instrument === POWER ? path.times : 1)) + round,
        2,
      );
  expectMet(desk, seed);
  expect(auditDatabase(db.$client).firstDifferences, seed).toEqual([]);
  const rows = db.$client
    .prepare<
      [],
      { type: string; count: number }
    >("SELECT type, count(*) AS count FROM event WHERE type LIKE 'Margin%' GROUP BY type")
    .all();
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

describe('power spike against short positions', () => {
  it(
    'is met by reductions, survives a crash and passes the audit',
    { timeout: 600_000 },
    async () => {
      const totals: Record<string, number> = {};
      for (let run = 0; run < getScenarioRunCount(6); run += 1) {
        for (const [type, count] of Object.entries(await playRun(run)))
          totals[type] = (totals[type] ?? 0) + count;
      }
      process.stdout.write(
        `margin scenarios: ${JSON.stringify(totals)}, SCENARIO_SEED=${SCENARIO_SEED}\n`,
      );
      for (const type of ['MarginCalled', 'MarginReduced', 'MarginRestored'])
        expect(totals[type] ?? 0, type).toBeGreaterThan(0);
    },
  );
});
