// A remote broker in memory with a broker of ours connected to it: what the desks of all brokers share.
import { expect, vi } from 'vitest';
import { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import { listGatewayContracts } from '../../app/programs/broker-mock/listed-contracts';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { toLots } from '../../app/trading/domain/units';
import { findMonthInstrument } from '../../app/trading/market/contract-month';
import type { ExecutionReport, RemoteBroker } from '../../app/trading/ports';
import { buildBrokerOrder } from './broker-order';

export const getMonth = (id: string): Instrument => {
  const instrument = findMonthInstrument(id);
  if (!instrument) throw new Error(`${id} is a contract month`);
  return instrument;
};
export const GAS_MONTH = getMonth('NG.F27');
const CORN_MONTH = getMonth('CORN.H27');
export const BROKER_INSTRUMENTS = [GAS_MONTH, CORN_MONTH];

/** Lots of whole contracts of natural gas. */
export const toGasLots = (contracts: number) => toLots(contracts * 1000);

/** An order for whole contracts of natural gas, with its number. */
export const buildGasOrder = (number: number, change: Partial<Order> = {}): Order =>
  buildBrokerOrder({
    id: `order-${number}`,
    instrumentId: GAS_MONTH.id,
    lots: toGasLots(2),
    remote: { broker: 'the broker', number, isAddition: false, fills: [] },
    ...change,
  });

export const submitOrder = (broker: RemoteBroker, order: Order, instrument = GAS_MONTH): void => {
  broker.submitOrder(order as Parameters<RemoteBroker['submitOrder']>[0], null, instrument);
};

interface BrokerInMemory {
  readonly gateway: Gateway;
  readonly contract: GatewayContract;
  readonly contracts: readonly GatewayContract[];
}

/** `change`: other terms of natural gas than those of the desk. */
export function createBrokerInMemory(
  account: string,
  change: Partial<GatewayContract> = {},
  cash = 250_000,
): BrokerInMemory {
  const [gas, ...others] = listGatewayContracts(BROKER_INSTRUMENTS).map((each) => each.contract);
  if (!gas) throw new Error('the double lists natural gas');
  const contract = { ...gas, ...change };
  const contracts = [contract, ...others];
  const nowMs = (): number => Date.UTC(2026, 10, 30, 15);
  return { gateway: new Gateway({ account, contracts, cash, nowMs }), contract, contracts };
}

export abstract class BrokerDesk<B extends RemoteBroker = RemoteBroker> {
  readonly reports: ExecutionReport[] = [];
  /** `connected NUMBER`, `disconnected REASON` and `disagreement REASON`, oldest first. */
  readonly news: string[] = [];
  /** Orders of the account, for corrections of earlier runs. */
  readonly orders = new Map<string, Order>();

  protected constructor(
    readonly gateway: Gateway,
    readonly contract: GatewayContract,
  ) {}

  /** With another account than that of the broker where one is given. */
  abstract createBroker(account?: string): B;
  /** Until `restoreConnection`, if the broker does not accept connections at once. */
  abstract loseConnection(): void;
  abstract restoreConnection(): void;
  /** The connection ends before the broker reads the next order. */
  abstract loseNextOrder(): void;
  /** The broker accepts the next order, and its first answer about it is lost. */
  abstract loseNextAnswer(): void;
  /** Each message about orders and executions arrives twice. */
  abstract repeatNews(): void;

  async openBroker(broker = this.createBroker()): Promise<B> {
    broker.startSession({
      onReport: (report) => this.reports.push(report),
      onExternalTrade: () => this.news.push('external trade'),
      onConnected: (number) => this.news.push(`connected ${number}`),
      onDisconnected: (reason) => this.news.push(`disconnected ${reason}`),
      onDisagreement: (reason) => this.news.push(`disagreement ${reason}`),
    });
    await vi.waitFor(() => expect(this.news).not.toEqual([]), { timeout: 5000 });
    // Looks the contracts up.
    if (this.news.at(-1)?.startsWith('connected')) await broker.takeSnapshot();
    return broker;
  }

  /** A price of natural gas. */
  setQuote(last: number): void {
    this.gateway.setQuote(this.contract, { bid: last - 0.001, ask: last + 0.001, last });
  }

  /** An order of another client, without a reference of ours: negative sells; at the market without a limit. */
  placeByPhone(quantity: number, limitPrice: number | null = null): void {
    const { contractId } = this.contract;
    this.gateway.placeOrder(
      {
        type: 'place',
        orderNumber: this.gateway.getNextNumber(),
        contract: { contractId, symbol: '', secType: '', expiry: '', exchange: '' },
        action: quantity > 0 ? 'BUY' : 'SELL',
        quantity: Math.abs(quantity),
        orderType: limitPrice === null ? 'MKT' : 'LMT',
        limitPrice,
        stopPrice: null,
        timeInForce: 'GTC',
        account: this.gateway.account,
        orderRef: 'by phone',
        isTransmitted: true,
        parentNumber: null,
        orderGroup: null,
      },
      99,
    );
  }

  async waitForReports(count: number): Promise<readonly ExecutionReport[]> {
    await vi.waitFor(() => expect(this.reports.length).toBeGreaterThanOrEqual(count), {
      timeout: 5000,
    });
    return this.reports;
  }
}
