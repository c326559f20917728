// Faults when the system clock steps.
import type { PlantedFault } from './faults';

const WATCH = 'app/trading/clock-watch.ts';
const WATCHED = ['tests/trading/clock-watch.test.ts'];
const DESK = ['tests/server/desk/clock-steps.test.ts'];

export const CLOCK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a clock step forward is accepted immediately',
    file: WATCH,
    find: 'if (monotonicMs - previousStep.sinceMonotonicMs < CONFIRM_STEP_MS)\n    return',
    replace: 'if (monotonicMs < 0) return',
    caughtBy: WATCHED,
  },
  {
    name: 'a steadily drifting clock is confirmed',
    file: WATCH,
    find: 'Math.abs(offsetMs - previousStep.offsetMs) <= CLOCK_STEP_MS',
    replace: 'offsetMs > 0',
    caughtBy: WATCHED,
  },
  {
    name: 'a clock that stays behind is never caught up',
    file: WATCH,
    find: 'const SLOW_PACE = 0.5;',
    replace: 'const SLOW_PACE = 1;',
    caughtBy: WATCHED,
  },
  {
    name: "many small clock steps shift the terminal's time",
    file: WATCH,
    find: 'const STEER_RATIO = 0.1;',
    replace: 'const STEER_RATIO = 100;',
    caughtBy: WATCHED,
  },
  {
    name: 'a start before the last log time is not detected',
    file: WATCH,
    find: 'const step =\n    offsetMs < -CLOCK_STEP_MS\n      ?',
    replace: 'const step = offsetMs < -Infinity ?',
    caughtBy: WATCHED,
  },
  {
    name: 'an entry passes during a clock fault',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: '  checkClock,\n  checkTerms,\n',
    replace: '  checkTerms,\n',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a rejection record omits the clock fault',
    file: 'app/trading/engine/orders.ts',
    find: '    ...(clockFault === null ? {} : { clockFault }),\n',
    replace: '',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a clock fault is lost during a storage fault',
    file: 'app/trading/engine/runner.ts',
    find: 'if (event.clockFault !== undefined)\n          this.state = { ...this.state, clockFault: event.clockFault };',
    replace: '',
    caughtBy: ['tests/trading/engine/clock-fault.test.ts'],
  },
  {
    name: 'a command does not check the clock',
    file: 'app/server/desk/terminal.server.ts',
    find: '    this.observeClock();\n    return this.runner.execute(envelope, getRequest() ?? undefined);',
    replace: '    return this.runner.execute(envelope, getRequest() ?? undefined);',
    caughtBy: DESK,
  },
  {
    name: 'prices use the wall clock',
    file: 'app/server/feeds/simulated-source.server.ts',
    find: 'clock,\n    market: SIMULATED_MARKET,\n    world: parts.world,\n    nowMs,\n    getHeldIds',
    replace: 'clock, market: SIMULATED_MARKET, world: parts.world, nowMs: Date.now, getHeldIds',
    caughtBy: DESK,
  },
  {
    name: 'the status strip omits clock faults',
    file: 'app/models/desk/health.server.ts',
    find: 'if (status.clock.fault !== null) return buildDegraded(status.clock.fault);',
    replace: '',
    caughtBy: DESK,
  },
];
