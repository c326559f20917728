// One live account: forwards the news of its broker to the engine, and compares account and broker after
// each connection and every hour.
import type { SetTimer } from '../feeds/pump.server';
import { getLog } from '../platform/log.server';
import { type Book, getBookId } from '../../trading/domain/book';
import { HOUR_MS, SECOND_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { toReports } from '../../trading/engine/order-inquiry';
import type { Runner } from '../../trading/engine/runner';
import type { BrokerSnapshot, ExecutionReport, RemoteBroker } from '../../trading/ports';

export interface LiveAccountPorts {
  readonly runner: Pick<Runner, 'offer' | 'state' | 'onPublish'>;
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
}

const COMPARE_AGAIN_MS = HOUR_MS;
const RETRY_MS = 10 * SECOND_MS;
/** A trade by phone arrives in parts. */
const SETTLE_MS = 2 * SECOND_MS;
/** A comparison begins again while executions arrive. */
const ATTEMPTS_MAX = 5;

export class LiveAccount {
  private readonly bookId: string;
  private nextOrderNumber = 1;
  /** Number of the connection; a comparison of an earlier one has no effect. */
  private connection = 0;
  private isConnected = false;
  /** False while a halt of level 5 keeps the account disconnected. */
  private hasSession = false;
  private executions = 0;
  /** Whether the account was open at the last comparison. */
  private wasOpen = false;
  private unsubscribe: () => void = () => undefined;
  private cancelTimer: () => void = () => undefined;

  constructor(
    userId: string,
    readonly broker: RemoteBroker,
    private readonly ports: LiveAccountPorts,
  ) {
    this.bookId = getBookId(userId, 'live');
  }

  open(): void {
    this.offerEvent({ type: 'BrokerOpened', bookId: this.bookId, atMs: this.getNowMs() });
    this.unsubscribe = this.ports.runner.onPublish(() => this.followAccount());
    // A halt of level 5 outlives a restart.
    if (this.isToBeDisconnected()) return;
    this.connectBroker();
  }

  private connectBroker(): void {
    this.hasSession = true;
    this.broker.startSession({
      onReport: (report) => this.offerReport(report),
      onExternalTrade: () => this.compareSoon(),
      onConnected: (nextOrderNumber) => this.startSession(nextOrderNumber),
      onDisconnected: (reason) => this.endSession(reason),
      onDisagreement: (reason) =>
        this.offerEvent({
          type: 'BrokerDisagreed',
          bookId: this.bookId,
          reason,
          atMs: this.getNowMs(),
        }),
    });
  }

  close(): void {
    this.unsubscribe();
    this.disconnectBroker('disconnected');
  }

  private disconnectBroker(reason: string): void {
    this.connection += 1;
    this.isConnected = false;
    this.hasSession = false;
    this.cancelTimer();
    this.broker.endSession();
    this.offerLoss(reason);
  }

  /** On demand; false where the broker is not connected or does not answer. */
  async compareNow(): Promise<boolean> {
    if (!this.isConnected) return false;
    this.cancelTimer();
    return this.compareWithBroker(this.connection);
  }

  /** A halt of level 5 disconnects until the account is resumed. */
  private followAccount(): void {
    const isToBeDisconnected = this.isToBeDisconnected();
    if (isToBeDisconnected && this.hasSession)
      this.disconnectBroker('the account is halted at level 5');
    else if (!isToBeDisconnected && !this.hasSession) this.connectBroker();
    this.compareOpened();
  }

  private isToBeDisconnected(): boolean {
    return this.findBook()?.halt?.level === 5;
  }

  /** The account is opened when its user first selects live trading. */
  private compareOpened(): void {
    if (!this.isConnected || this.wasOpen || !this.findBook()) return;
    this.wasOpen = true;
    this.startComparison();
  }

  private findBook(): Book | undefined {
    return this.ports.runner.state().books[this.bookId];
  }

  private startSession(nextOrderNumber: number): void {
    this.connection += 1;
    this.isConnected = true;
    this.nextOrderNumber = nextOrderNumber;
    this.offerLoss('account and broker are being compared');
    this.startComparison();
  }

  private endSession(reason: string): void {
    this.connection += 1;
    this.isConnected = false;
    this.cancelTimer();
    getLog().warn({ broker: this.broker.name, reason }, 'the broker is not connected');
    this.offerLoss(reason);
  }

  private startComparison(): void {
    this.cancelTimer();
    void this.compareWithBroker(this.connection);
  }

  /** False if it failed, or another connection followed. */
  private async compareWithBroker(connection: number): Promise<boolean> {
    try {
      const snapshot = await this.takeQuietSnapshot();
      if (connection !== this.connection) return false;
      const { bookId, nextOrderNumber } = this;
      this.offerEvent({
        type: 'BrokerCompared',
        bookId,
        nextOrderNumber,
        snapshot,
        atMs: this.getNowMs(),
      });
      this.scheduleComparison(COMPARE_AGAIN_MS);
      return true;
    } catch (error) {
      if (connection !== this.connection) return false;
      const reason = error instanceof Error ? error.message : String(error);
      getLog().warn({ broker: this.broker.name, reason }, 'account and broker were not compared');
      this.offerLoss(`account and broker could not be compared: ${reason}`);
      this.scheduleComparison(RETRY_MS);
      return false;
    }
  }

  /** A snapshot during which nothing was executed; its reports are offered before. */
  private async takeQuietSnapshot(): Promise<BrokerSnapshot> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const before = this.executions;
      const book = this.findBook();
      this.wasOpen = book !== undefined;
      const orders = Object.values(book?.orders ?? {});
      const statuses = await this.broker.findOrders(orders);
      const snapshot = await this.broker.takeSnapshot();
      if (this.executions !== before) continue;
      for (const report of snapshot.reports) this.offerReport(report);
      // Their executions may have been corrected since: those of the snapshot are newer.
      for (const report of statuses.flatMap(toReports))
        if (!isTrade(report)) this.offerReport(report);
      return snapshot;
    }
    throw new Error('executions kept arriving');
  }

  /** A comparison under way reads again; else one follows, after executions that come along. */
  private compareSoon(): void {
    this.executions += 1;
    if (this.isConnected) this.scheduleComparison(SETTLE_MS);
  }

  private scheduleComparison(ms: number): void {
    this.cancelTimer();
    this.cancelTimer = this.ports.setTimer(() => this.startComparison(), ms);
  }

  private offerReport(report: ExecutionReport): void {
    if (isTrade(report)) this.executions += 1;
    this.offerEvent({ type: 'Execution', bookId: this.bookId, report, atMs: this.getNowMs() });
  }

  private offerLoss(reason: string): void {
    this.offerEvent({ type: 'BrokerLost', bookId: this.bookId, reason, atMs: this.getNowMs() });
  }

  private offerEvent(event: Parameters<Runner['offer']>[0]): void {
    this.ports.runner.offer(event);
  }

  private getNowMs(): EpochMs {
    return this.ports.nowMs();
  }
}

const isTrade = ({ type }: ExecutionReport): boolean => type === 'Filled' || type === 'Corrected';
