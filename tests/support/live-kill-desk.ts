// A live account that lives through kills: the double of the gateway and the data directory stay, and
// one process follows the other.
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Fault } from '../../app/programs/broker-mock/gateway-server';
import type { GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import { GAS_MONTH, toGasLots } from './broker-desk';
import { GATEWAY_ACCOUNT, GatewayDesk } from './gateway-desk';
import type { MarkWatcher } from './killer';
import { listDatabaseFaults } from './killer-checks';
import { listOrderFaults, listReferences, listStoredOrders } from './live-kill-checks';
import type { Moment } from './live-kill-moments';
import type { AccountState } from './live-process';
import { LiveRun } from './live-run';
import { ARM_ACCOUNT, createManualOrder } from './reference-orders';

const CASH = 10_000_000;
const CONTRACTS_MAX = 6;
/** Each round trip gains a little, so that no streak of losses stops the account. */
const FILL_PRICES = { BUY: 2.999, SELL: 3.001 } as const;
const LIMIT_TICKS = { BUY: 2950, SELL: 3050 } as const;
const PLACE = '3';
/** Index of a field. */
const ORDER_REF = 26;
const [POSITION_END, BALANCE_END] = [62, 64];

export class LiveKillDesk {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-live-kills-'));
  /** `early`: entries that were rejected before the comparison; `unsent`: stored orders that never arrived. */
  readonly totals = { orders: 0, executions: 0, early: 0, unsent: 0, inside: 0 };
  /** What left before it was stored, or before account and broker were compared. */
  private readonly early: string[] = [];
  private readonly compared = new WeakSet<Socket>();
  private fault: Fault = {};
  private run: LiveRun | null = null;

  private constructor(
    private readonly desk: GatewayDesk,
    private readonly program: string,
    private readonly markWatcher: MarkWatcher,
    private readonly roll: () => number,
  ) {
    desk.fault = {
      loses: (fields, socket) => this.receiveRequest(fields, socket),
      deliver: (fields, send, socket) => {
        if (fields[0] === BALANCE_END) this.compared.add(socket);
        if (fields[0] === POSITION_END && !this.compared.has(socket))
          return void this.tryEarlyEntry().finally(() => send(fields));
        if (this.fault.deliver) this.fault.deliver(fields, send, socket);
        else send(fields);
      },
    };
  }

  static async open(
    program: string,
    markWatcher: MarkWatcher,
    roll: () => number,
  ): Promise<LiveKillDesk> {
    return new LiveKillDesk(await GatewayDesk.open({}, CASH), program, markWatcher, roll);
  }

  private receiveRequest(fields: readonly string[], socket: Socket): boolean {
    if (fields[0] === PLACE) this.checkDeparture(fields[ORDER_REF] ?? '', socket);
    return this.fault.loses?.(fields, socket) ?? false;
  }

  /** Where an order arrives, it is stored, and its account was compared. */
  private checkDeparture(orderRef: string, socket: Socket): void {
    if (!this.compared.has(socket)) this.early.push(`${orderRef} was sent before a comparison`);
    if (!listReferences(listStoredOrders(this.dataDir)).has(orderRef))
      this.early.push(`${orderRef} was sent before it was stored`);
  }

  /** An entry in the middle of the first comparison of a process. */
  private async tryEarlyEntry(): Promise<void> {
    const entry = createManualOrder({ instrumentId: GAS_MONTH.id, lots: toGasLots(1) });
    const answer = await this.run?.sendCommand(entry);
    if (!answer) return;
    if (answer.isDone) this.early.push('an entry was accepted');
    else this.totals.early += 1;
  }

  private get gateway() {
    return this.desk.gateway;
  }

  private startRun(): LiveRun {
    const run = new LiveRun(
      {
        program: this.program,
        dataDir: this.dataDir,
        port: this.desk.server.port,
        account: GATEWAY_ACCOUNT,
        instrumentId: GAS_MONTH.id,
      },
      this.markWatcher,
    );
    // After a failure; its marks would be awaited for ever.
    onTestFinished(() => run.killNow());
    this.run = run;
    return run;
  }

  /** Opens the live account. */
  async openAccount(): Promise<void> {
    const run = this.startRun();
    await run.waitUntilOpened();
    const capitalMills = toMills(25_000_000);
    await this.executeCommand(run, {
      type: 'OpenBook',
      mode: 'live',
      market: 'quotes',
      capitalMills,
    });
    await this.executeCommand(run, { type: 'SelectMode', mode: 'live' });
    await run.waitForAccount(isSettled, 'compared');
    await run.finishRun();
  }

  private async executeCommand(run: LiveRun, command: Command): Promise<void> {
    expect(await run.sendCommand(command)).toEqual({ type: 'answer', isDone: true, message: '' });
  }

  /** One life, which ends at the moment. */
  async liveUntil(moment: Moment): Promise<void> {
    const run = this.startRun();
    const killRun = (delayUs?: number): void => {
      this.fault = {};
      run.killNow(delayUs);
    };
    if (moment.phase === 'comparison') this.fault = moment.createFault?.(killRun) ?? {};
    else if (await this.startTrading(run)) await this.tradeUntil(run, moment, killRun);
    await run.waitUntil(() => false, `killed ${moment.name}`);
    const { signal, wasInside } = await run.ended;
    expect(signal).toBe('SIGKILL');
    this.totals.inside += wasInside ? 1 : 0;
    this.fault = {};
    // Half of the time the market goes on while the process is dead.
    if (this.roll() < 0.5) this.fillMarketOrders();
  }

  /** Ends with an orderly life; returns the faults of the database. */
  async closeDesk(): Promise<readonly string[]> {
    const run = this.startRun();
    await this.startTrading(run);
    await this.closePositions(run);
    this.checkAgreement(run.getAccount());
    await run.finishRun();
    const faults = listDatabaseFaults(this.dataDir, {
      acknowledged: new Map(),
      pending: new Map(),
      faults: [],
    });
    const orders = [...this.gateway.listOpenOrders(), ...this.gateway.listCompletedOrders()];
    this.totals.orders += orders.length;
    this.totals.executions += this.gateway.listExecutions().length;
    const sent = new Set(orders.map(({ request }) => request.orderRef));
    const stored = listStoredOrders(this.dataDir);
    this.totals.unsent += stored.filter(({ id }) => !sent.has(`fm:${id}`)).length;
    rmSync(this.dataDir, { recursive: true, force: true });
    await this.desk.server.close();
    return faults;
  }

  /** Checks that account and broker agree after the comparison, and makes room for the next trade. */
  private async startTrading(run: LiveRun): Promise<boolean> {
    await run.waitUntilOpened();
    await run.waitForAccount(isSettled, 'settled');
    this.checkAgreement(run.getAccount());
    await this.fillRest(run);
    const held = Math.abs(this.countContracts());
    // Without a stop for all of it, further entries are rejected.
    if (held >= CONTRACTS_MAX || held > this.countStops()) await this.closePositions(run);
    return true;
  }

  private checkAgreement({ halt, heldLots }: AccountState): void {
    expect(halt).toBeNull();
    expect(this.early).toEqual([]);
    const stored = listStoredOrders(this.dataDir);
    expect(listOrderFaults(this.gateway, stored, toGasLots(1))).toEqual([]);
    expect(heldLots).toBe(toGasLots(1) * this.countContracts());
  }

  private countContracts(): number {
    return this.gateway.listPositions().reduce((sum, { quantity }) => sum + quantity, 0);
  }

  private countStops(): number {
    return this.gateway
      .listOpenOrders()
      .filter(({ request }) => request.orderType === 'STP')
      .reduce((sum, { request }) => sum + request.quantity, 0);
  }

  /** Orders at the market or at a limit: no quote of the double fills them. */
  private listFillable(): readonly GatewayOrder[] {
    return this.gateway.listOpenOrders().filter(({ request }) => request.orderType !== 'STP');
  }

  private fillOne({ permanentId, request }: GatewayOrder, quantity = 1): void {
    this.gateway.fillOrder(permanentId, quantity, FILL_PRICES[request.action]);
  }

  private fillMarketOrders(): void {
    for (const order of this.listFillable())
      if (order.request.orderType === 'MKT')
        this.fillOne(order, order.request.quantity - order.filled);
  }

  private async fillRest(run: LiveRun): Promise<void> {
    for (const order of this.listFillable())
      this.fillOne(order, order.request.quantity - order.filled);
    await this.waitForAgreement(run);
  }

  /** Until the process has booked what the gateway holds, and its orders work there. */
  private async waitForAgreement(run: LiveRun): Promise<void> {
    await run.waitForAccount(
      (account) =>
        isSettled(account) &&
        account.heldLots === toGasLots(1) * this.countContracts() &&
        account.working === this.gateway.listOpenOrders().length,
      'in agreement',
    );
  }

  private async closePositions(run: LiveRun): Promise<void> {
    if (this.countContracts() === 0) return;
    const isFilled = this.fillAtOnce();
    await this.executeCommand(run, { type: 'CloseTrading', commodity: null });
    await run.waitForAccount(
      (account) => isSettled(account) && account.heldLots === 0 && account.working === 0,
      'closed',
    );
    isFilled();
  }

  /** Market orders fill as they arrive. Returns the end of it. */
  private fillAtOnce(): () => void {
    return this.gateway.addListener((news) => {
      if (news.type === 'order' && news.order.status === 'Submitted' && news.order.filled === 0)
        setImmediate(() => this.fillMarketOrders());
    });
  }

  private async tradeUntil(
    run: LiveRun,
    moment: Moment,
    killRun: (delayUs?: number) => void,
  ): Promise<void> {
    await this.permitEntries(run);
    const command = this.chooseCommand(moment);
    if (moment.phase === 'cancel') await this.placeLimit(run);
    this.fault = moment.createFault?.(killRun) ?? {};
    if (moment.aim) run.setAim(moment.aim);
    void run.sendCommand(command);
    if (moment.phase === 'fill') await this.fillInParts(run);
  }

  /** What a trader does after each start: lifts the halt of a limit, and arms. */
  private async permitEntries(run: LiveRun): Promise<void> {
    const reason = 'reviewed';
    await this.executeCommand(run, { type: 'ResumeAccount', bookId: 'ann:live', reason });
    await this.executeCommand(run, ARM_ACCOUNT);
  }

  private chooseCommand({ phase, needsStop = false }: Moment): Command {
    if (phase === 'cancel') return { type: 'StopTrading', commodity: null };
    const held = this.countContracts();
    if (!needsStop && Math.abs(held) >= 2 && this.roll() < 0.4)
      return { type: 'CloseTrading', commodity: null };
    const isLong = held === 0 ? this.roll() < 0.5 : held > 0;
    return createManualOrder({
      instrumentId: GAS_MONTH.id,
      side: isLong ? 'BUY' : 'SELL',
      lots: toGasLots(2 + Math.floor(this.roll() * 2)),
      stop: needsStop || this.roll() < 0.5 ? 40 : null,
    });
  }

  private async placeLimit(run: LiveRun): Promise<void> {
    const side = this.countContracts() < 0 ? 'SELL' : 'BUY';
    const limit = createManualOrder({
      instrumentId: GAS_MONTH.id,
      side,
      orderType: 'LIMIT',
      lots: toGasLots(1),
      price: LIMIT_TICKS[side],
    });
    await this.executeCommand(run, limit);
    await this.waitForAgreement(run);
  }

  /** One contract after the other, each as soon as the former is booked, until the process is dead. */
  private async fillInParts(run: LiveRun): Promise<void> {
    while (await run.waitUntil(() => this.canFill(run), 'ready for a fill')) {
      const [order] = this.listFillable();
      if (order) this.fillOne(order);
      // Lets the report leave.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private canFill(run: LiveRun): boolean {
    const { waiting, heldLots } = run.getAccount();
    return (
      waiting === 0 &&
      heldLots === toGasLots(1) * this.countContracts() &&
      this.listFillable().length > 0
    );
  }
}

const isSettled = ({ isReady, waiting }: AccountState): boolean => isReady && waiting === 0;
