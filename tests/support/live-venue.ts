// The double of a broker that a live desk trades at, with the faults that scripts put into its way.
import { Gateway } from '../../app/programs/broker-mock/gateway';
import type { GatewayContract, GatewayOrder } from '../../app/programs/broker-mock/gateway-types';
import { listGatewayContracts } from '../../app/programs/broker-mock/listed-contracts';
import type { SetTimer } from '../../app/server/feeds/pump.server';
import type { Order } from '../../app/trading/domain/order';
import type { EpochMs } from '../../app/trading/domain/units';
import type { RemoteBroker } from '../../app/trading/ports';
import { GAS_MONTH } from './broker-desk';

const CASH = 10_000_000;

interface VenuePorts {
  readonly findOrder: (orderId: string) => Order | undefined;
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
  /** Desk milliseconds in one of the machine. */
  readonly speed: number;
}

export interface LiveVenue {
  readonly gateway: Gateway;
  readonly contract: GatewayContract;
  /** A broker of the desk, connected to this double. */
  createBroker(ports: VenuePorts): RemoteBroker;
  close(): Promise<void>;
  /** Ends all connections; new ones are accepted. */
  dropConnections(): void;
  /** The connection ends before the broker reads the next order. */
  loseNextOrder(): void;
  /** The broker accepts, and its next answer about an order is lost. */
  cutNextAnswer(): void;
  /** News about orders and executions arrive twice. */
  repeatNews(): void;
  /** Executions arrive after the message that follows them. */
  delayExecutions(): void;
  /** Executions of this time are never reported, only listed. */
  loseServers(): void;
  restoreServers(): void;
  clearFaults(): void;
  /** Faults that only this broker has. */
  readonly ownFaults: readonly (readonly [name: string, act: () => void])[];
  /** The order of the desk that an order at the broker stands for; null where none is known. */
  findOrderId(order: GatewayOrder): string | null;
}

/** Speaks of the desk: opened before its clock runs. */
export function createLiveGateway(
  account: string,
  nowMs: () => EpochMs,
): { readonly gateway: Gateway; readonly contract: GatewayContract } {
  const contracts = listGatewayContracts([GAS_MONTH]).map((listed) => listed.contract);
  const [contract] = contracts;
  if (!contract) throw new Error('the double lists natural gas');
  return { gateway: new Gateway({ account, contracts, cash: CASH, nowMs }), contract };
}
