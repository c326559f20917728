// Excessive playbooks under random settings, limits and prices: no limit is exceeded, tripped
// breakers stay tripped.
import fc from 'fast-check';
import { POSITION_SIZES, RISK_LEVELS } from '../../app/trading/domain/settings';
import { LimitWatch } from './limits';
import { expectMet, property } from './property';
import { CONTRACTS, RunawayDesk, type Whim } from './runaway';

/** Short bars, so that the order rate limit applies. */
const HURRY_MS = 250;

const settings = fc.record({
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  positionSize: fc.constantFrom(...POSITION_SIZES),
});
const bar = fc.record({
  do: fc.constant('bar' as const),
  contract: fc.constantFrom(...CONTRACTS),
  move: fc.integer({ min: -100, max: 100 }),
  whim: fc.constantFrom<Whim>(-1, 1, 1, -1, 0),
  lengthMs: fc.constantFrom(1_000, 12_000, 900_000),
});
const step = fc.oneof(
  { weight: 40, arbitrary: bar },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('save' as const), settings }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'run' as const,
        'run' as const,
        'run' as const,
        'stop' as const,
        'close' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 30_000_000 }),
    }),
  },
);
const cases = fc.record({
  settings,
  stopRanges: fc.constantFrom(null, 0.3, 1, 3),
  firstTicks: fc.integer({ min: 150, max: 40_000 }),
  violence: fc.constantFrom(1, 1, 3, 10, 30),
  isHurried: fc.boolean(),
  steps: fc.array(step, { minLength: 40, maxLength: 110, size: 'max' }),
});

const totals: Record<string, number> = {};

property(
  'an excessive playbook stays within its limits and is stopped by breakers',
  cases,
  ({ settings: first, stopRanges, firstTicks, violence, isHurried, steps }) => {
    const desk = new RunawayDesk(stopRanges, firstTicks);
    desk.open(first);
    desk.send({ type: 'StartTrading', commodity: null });
    const watch = new LimitWatch(desk.state);
    for (const next of steps) {
      const from = desk.journal.records.length;
      if (next.do === 'bar')
        desk.bar(
          next.contract,
          next.move * violence,
          next.whim,
          isHurried ? HURRY_MS : next.lengthMs,
        );
      else if (next.do === 'save') desk.saveSettings(next.settings);
      else if (next.do === 'wait') desk.passTime(next.ms);
      else if (next.do === 'run') desk.send({ type: 'StartTrading', commodity: null, rearm: true });
      else
        desk.send({ type: next.do === 'stop' ? 'StopTrading' : 'CloseTrading', commodity: null });
      watch.observeRecords(desk.journal.records.slice(from), desk.state.markets);
    }
    for (const [name, count] of Object.entries(watch.counts))
      totals[name] = (totals[name] ?? 0) + count;
  },
  {
    after: () => {
      process.stdout.write(`runaway: ${JSON.stringify(totals)}\n`);
      const met = [
        'entries',
        'exits',
        'DrawdownTripped',
        'DrawdownRearmed',
        'CoolOffBegan',
        'exits after the breaker',
        'near commodity',
        'near group',
        'near gross',
      ];
      for (const name of [
        ...met,
        ...['POSITION', 'NOTIONAL', 'CASH', 'DAILY_LOSS', 'COOL_OFF', 'ORDER_RATE'].map(
          (code) => `refused ${code}`,
        ),
      ])
        expectMet(name, totals[name] ?? 0, 0);
    },
  },
);
