// A double of the gateway on loopback, and our broker connected to it.
import { onTestFinished, vi } from 'vitest';
import { expect } from 'vitest';
import { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import { type Fault, GatewayServer } from '../../app/programs/broker-mock/gateway-server';
import { listGatewayContracts } from '../../app/programs/broker-mock/listed-contracts';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { startTimer } from '../../app/server/feeds/pump.server';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { toLots } from '../../app/trading/domain/units';
import { findMonthInstrument } from '../../app/trading/market/contract-month';
import type { ExecutionReport } from '../../app/trading/ports';
import { buildBrokerOrder } from './broker-order';

export const GATEWAY_ACCOUNT = 'DU1234567';

export const getMonth = (id: string): Instrument => {
  const instrument = findMonthInstrument(id);
  if (!instrument) throw new Error(`${id} is a contract month`);
  return instrument;
};
export const GAS_MONTH = getMonth('NG.F27');
const CORN_MONTH = getMonth('CORN.H27');
const INSTRUMENTS = [GAS_MONTH, CORN_MONTH];

/** Lots of whole contracts of natural gas. */
export const toGasLots = (contracts: number) => toLots(contracts * 1000);

/** An order for whole contracts of natural gas, with its number. */
export const buildGasOrder = (number: number, change: Partial<Order> = {}): Order =>
  buildBrokerOrder({
    id: `order-${number}`,
    instrumentId: GAS_MONTH.id,
    lots: toGasLots(2),
    remote: { broker: 'Interactive Brokers', number, isAddition: false, fills: [] },
    ...change,
  });

export class GatewayDesk {
  fault: Fault = {};
  readonly reports: ExecutionReport[] = [];
  /** `connected NUMBER`, `disconnected REASON` and `disagreement REASON`, oldest first. */
  readonly news: string[] = [];
  /** Orders of the account, for corrections of earlier runs. */
  readonly orders = new Map<string, Order>();

  private constructor(
    readonly gateway: Gateway,
    readonly server: GatewayServer,
    readonly contract: GatewayContract,
  ) {}

  /** `change`: other terms of natural gas than those of the desk. `cash`: dollars. */
  static async open(change: Partial<GatewayContract> = {}, cash = 250_000): Promise<GatewayDesk> {
    const [gas, ...others] = listGatewayContracts(INSTRUMENTS).map(({ contract }) => contract);
    if (!gas) throw new Error('the double lists natural gas');
    const contract = { ...gas, ...change };
    const contracts = [contract, ...others];
    const gateway = new Gateway({
      account: GATEWAY_ACCOUNT,
      contracts,
      cash,
      nowMs: () => Date.UTC(2026, 10, 30, 15),
    });
    const desk: { current?: GatewayDesk } = {};
    const server = await GatewayServer.openServer({
      gateway,
      port: 0,
      getFault: () => desk.current?.fault ?? {},
    });
    onTestFinished(() => server.close());
    desk.current = new GatewayDesk(gateway, server, contract);
    return desk.current;
  }

  createBroker(account = GATEWAY_ACCOUNT, clientId = 7): IbkrBroker {
    const broker = new IbkrBroker({
      address: { host: '127.0.0.1', port: this.server.port, clientId, account },
      findOrder: (id) => this.orders.get(id),
      listInstruments: () => INSTRUMENTS,
      nowMs: () => this.gateway.getTimeMs(),
      setTimer: startTimer,
    });
    onTestFinished(() => broker.endSession());
    return broker;
  }

  async openBroker(broker = this.createBroker()): Promise<IbkrBroker> {
    broker.startSession({
      onReport: (report) => this.reports.push(report),
      onConnected: (number) => this.news.push(`connected ${number}`),
      onDisconnected: (reason) => this.news.push(`disconnected ${reason}`),
      onDisagreement: (reason) => this.news.push(`disagreement ${reason}`),
    });
    await vi.waitFor(() => expect(this.news).not.toEqual([]));
    // Looks the contracts up.
    if (this.news.at(-1)?.startsWith('connected')) await broker.takeSnapshot();
    return broker;
  }

  /** A price of natural gas. */
  setQuote(last: number): void {
    this.gateway.setQuote(this.contract, { bid: last - 0.001, ask: last + 0.001, last });
  }

  /** An order of another client, without a reference of ours; at the market without a limit. */
  placeByPhone(quantity: number, limitPrice: number | null = null): void {
    const { contractId } = this.contract;
    this.gateway.placeOrder(
      {
        type: 'place',
        orderNumber: 1,
        contract: { contractId, symbol: '', secType: '', expiry: '', exchange: '' },
        action: 'BUY',
        quantity,
        orderType: limitPrice === null ? 'MKT' : 'LMT',
        limitPrice,
        stopPrice: null,
        timeInForce: 'GTC',
        account: GATEWAY_ACCOUNT,
        orderRef: 'by phone',
      },
      99,
    );
  }

  async waitForReports(count: number): Promise<readonly ExecutionReport[]> {
    await vi.waitFor(() => expect(this.reports.length).toBeGreaterThanOrEqual(count));
    return this.reports;
  }
}
