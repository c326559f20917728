// What has lost too much waits: after a fall from the peak and after trades lost in a row nothing
// opens before it may.
import fc from 'fast-check';
import type { LogRecord } from '../../app/trading/domain/record';
import { memoryJournal } from '../support/desk-harness';
import { agree, expectMet, property } from './property';
import { Session, sessionConfig } from './session';
import { wildStep } from './wild-steps';

const STALE_MS = 4 * 3_600_000;
const totals: Record<string, number> = {};
const count = (name: string): void => {
  totals[name] = (totals[name] ?? 0) + 1;
};

/** Whether a book's breaker has tripped, by the log alone, and until when its commodities pause. */
class Tripped {
  private readonly tripped = new Set<string>();
  private readonly untilMs = new Map<string, number>();

  see(record: LogRecord): void {
    const id = record.bookId ?? '';
    if (record.type === 'DrawdownRearmed' || record.type === 'BookReset') this.tripped.delete(id);
    if (record.type === 'BookReset')
      for (const key of [...this.untilMs.keys()].filter((other) => other.startsWith(`${id} `)))
        this.untilMs.delete(key);
    if (record.type === 'CoolOffBegan')
      this.untilMs.set(`${id} ${record.payload.commodity}`, record.payload.untilMs);
    if (record.type === 'CoolOffBegan' || record.type === 'DrawdownTripped') count(record.type);
    if (record.type === 'DrawdownTripped') this.tripped.add(id);
    if (record.type !== 'OrderPlaced') return;
    const { commodity, purpose, rollOf } = record.payload.order;
    if (this.tripped.has(id))
      agree(purpose === 'ENTRY', false, 'an entry after the drawdown breaker');
    if (this.tripped.has(id)) count('exits after the breaker');
    if (purpose === 'ENTRY' && rollOf === undefined)
      agree(
        record.atMs >= (this.untilMs.get(`${id} ${commodity}`) ?? -Infinity),
        true,
        'an entry in a cool-off',
      );
  }

  has(id: string): boolean {
    return this.tripped.has(id);
  }
}

property(
  'after a fall from the peak or four lost trades nothing opens before it may again; exits go on',
  fc.array(wildStep, { minLength: 30, maxLength: 90, size: 'max' }),
  async (steps) => {
    const desk = new Session(
      { ...sessionConfig(true), hasBreakers: true },
      memoryJournal(),
      STALE_MS,
    );
    await desk.open();
    const tripped = new Tripped();
    desk.watch = ({ records, after }) => {
      records.forEach((record) => tripped.see(record));
      agree(
        after.books['ann:simulation']?.drawdown !== null &&
          after.books['ann:simulation'] !== undefined,
        tripped.has('ann:simulation'),
        'what the book says of its breaker',
      );
    };
    for (const step of steps) {
      const wasTripped = tripped.has('ann:simulation');
      const { result } = await desk.play(step);
      if (wasTripped && step.do === 'start') count(result?.outcome.ok ? 're-armed' : 'refused');
    }
  },
  {
    after: () => {
      for (const name of ['DrawdownTripped', 'CoolOffBegan', 'exits after the breaker', 're-armed'])
        expectMet(name, totals[name] ?? 0, 10);
    },
  },
);
