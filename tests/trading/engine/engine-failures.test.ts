// Unexpected errors in the engine, its broker, its journal or a listener: nothing runs after one,
// what was stored stands, what waits gets an answer, and the next start does not trade.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSettableClock } from '../../../app/trading/clock';
import type { Command, CommandResult } from '../../../app/trading/domain/command';
import { type EngineConfig, SYSTEM_USER } from '../../../app/trading/engine/config';
import { createEngine } from '../../../app/trading/engine/engine';
import { type Runner, createRunner } from '../../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  GAS,
  INSTRUMENTS,
  MARKET,
  type MemoryJournal,
  OPEN_BOOK,
  buildQuoteEvent,
  createDeskHarness,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import { createFragileJournal } from '../../support/fragile-journal';
import { formatLoggedState, replayRecords } from '../../support/logged-state';
import { createManualOrder, executeCommand } from '../../support/reference-orders';

const STARTED_MS = Date.UTC(2024, 0, 2);
const POINTS = 50;
const USERS = ['ann', 'bob'];
const ERROR = new Error('an injected error');

/** Counts the calls of what it wraps; the call with the number of `failingCall` throws. */
class Trap {
  calls = 0;

  constructor(readonly failingCall: number) {}

  readonly wrapFunction = <Arguments extends readonly unknown[], Result>(
    wrapped: (...args: Arguments) => Result,
  ): ((...args: Arguments) => Result) => {
    return (...args) => {
      this.calls += 1;
      if (this.calls === this.failingCall) throw ERROR;
      return wrapped(...args);
    };
  };

  wrapConfig(config: EngineConfig): EngineConfig {
    const { simulation } = config.brokers;
    if (!simulation) throw new Error('The configuration has no broker.');
    const broker = {
      ...simulation,
      submit: this.wrapFunction(simulation.submitOrder),
      match: this.wrapFunction(simulation.matchOrders),
      cancel: this.wrapFunction(simulation.cancelOrder),
    };
    return {
      ...config,
      brokers: { simulation: broker, paper: broker },
      listPlaybooks: this.wrapFunction(config.listPlaybooks),
      getMarket: this.wrapFunction(config.getMarket),
      getFriction: this.wrapFunction(config.getFriction),
      explainClosedSession: this.wrapFunction(config.explainClosedSession),
      getTradingDay: this.wrapFunction(config.getTradingDay),
    };
  }
}

interface Session {
  readonly trap: Trap;
  readonly journal: MemoryJournal;
  readonly runner: Runner;
  /** Commands with their answers, once those are there. */
  readonly answers: (CommandResult | null)[];
  /** Errors that left the engine. */
  readonly errors: unknown[];
}

const createConfig = (): EngineConfig => createTestConfig({ fillsAtOnce: false });

/** Two users trade by hand, run, stop and close for some minutes; the given call fails. */
async function runSession(failingCall: number): Promise<Session> {
  const trap = new Trap(failingCall);
  const journal = createMemoryJournal();
  const clock = createSettableClock(STARTED_MS);
  const engine = createEngine(trap.wrapConfig(createConfig()));
  const runner = createRunner({
    engine: { ...engine, process: trap.wrapFunction(engine.process) },
    journal: { ...journal, commit: trap.wrapFunction(journal.commit) },
    clock,
    state: EMPTY_DESK,
  });
  runner.onPublish(trap.wrapFunction(() => undefined));
  const session: Session = { trap, journal, runner, answers: [], errors: [] };
  const drainQueue = (): void => {
    try {
      runner.drain();
    } catch (error) {
      session.errors.push(error);
    }
  };
  const send = (userId: string, command: Command): void => {
    const number = session.answers.push(null) - 1;
    void runner.execute({ userId, idempotencyKey: null, command }).then((result) => {
      session.answers[number] = result;
    });
  };
  runner.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: INSTRUMENTS,
    staleAfterMs: 60_000,
    atMs: STARTED_MS,
  });
  for (const user of USERS) send(user, OPEN_BOOK);
  drainQueue();
  for (let step = 1; step <= 40; step += 1) {
    const atMs = STARTED_MS + step * 5_000;
    clock.advance(atMs);
    runner.offer(buildQuoteEvent(GAS, 2800 + ((step * 37) % 90), atMs));
    const user = USERS[step % USERS.length] ?? 'ann';
    if (step % 4 === 0) send(user, createManualOrder({ stop: 40, target: 60 }));
    if (step % 7 === 0)
      send(user, createManualOrder({ side: 'BUY', orderType: 'LIMIT', price: 2700 }));
    if (step === 10) send('ann', { type: 'StartTrading', commodity: null });
    if (step === 25) send('bob', { type: 'CloseTrading', commodity: null });
    if (step === 33) send('bob', { type: 'EmergencyStop' });
    drainQueue();
  }
  send('ann', { type: 'StopTrading', commodity: null });
  drainQueue();
  // After all answers that are there.
  await setImmediate();
  return session;
}

