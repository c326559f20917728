// An engine with a live account at the double of the gateway, over loopback and in fast time. It survives
// restarts: the next run begins with the state that was stored.
import { performance } from 'node:perf_hooks';
import { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import { type Fault, GatewayServer } from '../../app/programs/broker-mock/gateway-server';
import { listGatewayContracts } from '../../app/programs/broker-mock/listed-contracts';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { LiveAccount } from '../../app/server/brokers/live-account.server';
import { type OrderRecovery, recoverOrders } from '../../app/server/desk/order-recovery.server';
import { startTimer } from '../../app/server/feeds/pump.server';
import { type Book, getBookId } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { Order } from '../../app/trading/domain/order';
import { SECOND_MS } from '../../app/trading/domain/time';
import type { EpochMs } from '../../app/trading/domain/units';
import type { Journal } from '../../app/trading/ports';
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
import { GAS_MONTH, GATEWAY_ACCOUNT } from './gateway-desk';

/** Desk milliseconds in one of the machine. */
const SPEED = 50;
const START_MS = Date.UTC(2026, 10, 30, 15);
const USER = 'ann';
const CLIENT_ID = 7;
const STALE_MS = 3_600_000;
const CASH = 10_000_000;

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

export class LiveDesk {
  readonly journal = createMemoryJournal();
  fault: Fault = {};
  /** Milliseconds by which the clock of the gateway is ahead. */
  gatewayAheadMs = 0;
  /** Milliseconds that were skipped. */
  private skippedMs = 0;
  private readonly startedMs = performance.now();
  private run: Run | null = null;

  private constructor(
    readonly gateway: Gateway,
    readonly server: GatewayServer,
    readonly contract: GatewayContract,
  ) {}

  static async open(): Promise<LiveDesk> {
    const contracts = listGatewayContracts([GAS_MONTH]).map((listed) => listed.contract);
    const [contract] = contracts;
    if (!contract) throw new Error('the double lists natural gas');
    const desk: { current?: LiveDesk } = {};
    const gateway = new Gateway({
      account: GATEWAY_ACCOUNT,
      contracts,
      cash: CASH,
      nowMs: () => (desk.current?.getNowMs() ?? START_MS) + (desk.current?.gatewayAheadMs ?? 0),
    });
    const server = await GatewayServer.openServer({
      gateway,
      port: 0,
      getFault: () => desk.current?.fault ?? {},
    });
    desk.current = new LiveDesk(gateway, server, contract);
    desk.current.startRun(EMPTY_DESK);
    return desk.current;
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

  private createBroker(isMuted: () => boolean, setTimer: typeof startTimer): IbkrBroker {
    const broker = new IbkrBroker({
      address: {
        host: '127.0.0.1',
        port: this.server.port,
        clientId: CLIENT_ID,
        account: GATEWAY_ACCOUNT,
        requestsPerSecond: 40 * SPEED,
      },
      findOrder: (id): Order | undefined => this.book && findReportedOrder(this.book, id),
      listInstruments: () => [GAS_MONTH],
      nowMs: () => this.getNowMs(),
      setTimer,
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

  /** The same price at the desk and at the gateway. */
  setPrice(ticks: number): void {
    const price = (each: number): number => Number((each / 1000).toFixed(3));
    this.getRun().runner.offer(buildQuoteEvent(GAS_MONTH, ticks, this.getNowMs()));
    this.gateway.setQuote(this.contract, {
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
    await this.server.close();
  }
}
