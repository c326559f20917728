// The double of Ironbeam as the venue of a live desk.
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract, GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import {
  type ApiFault,
  type Exchange,
  IronbeamServer,
} from '../../app/programs/broker-mock/ironbeam/api-server';
import { buildFailure } from '../../app/programs/broker-mock/ironbeam/routes';
import { formatOrderId } from '../../app/programs/broker-mock/ironbeam/rows';
import { parseIronbeamText } from '../../app/server/brokers/connection-text';
import { IronbeamBroker } from '../../app/server/brokers/ironbeam/ironbeam-broker.server';
import { SECOND_MS } from '../../app/trading/domain/time';
import type { EpochMs } from '../../app/trading/domain/units';
import { GAS_MONTH } from './broker-desk';
import { IRONBEAM_ACCOUNT, TRADER, createSentOrders, isPlacement } from './ironbeam-desk';
import { type LiveVenue, createLiveGateway } from './live-venue';

const SPEED = 50;
/** The stream sends a ping each 5 s. */
const PING_MS = (5 * SECOND_MS) / SPEED;
/** A server that handles an order this late has taken it before. */
const LATE_MS = (5 * SECOND_MS) / SPEED;

export class IronbeamVenue implements LiveVenue {
  private fault: ApiFault = {};
  private readonly sentOrders = createSentOrders();
  readonly ownFaults = [
    ['late answer', () => this.answerLate()],
    ['late handling', () => this.handleLate()],
    ['expire', () => this.server.routes.expireTokens()],
    ['429', () => this.answerNext(({ send }) => send(buildFailure(429, 'Too Many Requests')))],
    ['500', () => this.answerNext(({ sendText }) => sendText(500, ''))],
    ['500 after accept', () => this.acceptNext(({ sendText }) => sendText(500, ''))],
    ['garbage after accept', () => this.acceptNext(({ sendText }) => sendText(200, '{"orders":['))],
    ['garbage in the stream', () => this.sendGarbage()],
    ['stream', () => this.server.cutStreams()],
  ] as const;

  private constructor(
    readonly gateway: Gateway,
    readonly contract: GatewayContract,
    readonly server: IronbeamServer,
  ) {}

  static async open(nowMs: () => EpochMs): Promise<IronbeamVenue> {
    const { gateway, contract } = createLiveGateway(IRONBEAM_ACCOUNT, nowMs);
    const venue: { current?: IronbeamVenue } = {};
    const server = await IronbeamServer.openServer({
      gateway,
      contracts: [contract],
      trader: TRADER,
      port: 0,
      getFault: () => venue.current?.fault ?? {},
      pingMs: PING_MS,
    });
    venue.current = new IronbeamVenue(gateway, contract, server);
    return venue.current;
  }

  createBroker(ports: Parameters<LiveVenue['createBroker']>[0]): IronbeamBroker {
    const connection = parseIronbeamText(this.server.connectionText);
    if (!connection.ok) throw new Error(connection.refusal.message);
    return new IronbeamBroker({
      findOrder: ports.findOrder,
      nowMs: ports.nowMs,
      setTimer: ports.setTimer,
      connection: connection.value,
      sentOrders: this.sentOrders,
      listInstruments: () => [GAS_MONTH],
    });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  dropConnections(): void {
    this.server.dropConnections();
  }

  loseNextOrder(): void {
    this.answerNextOrder(({ cut }) => cut());
  }

  cutNextAnswer(): void {
    this.acceptNext(({ cut }) => cut());
  }

  repeatNews(): void {
    this.fault = {
      deliver: (message, send) => {
        send(JSON.stringify(message));
        send(JSON.stringify(message));
      },
    };
  }

  delayExecutions(): void {
    let held: (() => void) | null = null;
    this.fault = {
      deliver: (message, send) => {
        const release = held;
        held = null;
        if ('f' in message) held = () => send(JSON.stringify(message));
        else send(JSON.stringify(message));
        release?.();
      },
    };
  }

  loseServers(): void {
    this.fault = { answer: (_request, { cut }) => cut(), deliver: () => undefined };
    this.server.cutStreams();
  }

  restoreServers(): void {
    this.clearFaults();
  }

  clearFaults(): void {
    this.fault = {};
  }

  findOrderId(order: GatewayOrder): string | null {
    const brokerOrderId = formatOrderId(IRONBEAM_ACCOUNT, order);
    const sent = this.sentOrders.list().find((each) => each.brokerOrderId === brokerOrderId);
    return sent?.orderId ?? null;
  }

  /** What happens to the next request of any kind. */
  private answerNext(act: (exchange: Exchange) => void): void {
    this.fault = {
      answer: (_request, exchange) => {
        this.clearFaults();
        act(exchange);
      },
    };
  }

  /** What happens to the next request to place an order; all others are answered. */
  private answerNextOrder(act: (exchange: Exchange) => void): void {
    this.fault = {
      answer: (request, exchange) => {
        if (!isPlacement(request)) return exchange.send(exchange.handle());
        this.clearFaults();
        act(exchange);
      },
    };
  }

  /** The broker accepts the next order, and does not answer as it should. */
  private acceptNext(act: (exchange: Exchange) => void): void {
    this.answerNextOrder((exchange) => {
      exchange.handle();
      act(exchange);
    });
  }

  /** The broker accepts the next order at once, and answers when the desk has given up. */
  private answerLate(): void {
    this.answerNextOrder((exchange) => {
      const answer = exchange.handle();
      setTimeout(() => exchange.send(answer), 3 * LATE_MS);
    });
  }

  /** The connection ends, and the broker handles the order that it has taken later. */
  private handleLate(): void {
    this.answerNextOrder((exchange) => {
      const handle = exchange.authorize();
      exchange.cut();
      setTimeout(() => handle(), LATE_MS);
    });
  }

  private sendGarbage(): void {
    this.fault = {
      deliver: (_message, send) => {
        this.clearFaults();
        send('{"o":[{"oid":1}]}');
      },
    };
  }
}
