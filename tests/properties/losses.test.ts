// A drawdown trip or a losing streak blocks entries until it is lifted.
import fc from 'fast-check';
import type { LogRecord } from '../../app/trading/domain/record';
import { createMemoryJournal } from '../support/desk-harness';
import { assertEqual, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { wildStep } from './wild-steps';

const STALE_MS = 4 * 3_600_000;
const totals: Record<string, number> = {};
const addCount = (name: string): void => {
  totals[name] = (totals[name] ?? 0) + 1;
};

/** Tripped breakers and cool-offs by account, from the log alone. */
class Tripped {
  private readonly tripped = new Set<string>();
  private readonly untilMs = new Map<string, number>();

  observeRecord(record: LogRecord): void {
    const id = record.bookId ?? '';
    if (record.type === 'DrawdownRearmed' || record.type === 'BookReset') this.tripped.delete(id);
    if (record.type === 'BookReset')
      for (const key of [...this.untilMs.keys()].filter((other) => other.startsWith(`${id} `)))
        this.untilMs.delete(key);
    if (record.type === 'CoolOffBegan')
      this.untilMs.set(`${id} ${record.payload.commodity}`, record.payload.untilMs);
    if (record.type === 'CoolOffBegan' || record.type === 'DrawdownTripped') addCount(record.type);
    if (record.type === 'DrawdownTripped') this.tripped.add(id);
    if (record.type !== 'OrderPlaced') return;
    const { commodity, purpose, rollOf } = record.payload.order;
    if (this.tripped.has(id))
      assertEqual(purpose === 'ENTRY', false, 'an entry after the drawdown breaker');
    if (this.tripped.has(id)) addCount('exits after the breaker');
    if (purpose === 'ENTRY' && rollOf === undefined)
      assertEqual(
        record.atMs >= (this.untilMs.get(`${id} ${commodity}`) ?? -Infinity),
        true,
        'an entry in a cool-off',
      );
  }

  hasTripped(id: string): boolean {
    return this.tripped.has(id);
  }
}

property(
  'a drawdown trip or four losses block entries until lifted, but not exits',
  fc.array(wildStep, { minLength: 30, maxLength: 90, size: 'max' }),
  async (steps) => {
    const desk = new Session(
      { ...sessionConfig(true), hasBreakers: true },
      createMemoryJournal(),
      STALE_MS,
    );
    await desk.open();
    const tripped = new Tripped();
    desk.watch = ({ records, after }) => {
      records.forEach((record) => tripped.observeRecord(record));
      assertEqual(
        after.books['ann:simulation']?.drawdown !== null &&
          after.books['ann:simulation'] !== undefined,
        tripped.hasTripped('ann:simulation'),
        'what the book says of its breaker',
      );
    };
    for (const step of steps) {
      const wasTripped = tripped.hasTripped('ann:simulation');
      const { result } = await desk.playStep(step);
      if (wasTripped && step.do === 'start') addCount(result?.outcome.ok ? 're-armed' : 'refused');
    }
  },
  {
    // One case in 36 lifts a breaker.
    runs: 2000,
    after: () => {
      for (const name of ['DrawdownTripped', 'CoolOffBegan', 'exits after the breaker', 're-armed'])
        expectMet(name, totals[name] ?? 0, 20);
    },
  },
);
