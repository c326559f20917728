// Tests stay on this machine: a socket to another one, or to a port of real accounts at a broker, is not
// opened, and the test that tried fails even where its code hides the error.
import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import { explainForbiddenSocket } from './forbidden-sockets';

/** Shared by all test files of a worker. */
const GUARD = Symbol.for('frontmonth socket guard');

interface SocketGuard {
  /** Reasons, oldest first. */
  readonly forbidden: string[];
}

const shared = globalThis as unknown as Record<symbol, SocketGuard | undefined>;

function createGuard(): SocketGuard {
  const guard: SocketGuard = { forbidden: [] };
  type Connect = (this: Socket, ...call: unknown[]) => Socket;
  const connectSocket = Socket.prototype.connect as Connect;
  const connectGuarded: Connect = function (...call) {
    const reason = explainForbiddenSocket(call);
    if (reason === null) return connectSocket.apply(this, call);
    guard.forbidden.push(reason);
    throw new Error(reason);
  };
  Socket.prototype.connect = connectGuarded as typeof Socket.prototype.connect;
  return guard;
}

const guard = (shared[GUARD] ??= createGuard());

/** For tests of the guard: what was tried since the last call. */
export const takeForbiddenSockets = (): readonly string[] => guard.forbidden.splice(0);

afterEach(() => {
  expect(takeForbiddenSockets(), 'sockets that tests may not open').toEqual([]);
});
