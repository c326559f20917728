// The /ws benchmark measures messages really sent, by a server in another process.
import { expect, it } from 'vitest';
import { measureSockets } from '../../app/programs/bench/socket-speed';

it('measures a few clients', async () => {
  const { clients, p50Ms, p99Ms, rssMb, loopLagP99Ms } = await measureSockets(20, 2);
  expect(clients).toBe(20);
  expect(p50Ms).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
  expect(rssMb).toBeGreaterThan(10);
  expect(loopLagP99Ms).toBeGreaterThanOrEqual(0);
});
