// The double of the gateway of Interactive Brokers as the venue of a live desk.
import { ERROR_CODES } from '../../app/programs/broker-mock/error-codes';
import type { Field } from '../../app/programs/broker-mock/frames';
import type { Gateway } from '../../app/programs/broker-mock/gateway';
import {
  type Fault,
  GatewayServer,
  type SendFields,
} from '../../app/programs/broker-mock/gateway-server';
import {
  buildLostAnswer,
  buildLostExecutions,
  buildLostOrder,
  buildRepeatedNews,
  isExecutionNews,
} from '../../app/programs/broker-mock/gateway-faults';
import type { GatewayContract, GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import type { EpochMs } from '../../app/trading/domain/units';
import { GAS_MONTH } from './broker-desk';
import { GATEWAY_ACCOUNT } from './gateway-desk';
import { type LiveVenue, createLiveGateway } from './live-venue';

const CLIENT_ID = 7;
const REQUESTS_PER_SECOND = 40;
const REFERENCE = 'fm:';
const { restored, restoredWithLoss, connectionLost } = ERROR_CODES;

export class GatewayVenue implements LiveVenue {
  fault: Fault = {};
  private restores = 0;
  readonly ownFaults = [['numbers', () => this.rollNumbersBack()]] as const;

  private constructor(
    readonly gateway: Gateway,
    readonly contract: GatewayContract,
    readonly server: GatewayServer,
  ) {}

  static async open(nowMs: () => EpochMs): Promise<GatewayVenue> {
    const { gateway, contract } = createLiveGateway(GATEWAY_ACCOUNT, nowMs);
    const venue: { current?: GatewayVenue } = {};
    const server = await GatewayServer.openServer({
      gateway,
      port: 0,
      getFault: () => venue.current?.fault ?? {},
    });
    venue.current = new GatewayVenue(gateway, contract, server);
    return venue.current;
  }

  createBroker({ speed, ...ports }: Parameters<LiveVenue['createBroker']>[0]): IbkrBroker {
    return new IbkrBroker({
      ...ports,
      address: {
        host: '127.0.0.1',
        port: this.server.port,
        clientId: CLIENT_ID,
        account: GATEWAY_ACCOUNT,
        requestsPerSecond: REQUESTS_PER_SECOND * speed,
      },
      listInstruments: () => [GAS_MONTH],
    });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  dropConnections(): void {
    this.server.dropClients();
  }

  loseNextOrder(): void {
    this.fault = buildLostOrder(() => this.clearFaults());
  }

  cutNextAnswer(): void {
    this.fault = buildLostAnswer(() => this.clearFaults());
  }

  repeatNews(): void {
    this.fault = buildRepeatedNews();
  }

  /** After their commission, or the end of the order. */
  delayExecutions(): void {
    let release: (() => void) | null = null;
    const deliver = (fields: readonly Field[], send: SendFields): void => {
      const releaseHeld = release;
      release = null;
      if (isExecutionNews(fields)) release = () => send(fields);
      else send(fields);
      releaseHeld?.();
    };
    this.fault = { deliver };
    // One without a message after it is late, not lost.
    setTimeout(() => {
      if (this.fault.deliver === deliver) this.fault = {};
      release?.();
      release = null;
    }, 20);
  }

  loseServers(): void {
    this.server.sendNotice(connectionLost);
    this.fault = buildLostExecutions();
  }

  restoreServers(): void {
    this.fault = {};
    this.restores += 1;
    this.server.sendNotice(this.restores % 2 === 0 ? restored : restoredWithLoss);
  }

  clearFaults(): void {
    this.fault = {};
  }

  findOrderId({ request }: GatewayOrder): string | null {
    return request.orderRef.startsWith(REFERENCE) ? request.orderRef.slice(REFERENCE.length) : null;
  }

  private rollNumbersBack(): void {
    this.gateway.rollNumbersBack(1);
    this.server.dropClients();
  }
}
