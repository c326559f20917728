// A desk left running at high speed on the simulated market, all commodities running: memory does
// not grow, the valuations in memory and on disk are bounded, and the accounts pass their audit.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { saveCheckpoint } from '../../app/models/log/recovery.server';
import { thinSnapshots } from '../../app/models/log/snapshot.server';
import { HOUR_MS } from '../../app/trading/domain/time';
import { createWorld } from '../../app/trading/simulation/world';
import { openPumpedDesk } from '../support/pumped-desk';
import { createEmptyDatabase, openTestJournal } from '../support/test-database';

/** Early: the market begins in 2010, and the days before are computed first. */
const START_MS = Date.UTC(2011, 5, 15, 14);
const HOURS = 24;
/** Caches of the market and of the engine fill up in the first hours. */
const WARM_UP_HOURS = 6;
const GROWTH_MB_PER_HOUR_MAX = 1;
const MEGABYTE = 1_000_000;

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

function readHeapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

/** Least-squares slope of equally spaced values. */
function computeSlope(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  const covariance = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return covariance / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

test(`${HOURS} hours pass the audit, and the memory does not grow after ${WARM_UP_HOURS}`, async () => {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const journal = openTestJournal(db);
  const desk = await openPumpedDesk(createWorld({ seed: 'long run' }), START_MS, journal);
  await desk.send({ type: 'StartTrading', commodity: null });
  const heapMb: number[] = [];
  for (let hour = 1; hour <= HOURS; hour += 1) {
    await desk.wait(HOUR_MS);
    saveCheckpoint(db, desk.state(), journal.head());
    thinSnapshots(db, desk.state().nowMs);
    const unstored = Object.values(desk.state().valuation.minuteValues);
    for (const values of unstored) expect(values.length).toBeLessThanOrEqual(60);
    heapMb.push(readHeapMb());
  }
  await desk.stop();
  const opened = desk.book().opened;
  const measuredMb = heapMb.slice(WARM_UP_HOURS);
  const growthMb = measuredMb.length < WARM_UP_HOURS ? 0 : computeSlope(measuredMb);
  console.log(
    `${HOURS} hours, ${opened} positions opened, ${journal.head().seq} records, heap ${heapMb.map((mb) => mb.toFixed(0)).join(' ')} MB, growth ${growthMb.toFixed(2)} MB an hour`,
  );
  expect(opened).toBeGreaterThan(0);
  expect(growthMb).toBeLessThan(GROWTH_MB_PER_HOUR_MAX);
  expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
});
