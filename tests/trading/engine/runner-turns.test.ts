// Scheduled turns of the runner: a long queue is processed a few events at a time, in order, with
// the same result as at once.
import { expect, test } from 'vitest';
import { createSettableClock } from '../../../app/trading/clock';
import { toCanonicalJson } from '../../../app/trading/domain/canonical-json';
import type { Command } from '../../../app/trading/domain/command';
import { createEngine } from '../../../app/trading/engine/engine';
import type { EngineEvent } from '../../../app/trading/engine/event';
import { createRunner } from '../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { Journal } from '../../../app/trading/ports';
import {
  GAS,
  INSTRUMENTS,
  MARKET,
  OPEN_BOOK,
  buildQuoteEvent,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import { createFragileJournal } from '../../support/fragile-journal';
import { createManualOrder } from '../../support/reference-orders';

const STARTED_MS = Date.UTC(2024, 0, 2);
const QUOTES = 20;

/** A runner whose turns run when asked, on a machine that takes so many milliseconds for an event. */
function createTurnedRunner(millisecondsPerEvent: number, journal: Journal) {
  let elapsedMs = 0;
  const turns: (() => void)[] = [];
  const clock = createSettableClock(STARTED_MS, () => elapsedMs);
  const engine = createEngine(createTestConfig());
  const runner = createRunner({
    engine: {
      ...engine,
      process: (...args) => {
        elapsedMs += millisecondsPerEvent;
        return engine.process(...args);
      },
    },
    journal,
    clock,
    state: EMPTY_DESK,
    schedule: (turn) => void turns.push(turn),
  });
  const offerEvent = (event: EngineEvent): boolean => {
    clock.advance(event.atMs);
    return runner.offer(event);
  };
  const runTurns = (): number => {
    let count = 0;
    for (; turns.length > 0; count += 1) turns.shift()?.();
    return count;
  };
  const sendCommand = (command: Command) =>
    runner.execute({ userId: 'ann', idempotencyKey: null, command });
  return { runner, offerEvent, sendCommand, runTurns, runTurn: () => turns.shift()?.() };
}
type TurnedRunner = ReturnType<typeof createTurnedRunner>;

/** The quote of a second; the first is 2,800. */
const buildQuoteAt = (second: number): EngineEvent =>
  buildQuoteEvent(GAS, 2799 + second, STARTED_MS + 1000 * second);

function offerDay({ offerEvent, sendCommand }: TurnedRunner): void {
  offerEvent({
    type: 'MarketListed',
    market: MARKET,
    instruments: INSTRUMENTS,
    staleAfterMs: 60_000,
    atMs: STARTED_MS,
  });
  void sendCommand(OPEN_BOOK);
  for (let second = 1; second <= QUOTES; second += 1) offerEvent(buildQuoteAt(second));
}

const countRead = ({ runner }: TurnedRunner): number => {
  const quote = runner.state().markets[MARKET]?.instruments[GAS.id]?.quote;
  return quote ? Math.round((quote.atMs - STARTED_MS) / 1000) : 0;
};

test('a turn ends after ten milliseconds, and the next continues', () => {
  const desk = createTurnedRunner(4, createMemoryJournal());
  offerDay(desk);
  desk.runTurn(); // the listing, the account and the first quote
  expect([countRead(desk), desk.runner.status().queued]).toEqual([1, QUOTES - 1]);
  desk.runTurn();
  expect([countRead(desk), desk.runner.status().queued]).toEqual([4, QUOTES - 4]);
  desk.runTurns();
  expect([countRead(desk), desk.runner.status().queued]).toEqual([QUOTES, 0]);
  expect(desk.runner.status().events).toBe(QUOTES + 2);
});

test('an event that takes longer than a turn is a turn of its own', () => {
  const desk = createTurnedRunner(50, createMemoryJournal());
  offerDay(desk);
  // The listing shares its turn with the command that waits behind it.
  expect(desk.runTurns()).toBe(QUOTES + 1);
  expect(countRead(desk)).toBe(QUOTES);
});

test('turns give the same records and accounts as one turn', () => {
  const [fast, slow] = [0, 7].map((millisecondsPerEvent) => {
    const journal = createMemoryJournal();
    const desk = createTurnedRunner(millisecondsPerEvent, journal);
    offerDay(desk);
    const turns = desk.runTurns();
    return { turns, text: toCanonicalJson([journal.records, desk.runner.state()]) };
  });
  expect([fast?.turns, (slow?.turns ?? 0) > 5]).toEqual([1, true]);
  expect(slow?.text).toBe(fast?.text);
});

test('a command waits only for the events before it', async () => {
  const journal = createMemoryJournal();
  const desk = createTurnedRunner(4, journal);
  offerDay(desk);
  desk.runTurn();
  const result = desk.sendCommand(createManualOrder());
  desk.offerEvent(buildQuoteAt(QUOTES + 1));
  desk.runTurn(); // goes on until the command is answered
  expect(countRead(desk)).toBe(QUOTES);
  desk.runTurns();
  expect((await result).outcome.ok).toBe(true);
  expect(countRead(desk)).toBe(QUOTES + 1);
  // Filled at the quote before the command, not at the one after it.
  const fill = journal.records.find(({ type }) => type === 'OrderFilled');
  expect(fill?.payload).toMatchObject({ midTicks: 2799 + QUOTES });
});

test('draining processes the whole queue, however long it takes', () => {
  const desk = createTurnedRunner(50, createMemoryJournal());
  offerDay(desk);
  desk.runner.drain();
  expect([countRead(desk), desk.runner.status().queued]).toEqual([QUOTES, 0]);
});

test('a storage fault in a later turn loses no command', async () => {
  const disk = createFragileJournal();
  const desk = createTurnedRunner(4, disk.journal);
  offerDay(desk);
  desk.runTurn();
  disk.setFull(true);
  const stop = desk.sendCommand({ type: 'EmergencyStop' });
  desk.runTurns();
  const { outcome } = await stop;
  expect(outcome.ok).toBe(false);
  expect(countRead(desk)).toBe(QUOTES);
  disk.setFull(false);
  desk.offerEvent({ type: 'Time', atMs: STARTED_MS + 60_000 });
  desk.runTurns();
  expect(disk.journal.records.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ command: { type: 'EmergencyStop' } }),
  );
});
