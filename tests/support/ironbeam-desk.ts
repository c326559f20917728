// A double of Ironbeam on loopback, and our broker connected to it, in fast time.
import { onTestFinished } from 'vitest';
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import {
  type ApiFault,
  type Exchange,
  IronbeamServer,
} from '../../app/programs/broker-mock/ironbeam/api-server';
import type { ReceivedRequest, Trader } from '../../app/programs/broker-mock/ironbeam/routes';
import { parseIronbeamText } from '../../app/server/brokers/connection-text';
import { IronbeamBroker } from '../../app/server/brokers/ironbeam/ironbeam-broker.server';
import type { SentOrder, SentOrders } from '../../app/server/brokers/sent-orders';
import { startTimer } from '../../app/server/feeds/pump.server';
import { BROKER_INSTRUMENTS, BrokerDesk, createBrokerInMemory } from './broker-desk';

export const IRONBEAM_ACCOUNT = '51233450';
export const TRADER: Trader = {
  user: 'trader-1',
  key: 'key-of-the-double',
  keyField: 'apikey',
  isLive: false,
};
/** Milliseconds of the broker in one of the machine. */
const SPEED = 10;

export const isPlacement = ({ method, path }: ReceivedRequest): boolean =>
  method === 'POST' && path.endsWith('/place');

/** Survives the brokers of a test, as the database does. */
export function createSentOrders(): SentOrders {
  const rows = new Map<string, SentOrder>();
  return {
    list: () => [...rows.values()],
    save: (row) => void rows.set(row.orderId, row),
    remove: (orderId) => void rows.delete(orderId),
  };
}

export class IronbeamDesk extends BrokerDesk<IronbeamBroker> {
  fault: ApiFault = {};
  readonly sentOrders = createSentOrders();
  /** Later than the clock of the broker in memory. */
  laterMs = 0;

  private constructor(
    gateway: Gateway,
    readonly server: IronbeamServer,
    contract: GatewayContract,
  ) {
    super(gateway, contract);
  }

  /** `change`: other terms of natural gas than those of the desk. */
  static async open(
    change: Partial<GatewayContract> = {},
    trader: Partial<Trader> = {},
  ): Promise<IronbeamDesk> {
    const { gateway, contract, contracts } = createBrokerInMemory(IRONBEAM_ACCOUNT, change);
    const desk: { current?: IronbeamDesk } = {};
    const server = await IronbeamServer.openServer({
      gateway,
      contracts,
      trader: { ...TRADER, ...trader },
      port: 0,
      getFault: () => desk.current?.fault ?? {},
      pingMs: 200,
    });
    onTestFinished(() => server.close());
    desk.current = new IronbeamDesk(gateway, server, contract);
    return desk.current;
  }

  createBroker(account = IRONBEAM_ACCOUNT): IronbeamBroker {
    const connection = parseIronbeamText(this.server.connectionText);
    if (!connection.ok) throw new Error(connection.refusal.message);
    const broker = new IronbeamBroker({
      connection: { ...connection.value, account },
      sentOrders: this.sentOrders,
      findOrder: (id) => this.orders.get(id),
      listInstruments: () => BROKER_INSTRUMENTS,
      nowMs: () => this.gateway.getTimeMs() + this.laterMs,
      setTimer: (callback, ms) => startTimer(callback, ms / SPEED),
    });
    onTestFinished(() => broker.endSession());
    return broker;
  }

  loseConnection(): void {
    this.fault = { answer: (_request, { cut }) => cut() };
    this.server.cutStreams();
  }

  restoreConnection(): void {
    this.fault = {};
  }

  loseNextOrder(): void {
    this.answerNextOrder(({ cut }) => cut());
  }

  loseNextAnswer(): void {
    this.answerNextOrder(({ handle, cut }) => {
      handle();
      cut();
    });
  }

  repeatNews(): void {
    this.fault = {
      deliver: (message, send) => {
        send(JSON.stringify(message));
        send(JSON.stringify(message));
      },
    };
  }

  /** What happens to the next request to place an order; all others are answered. */
  answerNextOrder(act: (exchange: Exchange, request: ReceivedRequest) => void): void {
    this.fault = {
      answer: (request, exchange) => {
        if (!isPlacement(request)) return exchange.send(exchange.handle());
        this.fault = {};
        act(exchange, request);
      },
    };
  }
}
