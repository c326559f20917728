// An engine with a live account at the double of a broker, over loopback and in fast time. It survives
// restarts: the next run begins with the state that was stored.
import { performance } from 'node:perf_hooks';
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import { LiveAccount } from '../../app/server/brokers/live-account.server';
import { type OrderRecovery, recoverOrders } from '../../app/server/desk/order-recovery.server';
import { startTimer } from '../../app/server/feeds/pump.server';
import { type Book, getBookId } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { Order } from '../../app/trading/domain/order';
import { SECOND_MS } from '../../app/trading/domain/time';
import type { EpochMs } from '../../app/trading/domain/units';
import type { Journal, RemoteBroker } from '../../app/trading/ports';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { findReportedOrder } from '../../app/trading/engine/ended-orders';
import { type Runner, createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import {
  MARKET,
  OPEN_BOOK,
  buildQuoteEvent,
  createMemoryJournal,
  createTestConfig,
} from './desk-harness';
import { GAS_MONTH } from './broker-desk';
import { GatewayVenue } from './gateway-venue';
import type { LiveVenue } from './live-venue';
import { ARM_ACCOUNT } from './reference-orders';

/** Desk milliseconds in one of the machine. */
const SPEED = 50;
const START_MS = Date.UTC(2026, 10, 30, 15);
const USER = 'ann';
const STALE_MS = 3_600_000;

interface Run {
  readonly runner: Runner;
  readonly account: LiveAccount;
  readonly recovery: OrderRecovery;
  /** Nothing leaves any more. */
  isMuted: boolean;
  /** Nothing is stored any more either: the process is dead. */
  isDead: boolean;
  readonly clock: NodeJS.Timeout;
}

export class LiveDesk<V extends LiveVenue = LiveVenue> {
  readonly journal = createMemoryJournal();
  /** Milliseconds by which the clock of the gateway is ahead. */
  gatewayAheadMs = 0;
  /** Milliseconds that were skipped. */
  private skippedMs = 0;
  private readonly startedMs = performance.now();
  private run: Run | null = null;

  private constructor(readonly venue: V) {}

  static open(): Promise<LiveDesk<GatewayVenue>> {
    return LiveDesk.openAt(GatewayVenue.open);
  }

  static async openAt<V extends LiveVenue>(
    openVenue: (nowMs: () => EpochMs) => Promise<V>,
  ): Promise<LiveDesk<V>> {
    const desk: { current?: LiveDesk<V> } = {};
    const venue = await openVenue(
      () => (desk.current?.getNowMs() ?? START_MS) + (desk.current?.gatewayAheadMs ?? 0),
    );
    desk.current = new LiveDesk(venue);
    desk.current.startRun(EMPTY_DESK);
    return desk.current;
  }

  get gateway(): Gateway {
    return this.venue.gateway;
  }

  getNowMs(): EpochMs {
    const passedMs = Math.round((performance.now() - this.startedMs) * SPEED);
    return START_MS + this.skippedMs + passedMs;
  }

  /** The clock of the desk goes ahead; timers do not. */
  skipTime(ms: number): void {
    this.skippedMs += ms;
  }

  get state(): DeskState {
    return this.getRun().runner.state();
  }

  get book(): Book | undefined {
    return this.state.books[getBookId(USER, 'live')];
  }

  private getRun(): Run {
    if (!this.run) throw new Error('the desk runs');
    return this.run;
  }

  private startRun(state: DeskState): void {
    const run: { current?: Run } = {};
    const setTimer: typeof startTimer = (callback, ms) => startTimer(callback, ms / SPEED);
    const broker = this.createBroker(() => run.current?.isMuted === true, setTimer);
    const config: EngineConfig = createTestConfig({ findLiveBroker: () => broker });
    const nowMs = (): EpochMs => this.getNowMs();
    const runner = createRunner({
      engine: createEngine(config),
      journal: this.createJournal(() => run.current?.isDead === true),
      clock: { nowMs, monotonicMs: () => performance.now() },
      state: { ...state, links: {} },
      schedule: setImmediate,
    });
    const account = new LiveAccount(USER, broker, { runner, nowMs, setTimer });
    const clock = setInterval(
      () => runner.offer({ type: 'Time', atMs: nowMs() }),
      SECOND_MS / SPEED,
    );
    runner.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: [GAS_MONTH],
      staleAfterMs: STALE_MS,
      atMs: nowMs(),
    });
    account.open();
    runner.drain();
    const recovery = recoverOrders({ runner, config, nowMs, setTimer });
    run.current = { runner, account, recovery, isMuted: false, isDead: false, clock };
    this.run = run.current;
  }

  /** What a dead process would still store is lost. */
  private createJournal(isDead: () => boolean): Journal {
    const { journal } = this;
    return {
      ...journal,
      commit: (commit) => {
        if (!isDead()) journal.commit(commit);
      },
    };
  }

  private createBroker(isMuted: () => boolean, setTimer: typeof startTimer): RemoteBroker {
    const broker = this.venue.createBroker({
      findOrder: (id): Order | undefined => this.book && findReportedOrder(this.book, id),
      nowMs: () => this.getNowMs(),
      setTimer,
      speed: SPEED,
    });
    const { submitOrder, cancelOrder } = broker;
    return Object.assign(broker, {
      submitOrder: (...call: Parameters<typeof submitOrder>) =>
        isMuted() ? [] : submitOrder.apply(broker, call),
      cancelOrder: (...call: Parameters<typeof cancelOrder>) =>
        isMuted() ? [] : cancelOrder.apply(broker, call),
    });
  }

  /** The process dies: what was stored stays, and what was not sent never is. */
  killRun(): void {
    const run = this.getRun();
    run.isMuted = true;
    run.isDead = true;
    clearInterval(run.clock);
    run.recovery.stop();
    run.account.close();
  }

  /** Dies after the next command is stored and before anything of it is sent. */
  dieBeforeSending(): void {
    this.getRun().isMuted = true;
  }

  restartRun(): void {
    this.killRun();
    this.startRun(this.state);
  }

  async sendCommand(command: Command): Promise<boolean> {
    const { outcome } = await this.getRun().runner.execute({
      userId: USER,
      command,
      idempotencyKey: null,
    });
    return outcome.ok;
  }

  async openAccount(): Promise<void> {
    await this.sendCommand({ ...OPEN_BOOK, mode: 'live' });
    await this.sendCommand({ type: 'SelectMode', mode: 'live' });
  }

  /** What a trader does before orders: lifts the halt of a limit, and arms. Rejected while not connected. */
  async permitEntries(): Promise<void> {
    const { halt, arming, id } = this.book ?? {};
    if (halt && id !== undefined)
      await this.sendCommand({ type: 'ResumeAccount', bookId: id, reason: 'reviewed' });
    if (halt || !arming) await this.sendCommand(ARM_ACCOUNT);
  }

  /** True while broker and account disagree. */
  get isDisputed(): boolean {
    return this.book?.halt?.needsOperator === true;
  }

  get isReady(): boolean {
    return this.state.links[getBookId(USER, 'live')]?.state === 'ready';
  }

  /** The same price at the desk and at the gateway. */
  setPrice(ticks: number): void {
    const price = (each: number): number => Number((each / 1000).toFixed(3));
    this.getRun().runner.offer(buildQuoteEvent(GAS_MONTH, ticks, this.getNowMs()));
    this.gateway.setQuote(this.venue.contract, {
      bid: price(ticks - 1),
      ask: price(ticks + 1),
      last: price(ticks),
    });
  }

  compareNow(): Promise<boolean> {
    return this.getRun().account.compareNow();
  }

  async closeDesk(): Promise<void> {
    this.killRun();
    await this.venue.close();
  }
}
