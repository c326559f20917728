// Faults of sign-in limits, client addresses, request priority and emergency stop.
import type { PlantedFault } from './faults';

const LIMITS = 'app/server/auth/sign-in-limits.server.ts';
const TURNS = 'app/server/http/turns.server.ts';

export const WAY_OUT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a device cookie has no separate sign-in budget',
    file: LIMITS,
    find: 'if (device !== null && this.isTrusted(device)) return this.admitDevice(device);',
    replace: '',
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'failed sign-ins of a device are not limited',
    file: LIMITS,
    find: 'upsertNewest(this.devices, device, previous + 1, DEVICES_MAX);',
    replace: 'upsertNewest(this.devices, device, previous, DEVICES_MAX);',
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: "a guess from a busy network is checked before the owner's sign-in",
    file: LIMITS,
    find: "const sign = position === 'first' ? 1 : -1;",
    replace: "const sign = position === 'first' ? -1 : 1;",
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'guesses share the queue of trusted devices',
    file: 'app/server/auth/hash-queue.server.ts',
    find: 'const index = waiting.findIndex((other) => other.rank > rank);',
    replace: 'const index = waiting.findIndex((other) => other.rank > rank + 99);',
    caughtBy: ['tests/server/auth/password.test.ts'],
  },
  {
    name: 'X-Forwarded-For is accepted from any client',
    file: 'app/server/http/client-address.server.ts',
    find: 'while (address !== null && proxies.has(address) && hops.length > 0)',
    replace: 'while (address !== null && hops.length > 0)',
    caughtBy: ['tests/server/http/client-address.test.ts'],
  },
  {
    name: 'a device cookie of another user is accepted',
    file: 'app/server/auth/device-cookie.server.ts',
    find: "if (signature === '' || name !== encodeUsername(username)) return null;",
    replace: "if (signature === '') return null;",
    caughtBy: ['tests/server/auth/device-cookie.test.ts'],
  },
  {
    name: 'pages start during an exit',
    file: TURNS,
    find: 'if (this.holds.size > 0 || this.running >= TURN_LIMITS.running) return;',
    replace: 'if (this.running >= TURN_LIMITS.running) return;',
    caughtBy: ['tests/server/http/turns.test.ts'],
  },
  {
    name: 'one reader gets all request slots',
    file: TURNS,
    find: 'if (isFree && isEligible(waiter) && isOlder) best = waiter;',
    replace: 'if (isFree && isEligible(waiter) && best === null) best = waiter;',
    caughtBy: ['tests/server/http/turns.test.ts'],
  },
  {
    name: 'an emergency stop is not retried',
    file: 'app/components/emergency/stop-attempts.ts',
    find: 'this.cancelRetry = this.port.schedule(() => void this.sendUntilConfirmed(), delayMs);',
    replace: 'this.cancelRetry = this.port.schedule(() => undefined, delayMs);',
    caughtBy: ['tests/components/emergency/stop-attempts.test.ts'],
  },
  {
    name: 'a sign-in page counts as a confirmed stop',
    file: 'app/components/emergency/stop-attempts.ts',
    find: "if (isSignedOut) return { failure: 'signed-out', detail: '' };",
    replace: "if (isSignedOut) return { at: '', title: '', description: '' };",
    caughtBy: ['tests/components/emergency/stop-attempts.test.ts'],
  },
];
