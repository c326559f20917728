// A chain of months in any weather: prices, locks, pauses, commands in any order. What is rolled is
// rolled once, whole, and on its side.
import fc from 'fast-check';
import { getChain } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import type { LogRecord } from '../../app/trading/domain/record';
import { MONTHS, ROLL_MS, chainConfig, chainDesk, until } from '../support/chain-desk';
import type { DeskHarness } from '../support/desk-harness';
import {
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectViewAddsUp,
} from './books';
import { ChainPlayer, type ChainStep, chainStep } from './chain-player';
import { agree, expectMet, property } from './property';

const totals: Record<string, number> = {};
const count = (name: string): void => void (totals[name] = (totals[name] ?? 0) + 1);

/** Follows the log: what is held, and what became of each roll. */
class Rolls {
  private readonly held = new Map<string, { readonly order: Order; lots: number }>();
  private readonly orders = new Map<string, Order>();
  private readonly rolled = new Set<string>();
  private seen = 0;

  take(records: readonly LogRecord[]): void {
    for (const record of records.slice(this.seen)) this.see(record, records);
    this.seen = records.length;
  }

  private see(record: LogRecord, records: readonly LogRecord[]): void {
    if (record.type === 'OrderPlaced') this.place(record.payload.order, record.atMs);
    if (record.type === 'OrderFilled') this.fill(record.payload);
    if (record.type === 'DecisionTaken' && record.payload.action === 'ROLL')
      this.decide(record.seq, records);
  }

  private place(placed: Order, atMs: number): void {
    this.orders.set(placed.id, placed);
    if (placed.purpose !== 'ENTRY') return;
    const month = MONTHS.find(({ id }) => id === placed.instrumentId);
    agree((month?.contract?.rollMs ?? Infinity) > atMs, true, 'an entry in a month that is rolled');
    if (placed.playbookId !== null) {
      const active = MONTHS.find(({ contract }) => (contract?.rollMs ?? 0) > atMs);
      agree(placed.instrumentId, active?.id, 'the month that the desk enters by itself');
    }
  }

  private fill({
    orderId,
    positionId,
    lots,
  }: Extract<LogRecord, { type: 'OrderFilled' }>['payload']): void {
    const filled = this.orders.get(orderId);
    if (!filled) throw new Error('only a placed order fills');
    const before = this.held.get(positionId);
    if (filled.purpose === 'ENTRY')
      this.held.set(positionId, {
        order: before?.order ?? filled,
        lots: (before?.lots ?? 0) + lots,
      });
    else if (before) before.lots -= lots;
  }

  /**
   * Exactly two orders, of all lots that are held: out of one month and into another on the same
   * side; and never again.
   */
  private decide(seq: number, records: readonly LogRecord[]): void {
    const legs = records.flatMap((record) =>
      record.type === 'OrderPlaced' && record.causeSeq === seq ? [record.payload.order] : [],
    );
    const [exit, entry] = legs;
    const id = exit?.positionId ?? '';
    const held = this.held.get(id);
    agree(legs.length, 2, 'the legs of a roll');
    agree(
      [exit?.purpose, exit?.rollOf, exit?.lots, exit?.side === held?.order.side],
      ['EXIT', id, held?.lots, false],
      'the leg that leaves',
    );
    agree(
      [entry?.purpose, entry?.rollOf, entry?.lots, entry?.side, entry?.groupId, entry?.playbookId],
      ['ENTRY', id, held?.lots, held?.order.side, exit?.groupId, held?.order.playbookId],
      'the leg that enters',
    );
    agree(this.rolled.has(id), false, 'a second roll of one position');
    this.rolled.add(id);
    count('rolls');
    if (entry?.playbookId !== null) count('rolls of a playbook');
    if (entry?.stopDistanceTicks !== null) count('rolls with a stop');
  }
}

/** A first bar, and RUN: the playbook holds the first month when the steps begin. */
const BEGUN: readonly ChainStep[] = [
  { do: 'bars', moves: [0, 0, 0] },
  { do: 'quotes', moves: [0, 0, 0], locks: [] },
  { do: 'tell', userId: 'ann', command: { type: 'StartTrading', commodity: 'natural-gas' } },
];

async function check([fillsAtOnce, isRunning, steps]: readonly [
  boolean,
  boolean,
  readonly ChainStep[],
]): Promise<void> {
  const desk = await chainDesk(chainConfig({ fillsAtOnce }, 1, '15m'));
  until(desk, ROLL_MS - 3_600_000);
  const player = new ChainPlayer(desk);
  const rolls = new Rolls();
  for (const one of isRunning ? BEGUN : []) await player.play(one);
  player.quotes([0, 0, 0]);
  for (const one of steps) {
    const from = desk.journal.records.length;
    await player.play(one);
    rolls.take(desk.journal.records);
    expectBalancedEntries(desk.journal.records.slice(from));
    const state = desk.runner.state();
    for (const book of Object.values(state.books)) {
      expectReserves(book);
      expectViewAddsUp(state, book);
      if (fillsAtOnce)
        agree(
          Object.values(book.orders).filter(
            ({ rollOf, purpose }) => rollOf !== undefined && purpose === 'ENTRY',
          ).length,
          0,
          'halves of a roll',
        );
    }
  }
  expectPostedBalances(desk.runner.state(), desk.journal.records);
  for (let round = 0; round < 4; round += 1) player.quotes([0, 0, 0]);
  rolls.take(desk.journal.records);
  expectNothingLate(desk);
}

/**
 * Once all months trade freely again, nothing is left in one that ends while there is a later one.
 */
function expectNothingLate(desk: DeskHarness): void {
  const last = MONTHS.at(-1);
  for (const book of Object.values(desk.runner.state().books)) {
    const late = Object.values(book.positions).filter(({ instrumentId }) => {
      const month = MONTHS.find(({ id }) => id === instrumentId);
      return (
        month !== undefined &&
        month !== last &&
        getChain(month) === 'NG' &&
        (month.contract?.rollMs ?? 0) <= desk.nowMs()
      );
    });
    agree(
      late.map(({ instrumentId }) => instrumentId),
      [],
      'what is left in a month that ends',
    );
  }
}

property(
  'what is held at the end of a month is rolled once, whole and on its side, or leaves',
  fc.tuple(
    fc.boolean(),
    fc.boolean(),
    fc.array(chainStep, { minLength: 8, maxLength: 30, size: 'max' }),
  ),
  check,
  {
    after: () => {
      for (const name of ['rolls', 'rolls of a playbook', 'rolls with a stop'])
        expectMet(name, totals[name] ?? 0, 40);
    },
  },
);
