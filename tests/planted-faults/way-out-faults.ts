// Faults at the ways out: an owner who is kept out, a header that is believed, pages before exits,
// and a stop that is given up.
import type { PlantedFault } from './faults';

const LIMITS = 'app/server/auth/sign-in-limits.server.ts';
const TURNS = 'app/server/http/turns.server.ts';

export const WAY_OUT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a device cookie gives no budget of its own',
    file: LIMITS,
    find: 'if (device !== null && this.isTrusted(device)) return this.admitDevice(device);',
    replace: '',
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'a device may fail for ever',
    file: LIMITS,
    find: 'putNewest(this.devices, device, before + 1, DEVICES_MAX);',
    replace: 'putNewest(this.devices, device, before, DEVICES_MAX);',
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'a guess of a busy network is checked before the owner',
    file: LIMITS,
    find: "const sign = place === 'first' ? 1 : -1;",
    replace: "const sign = place === 'first' ? -1 : 1;",
    caughtBy: ['tests/server/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'guesses wait in the same line as a trusted device',
    file: 'app/server/auth/password.server.ts',
    find: 'const place = waiting.findIndex((other) => other.rank > rank);',
    replace: 'const place = waiting.findIndex((other) => other.rank > rank + 99);',
    caughtBy: ['tests/server/auth/password.test.ts'],
  },
  {
    name: 'X-Forwarded-For is believed from anybody',
    file: 'app/server/http/client-address.server.ts',
    find: 'while (address !== null && proxies.has(address) && hops.length > 0)',
    replace: 'while (address !== null && hops.length > 0)',
    caughtBy: ['tests/server/http/client-address.test.ts'],
  },
  {
    name: 'a device cookie of another user counts',
    file: 'app/server/auth/device-cookie.server.ts',
    find: "if (signature === '' || name !== encodeUsername(username)) return null;",
    replace: "if (signature === '') return null;",
    caughtBy: ['tests/server/auth/device-cookie.test.ts'],
  },
  {
    name: 'pages start while an exit is under way',
    file: TURNS,
    find: 'if (this.holds.size > 0 || this.running >= TURN_LIMITS.running) return;',
    replace: 'if (this.running >= TURN_LIMITS.running) return;',
    caughtBy: ['tests/server/http/turns.test.ts'],
  },
  {
    name: 'one reader has all turns',
    file: TURNS,
    find: 'if (isFree && isWanted(waiter) && isOlder) best = waiter;',
    replace: 'if (isFree && isWanted(waiter) && best === null) best = waiter;',
    caughtBy: ['tests/server/http/turns.test.ts'],
  },
  {
    name: 'an emergency stop is tried once',
    file: 'app/components/emergency/stop-attempts.ts',
    find: 'this.cancelPause = this.port.later(() => void this.attempt(), pauseMs);',
    replace: 'this.cancelPause = this.port.later(() => undefined, pauseMs);',
    caughtBy: ['tests/components/emergency/stop-attempts.test.ts'],
  },
  {
    name: 'a sign-in page counts as a confirmed stop',
    file: 'app/components/emergency/stop-attempts.ts',
    find: "if (isSignedOut) return { trouble: 'signed-out', detail: '' };",
    replace: "if (isSignedOut) return { at: '', title: '', description: '' };",
    caughtBy: ['tests/components/emergency/stop-attempts.test.ts'],
  },
];
