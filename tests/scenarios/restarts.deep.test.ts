// Restarts with open positions: valuations and answers move only with prices, and no breaker trips.
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { prepareDatabasePath } from '../../db/client.server';
import type { RecordPayloads } from '../../app/trading/domain/record';
import type { World } from '../../app/trading/simulation/world';
import { openStoredWorld } from '../../app/server/feeds/world-store.server';
import { ensureBuilt } from '../../build.js';
import { chooseStrategiesToHold } from '../support/choose-strategy';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { type FixedClock, OPEN_MARKETS_MS, createFixedClock } from '../support/fixed-clock';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { DEFAULT_SEED } from '../support/stored-past';

const RESTARTS = Math.min(50, getScenarioRunCount(1));
const HELD_MIN = 2;
/** Pages read after each start. */
const ANSWERS = 12;
const STALE_MS = 15_000;
const SAMPLE_MS = 500;
/** Spread and rounding: maximum distance of a quote from the sampled price, in ticks. */
const TICKS_BESIDE = 1;

beforeAll(() => ensureBuilt());

interface PositionAnswer {
  readonly id: string;
  readonly status: string;
  readonly size: number;
  readonly entryPrice: number;
  readonly currentPrice: number | null;
  readonly positionType: 'LONG' | 'SHORT';
  readonly pnl: number;
}

/** Price range of a simulated contract between two times, in ticks. */
function buildRange(
  world: World,
  instrumentId: string,
  fromMs: number,
  toMs: number,
): { readonly low: number; readonly high: number } {
  const instrument = world.getInstrument(instrumentId);
  let low = Infinity;
  let high = -Infinity;
  for (let atMs = fromMs; atMs <= toMs + SAMPLE_MS; atMs += SAMPLE_MS) {
    const { lastTicks } = world.quoteAt(instrument, Math.min(atMs, toMs));
    low = Math.min(low, lastTicks);
    high = Math.max(high, lastTicks);
  }
  return { low: low - TICKS_BESIDE, high: high + TICKS_BESIDE };
}

/** Reads stored accounts while no server runs. */
function readBooks<T>(dataDir: string, read: (raw: Sqlite.Database) => T): T {
  const raw = new Sqlite(prepareDatabasePath(dataDir));
  try {
    return read(raw);
  } finally {
    raw.close();
  }
}

const heldContracts = (raw: Sqlite.Database): Map<string, string> =>
  new Map(
    raw
      .prepare<[], { id: string; instrumentId: string }>(
        'SELECT id, instrument_id AS instrumentId FROM position',
      )
      .all()
      .map(({ id, instrumentId }) => [id, instrumentId]),
  );

async function listPositions(user: Visitor): Promise<PositionAnswer[]> {
  const rows = (await (await user.request('/api/trading-positions')).json()) as PositionAnswer[];
  return rows.filter(({ status }) => status === 'ACTIVE');
}

async function runUntilHeld(user: Visitor): Promise<void> {
  const started = Date.now();
  while ((await listPositions(user)).length < HELD_MIN) {
    await user.postJson('/api/auto-trading/start', {});
    if (Date.now() - started > 120_000)
      throw new Error(`RUN ALL held fewer than ${HELD_MIN} positions`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Time of the last valuation, or of the first entry: their prices are shown until live quotes arrive. */
const lastValuedMs = (raw: Sqlite.Database): number =>
  raw
    .prepare<
      [],
      number
    >("SELECT coalesce(max(at_ms), (SELECT min(at_ms) FROM fill), 0) FROM event WHERE type = 'PortfolioValued'")
    .pluck()
    .get() ?? 0;

/** Each page shows a market price since the last valuation, and the profit at that price. */
async function checkAnswers(
  user: Visitor,
  world: World,
  clock: FixedClock,
  contracts: ReadonlyMap<string, string>,
  sinceMs: number,
  where: string,
): Promise<void> {
  for (let count = 0; count < ANSWERS; count += 1) {
    for (const position of await listPositions(user)) {
      const instrumentId = contracts.get(position.id);
      if (instrumentId === undefined) continue; // opened after the start
      const { low, high } = buildRange(world, instrumentId, sinceMs - STALE_MS, clock.nowMs());
      const { tick } = world.getInstrument(instrumentId);
      const tickSize = tick.digits / 10 ** tick.decimals;
      const shown = position.currentPrice ?? position.entryPrice;
      expect(
        shown / tickSize,
        `${where}: ${instrumentId} is shown at ${shown}`,
      ).toBeGreaterThanOrEqual(low - 1e-6);
      expect(
        shown / tickSize,
        `${where}: ${instrumentId} is shown at ${shown}`,
      ).toBeLessThanOrEqual(high + 1e-6);
      const sign = position.positionType === 'LONG' ? 1 : -1;
      expect(
        Math.abs(position.pnl - sign * (shown - position.entryPrice) * position.size),
        `${where}: P&L of ${instrumentId}`,
      ).toBeLessThan(0.011);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Valuation {
  readonly seq: number;
  readonly atMs: number;
  readonly payload: string;
}

/** Every valuation uses market prices of the last seconds. */
function checkValuations(raw: Sqlite.Database, world: World): void {
  const rows = raw
    .prepare<
      [],
      Valuation
    >("SELECT seq, at_ms AS atMs, payload FROM event WHERE type = 'PortfolioValued'")
    .all();
  for (const { seq, atMs, payload } of rows) {
    const { marks, positions } = JSON.parse(payload) as RecordPayloads['PortfolioValued'];
    expect(Object.keys(marks).length > 0, `valuation ${seq} of ${positions} positions`).toBe(
      positions > 0,
    );
    for (const [instrumentId, ticks] of Object.entries(marks)) {
      const { low, high } = buildRange(world, instrumentId, atMs - STALE_MS, atMs);
      expect(ticks, `valuation ${seq} marks ${instrumentId}`).toBeGreaterThanOrEqual(low);
      expect(ticks, `valuation ${seq} marks ${instrumentId}`).toBeLessThanOrEqual(high);
    }
  }
}

const countTrips = (raw: Sqlite.Database): number =>
  raw
    .prepare<[], number>("SELECT count(*) FROM event WHERE type = 'DrawdownTripped'")
    .pluck()
    .get() ?? 0;

async function restartOnce(desk: DeskServer, roll: () => number): Promise<void> {
  if (roll() < 0.5) await desk.kill();
  else await desk.end();
}

test(`${RESTARTS} restarts with open positions move nothing but the price`, async () => {
  const clock = createFixedClock(OPEN_MARKETS_MS);
  const desk = await startDesk('server.js', clock.settings);
  onTestFinished(async () => void (await desk.stop()));
  const world = openStoredWorld({ seed: DEFAULT_SEED, cacheDir: desk.dataDir });
  const user = await new Visitor(desk.origin).signIn();
  await chooseStrategiesToHold(user);
  await runUntilHeld(user);
  for (let run = 0; run < RESTARTS; run += 1) {
    const where = `seed ${SCENARIO_SEED}, restart ${run}`;
    await restartOnce(desk, createRunRandom(run));
    const contracts = readBooks(desk.dataDir, heldContracts);
    const sinceMs = readBooks(desk.dataDir, lastValuedMs);
    await desk.restart();
    await checkAnswers(user, world, clock, contracts, sinceMs, where);
    await runUntilHeld(user);
  }
  await desk.end();
  readBooks(desk.dataDir, (raw) => {
    checkValuations(raw, world);
    expect(countTrips(raw)).toBe(0);
    expect(auditDatabase(raw).firstDifferences).toEqual([]);
  });
});
