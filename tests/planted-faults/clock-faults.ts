// Faults of a desk whose system clock steps.
import type { PlantedFault } from './faults';

const WATCH = 'app/trading/clock-watch.ts';
const WATCHED = ['tests/trading/clock-watch.test.ts'];
const DESK = ['tests/server/desk/clock-steps.test.ts'];

export const CLOCK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a clock ahead is believed at once',
    file: WATCH,
    find: 'if (monotonicMs - known.sinceMonotonicMs < CONFIRM_STEP_MS)\n    return',
    replace: 'if (monotonicMs < 0) return',
    caughtBy: WATCHED,
  },
  {
    name: 'a clock that runs away is confirmed',
    file: WATCH,
    find: 'Math.abs(offsetMs - known.offsetMs) <= CLOCK_STEP_MS',
    replace: 'offsetMs > 0',
    caughtBy: WATCHED,
  },
  {
    name: 'a clock that stays behind is never met',
    file: WATCH,
    find: 'const SLOW_PACE = 0.5;',
    replace: 'const SLOW_PACE = 1;',
    caughtBy: WATCHED,
  },
  {
    name: 'many small steps carry desk time away',
    file: WATCH,
    find: 'const STEER_RATIO = 0.1;',
    replace: 'const STEER_RATIO = 100;',
    caughtBy: WATCHED,
  },
  {
    name: 'a start before the end of the log goes unnoticed',
    file: WATCH,
    find: 'const step =\n    offsetMs < -CLOCK_STEP_MS\n      ?',
    replace: 'const step = offsetMs < -Infinity ?',
    caughtBy: WATCHED,
  },
  {
    name: 'an entry passes while the clock is in doubt',
    file: 'app/trading/risk/checks.ts',
    find: '  checkClock,\n  checkTerms,\n',
    replace: '  checkTerms,\n',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a refusal forgets that the clock was in doubt',
    file: 'app/trading/engine/orders.ts',
    find: '    ...(clockFault === null ? {} : { clockFault }),\n',
    replace: '',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a clock fault is lost while nothing can be stored',
    file: 'app/trading/engine/runner.ts',
    find: 'if (event.clockFault !== undefined)\n          this.state = { ...this.state, clockFault: event.clockFault };',
    replace: '',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a command does not compare the clocks',
    file: 'app/server/desk/terminal.server.ts',
    find: '    this.observeClock();\n    return this.runner.execute(envelope);',
    replace: '    return this.runner.execute(envelope);',
    caughtBy: DESK,
  },
  {
    name: 'prices go by the wall clock',
    file: 'app/server/feeds/simulated-source.server.ts',
    find: 'clock,\n    market,\n    world,\n    nowMs,\n    heldIds',
    replace: 'clock, market, world, nowMs: Date.now, heldIds',
    caughtBy: DESK,
  },
  {
    name: 'the strip is silent on the clock',
    file: 'app/models/desk/health.server.ts',
    find: 'if (status.clock.fault !== null) return because(status.clock.fault);',
    replace: '',
    caughtBy: DESK,
  },
];