/** Everything that must hold after an error, whatever failed. */
async function expectStopped(session: Session, calm: Session): Promise<void> {
  const { journal, runner, answers, errors } = session;
  const where = `call ${session.trap.failingCall} of ${calm.trap.calls}`;
  expect(errors, where).toEqual([ERROR]);
  const types = journal.records.map(({ type }) => type);
  const haltedAt = types.indexOf('TradingHalted');
  expect(types[haltedAt - 1], where).toBe('CommandReceived');
  // A halt cancels entries that rest.
  expect(new Set([...types.slice(haltedAt + 1), 'OrderCancelled']), where).toEqual(
    new Set(['OrderCancelled']),
  );
  const stored = types.slice(0, haltedAt - 1);
  expect(stored, where).toEqual(
    calm.journal.records.slice(0, stored.length).map(({ type }) => type),
  );
  expect(formatLoggedState(runner.state()), where).toBe(
    formatLoggedState(replayRecords(journal.records)),
  );
  expect(runner.status(), where).toMatchObject({
    queued: 0,
    pendingHalt: 'the engine failed: an injected error',
  });
  expect(runner.offer({ type: 'Time', atMs: STARTED_MS + 300_000 }), where).toBe(false);
  answers.forEach((answer, number) => {
    const calmOutcome = calm.answers[number]?.outcome;
    const isStored = answer?.outcome.ok === true;
    expect(answer, `${where}, command ${number}`).not.toBeNull();
    if (isStored) expect(calmOutcome?.ok, `${where}, command ${number}`).toBe(true);
  });
  await expectHaltedStart(session, where);
}

/** The next start opens no position before the operator has lifted the halt. */
async function expectHaltedStart(session: Session, where: string): Promise<void> {
  const state: DeskState = {
    ...EMPTY_DESK,
    ...replayRecords(session.journal.records),
    sequence: 1_000,
  };
  const desk = createDeskHarness(createConfig(), session.journal, state);
  desk.quote(GAS, 2800);
  if (state.users['ann'] === undefined) return;
  expect(await executeCommand(desk, createManualOrder()), where).toBe('HALTED');
  await desk.send(SYSTEM_USER, { type: 'ResumeTrading', reason: 'the cause was found' });
  desk.quote(GAS, 2801);
  expect(await executeCommand(desk, createManualOrder()), where).not.toBe('HALTED');
}

test(`an error at any of ${POINTS} points ends the engine, halts and loses nothing`, async () => {
  const calm = await runSession(Infinity);
  expect(calm.errors).toEqual([]);
  const types = new Set(calm.journal.records.map(({ type }) => type));
  for (const type of ['OrderFilled', 'OrderCancelled', 'OrderRefused'] as const)
    expect([...types]).toContain(type);
  for (let point = 0; point < POINTS; point += 1) {
    const call = 1 + Math.floor((point * calm.trap.calls) / POINTS);
    await expectStopped(await runSession(call), calm);
  }
});

test('a command after the error is rejected, and so is one that waited with it', async () => {
  const session = await runSession(1);
  const codes = session.answers.map((answer) =>
    answer?.outcome.ok === false ? answer.outcome.refusal.code : 'done',
  );
  expect(new Set(codes)).toEqual(new Set(['FAULT']));
});

test('the first error is reported although the halt cannot be stored', async () => {
  const disk = createFragileJournal();
  const engine = createEngine(createConfig());
  let isBroken = false;
  const runner = createRunner({
    engine: {
      ...engine,
      process: (...args) => {
        if (isBroken) throw ERROR;
        return engine.process(...args);
      },
    },
    journal: disk.journal,
    clock: createSettableClock(STARTED_MS),
    state: EMPTY_DESK,
  });
  isBroken = true;
  runner.offer({ type: 'Time', atMs: STARTED_MS });
  expect(() => runner.drain()).toThrow(ERROR);
  expect([runner.status().pendingHalt, disk.journal.records]).toEqual([
    'the engine failed: an injected error',
    [],
  ]);
});
