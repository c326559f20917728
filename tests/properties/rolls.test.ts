// Rolls under random prices, limits, pauses and commands: each once, in full, on the same side.
import fc from 'fast-check';
import { getChain } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import type { LogRecord } from '../../app/trading/domain/record';
import {
  MONTHS,
  ROLL_MS,
  createChainConfig,
  openChainDesk,
  advanceTo,
} from '../support/chain-desk';
import type { DeskHarness } from '../support/desk-harness';
import {
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectViewAddsUp,
} from './books';
import { ChainPlayer, type ChainStep, chainStep } from './chain-player';
import { assertEqual, expectMet, property } from './property';

const totals: Record<string, number> = {};
const addCount = (name: string): void => void (totals[name] = (totals[name] ?? 0) + 1);

/** Follows positions and rolls in the log. */
class Rolls {
  private readonly held = new Map<string, { readonly order: Order; lots: number }>();
  private readonly orders = new Map<string, Order>();
  private readonly rolled = new Set<string>();
  private seen = 0;

  observeRecords(records: readonly LogRecord[]): void {
    for (const record of records.slice(this.seen)) this.observeRecord(record, records);
    this.seen = records.length;
  }

  private observeRecord(record: LogRecord, records: readonly LogRecord[]): void {
    if (record.type === 'OrderPlaced') this.applyPlacement(record.payload.order, record.atMs);
    if (record.type === 'OrderFilled') this.applyFill(record.payload);
    if (record.type === 'DecisionTaken' && record.payload.action === 'ROLL')
      this.applyDecision(record.seq, records);
  }

  private applyPlacement(placed: Order, atMs: number): void {
    this.orders.set(placed.id, placed);
    if (placed.purpose !== 'ENTRY') return;
    const month = MONTHS.find(({ id }) => id === placed.instrumentId);
    assertEqual(
      (month?.contract?.rollMs ?? Infinity) > atMs,
      true,
      'an entry in a month that is rolled',
    );
    if (placed.playbookId !== null) {
      const active = MONTHS.find(({ contract }) => (contract?.rollMs ?? 0) > atMs);
      assertEqual(placed.instrumentId, active?.id, 'the month that the desk enters by itself');
    }
  }

  private applyFill({
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
   * A roll is two orders for all lots: out of one month and into another on the same side, once.
   */
  private applyDecision(seq: number, records: readonly LogRecord[]): void {
    const legs = records.flatMap((record) =>
      record.type === 'OrderPlaced' && record.causeSeq === seq ? [record.payload.order] : [],
    );
    const [exit, entry] = legs;
    const id = exit?.positionId ?? '';
    const held = this.held.get(id);
    assertEqual(legs.length, 2, 'the legs of a roll');
    assertEqual(
      [exit?.purpose, exit?.rollOf, exit?.lots, exit?.side === held?.order.side],
      ['EXIT', id, held?.lots, false],
      'the leg that leaves',
    );
    assertEqual(
      [entry?.purpose, entry?.rollOf, entry?.lots, entry?.side, entry?.groupId, entry?.playbookId],
      ['ENTRY', id, held?.lots, held?.order.side, exit?.groupId, held?.order.playbookId],
      'the leg that enters',
    );
    assertEqual(this.rolled.has(id), false, 'a second roll of one position');
    this.rolled.add(id);
    addCount('rolls');
    if (entry?.playbookId !== null) addCount('rolls of a playbook');
    if (entry?.stopDistanceTicks !== null) addCount('rolls with a stop');
  }
}

/** First bar and RUN: the first month is held when the steps start. */
const START_STEPS: readonly ChainStep[] = [
  { do: 'bars', moves: [0, 0, 0] },
  { do: 'quotes', moves: [0, 0, 0], locks: [] },
  { do: 'tell', userId: 'ann', command: { type: 'StartTrading', commodity: 'natural-gas' } },
];

async function checkCase([fillsAtOnce, isRunning, steps]: readonly [
  boolean,
  boolean,
  readonly ChainStep[],
]): Promise<void> {
  const desk = await openChainDesk(createChainConfig({ fillsAtOnce }, 1, '15m'));
  advanceTo(desk, ROLL_MS - 3_600_000);
  const player = new ChainPlayer(desk);
  const rolls = new Rolls();
  for (const one of isRunning ? START_STEPS : []) await player.playStep(one);
  player.offerQuotes([0, 0, 0]);
  for (const one of steps) {
    const from = desk.journal.records.length;
    await player.playStep(one);
    rolls.observeRecords(desk.journal.records);
    expectBalancedEntries(desk.journal.records.slice(from));
    const state = desk.runner.state();
    for (const book of Object.values(state.books)) {
      expectReserves(book);
      expectViewAddsUp(state, book);
      if (fillsAtOnce)
        assertEqual(
          Object.values(book.orders).filter(
            ({ rollOf, purpose }) => rollOf !== undefined && purpose === 'ENTRY',
          ).length,
          0,
          'halves of a roll',
        );
    }
  }
  expectPostedBalances(desk.runner.state(), desk.journal.records);
  for (let round = 0; round < 4; round += 1) player.offerQuotes([0, 0, 0]);
  rolls.observeRecords(desk.journal.records);
  expectNothingLate(desk);
}

/** Once all months trade again, no position is left in an ending month while a later one exists. */
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
    assertEqual(
      late.map(({ instrumentId }) => instrumentId),
      [],
      'what is left in a month that ends',
    );
  }
}

property(
  'a position in an ending month is rolled once in full or closed',
  fc.tuple(
    fc.boolean(),
    fc.boolean(),
    fc.array(chainStep, { minLength: 8, maxLength: 30, size: 'max' }),
  ),
  checkCase,
  {
    after: () => {
      for (const name of ['rolls', 'rolls of a playbook', 'rolls with a stop'])
        expectMet(name, totals[name] ?? 0, 40);
    },
  },
);
