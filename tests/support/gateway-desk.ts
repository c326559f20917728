// A double of the gateway of Interactive Brokers on loopback, and our broker connected to it.
import { onTestFinished } from 'vitest';
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract } from '../../app/programs/broker-mock/gateway-types';
import {
  buildLostAnswer,
  buildLostOrder,
  buildRepeatedNews,
} from '../../app/programs/broker-mock/gateway-faults';
import { type Fault, GatewayServer } from '../../app/programs/broker-mock/gateway-server';
import { MarketData } from '../../app/programs/broker-mock/market-data';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { type SetTimer, startTimer } from '../../app/server/feeds/pump.server';
import { BROKER_INSTRUMENTS, BrokerDesk, createBrokerInMemory } from './broker-desk';

export const GATEWAY_ACCOUNT = 'DU1234567';

export class GatewayDesk extends BrokerDesk<IbkrBroker> {
  fault: Fault = {};

  private constructor(
    gateway: Gateway,
    readonly server: GatewayServer,
    contract: GatewayContract,
    /** Quotes that it plays to clients. */
    readonly data: MarketData,
  ) {
    super(gateway, contract);
  }

  /** `change`: other terms of natural gas than those of the desk. `cash`: dollars. */
  static async open(
    change: Partial<GatewayContract> = {},
    cash?: number,
    data = new MarketData(),
  ): Promise<GatewayDesk> {
    const { gateway, contract } = createBrokerInMemory(GATEWAY_ACCOUNT, change, cash);
    const desk: { current?: GatewayDesk } = {};
    const server = await GatewayServer.openServer({
      gateway,
      data,
      port: 0,
      getFault: () => desk.current?.fault ?? {},
    });
    onTestFinished(() => server.close());
    desk.current = new GatewayDesk(gateway, server, contract, data);
    return desk.current;
  }

  createBroker(
    account = GATEWAY_ACCOUNT,
    clientId = 7,
    setTimer: SetTimer = startTimer,
  ): IbkrBroker {
    const broker = new IbkrBroker({
      address: { host: '127.0.0.1', port: this.server.port, clientId, account },
      findOrder: (id) => this.orders.get(id),
      listInstruments: () => BROKER_INSTRUMENTS,
      nowMs: () => this.gateway.getTimeMs(),
      setTimer,
    });
    onTestFinished(() => broker.endSession());
    return broker;
  }

  loseConnection(): void {
    this.server.dropClients();
  }

  /** The gateway accepts connections at any time. */
  restoreConnection(): void {
    this.fault = {};
  }

  loseNextOrder(): void {
    this.fault = buildLostOrder(() => this.restoreConnection());
  }

  loseNextAnswer(): void {
    this.fault = buildLostAnswer(() => this.restoreConnection());
  }

  repeatNews(): void {
    this.fault = buildRepeatedNews();
  }
}
