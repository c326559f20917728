// The /ws benchmark measures messages really sent, by a server in another process.
import { expect, it } from 'vitest';
import { measureIdleSockets } from '../../app/programs/bench/idle-sockets';
import { measureSockets } from '../../app/programs/bench/socket-speed';

const CLIENTS = 1_000;
const SECONDS = 30;

it(`measures ${CLIENTS} clients, each of which gets the messages of its user and no others`, async () => {
  const { clients, p50Ms, p99Ms, servedClients, foreignMessages, rssMb, loopLagP99Ms } =
    await measureSockets(CLIENTS, SECONDS);
  console.log(
    `${clients} clients, ten per user, one message a second each: delay p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (goal 100); server ${rssMb.toFixed(0)} MB (goal 512), event loop delay p99 ${loopLagP99Ms.toFixed(1)} ms (goal 50)`,
  );
  expect([clients, servedClients, foreignMessages]).toEqual([CLIENTS, CLIENTS, 0]);
  expect(p50Ms).toBeGreaterThan(0);
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
  expect(rssMb).toBeGreaterThan(10);
  expect(loopLagP99Ms).toBeGreaterThanOrEqual(0);
}, 300_000);

it('measures idle sockets beside those of a plain server', async () => {
  // Enough sockets that their memory stands out: what a start frees later is about a megabyte.
  const idle = await measureIdleSockets(1_000, 5);
  expect(idle.count).toBe(1_000);
  for (const { memoryMb, processorPercent } of [idle.own, idle.raw]) {
    expect(memoryMb).toBeGreaterThan(0);
    expect(processorPercent).toBeGreaterThan(0);
  }
  expect(idle.memoryRatio).toBeCloseTo(idle.own.memoryMb / idle.raw.memoryMb, 9);
}, 120_000);
