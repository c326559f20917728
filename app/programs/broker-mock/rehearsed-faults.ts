// Faults that a rehearsal puts into the way of a terminal: one at a time, in an order that a seed decides.
import { createSeededRandom } from '../../trading/random';
import type { Random } from '../../trading/ports';
import { ERROR_CODES } from './error-codes';
import type { Gateway } from './gateway';
import {
  buildLostAnswer,
  buildLostExecutions,
  buildLostOrder,
  buildRepeatedNews,
} from './gateway-faults';
import type { Fault, GatewayServer } from './gateway-server';

interface RehearsedFault {
  /** Printed when it begins. */
  readonly text: string;
  begin(): void;
}

export class RehearsedFaults {
  private readonly random: Random;
  private turn = 0;
  private areServersLost = false;
  private fault: Fault = {};
  private server: Pick<GatewayServer, 'dropClients' | 'sendNotice'> | null = null;

  private readonly faults: readonly RehearsedFault[] = [
    { text: 'none', begin: () => undefined },
    { text: 'the connection ends', begin: () => this.server?.dropClients() },
    {
      text: 'the connection ends before the next order is read',
      begin: () => (this.fault = buildLostOrder(() => (this.fault = {}))),
    },
    {
      text: 'the connection ends instead of the next answer about an order',
      begin: () => (this.fault = buildLostAnswer(() => (this.fault = {}))),
    },
    {
      text: 'news of orders and executions arrive twice',
      begin: () => (this.fault = buildRepeatedNews()),
    },
    {
      text: 'the gateway loses its servers; executions are not reported',
      begin: () => {
        this.areServersLost = true;
        this.fault = buildLostExecutions();
        this.server?.sendNotice(ERROR_CODES.connectionLost);
      },
    },
    {
      text: 'the gateway restarts and proposes old order numbers',
      begin: () => {
        this.gateway.rollNumbersBack(1);
        this.server?.dropClients();
      },
    },
  ];

  constructor(
    seed: string,
    private readonly gateway: Pick<Gateway, 'rollNumbersBack'>,
  ) {
    this.random = createSeededRandom(seed);
  }

  /** The server reads it for each message. */
  readonly getFault = (): Fault => this.fault;

  attachServer(server: Pick<GatewayServer, 'dropClients' | 'sendNotice'>): void {
    this.server = server;
  }

  /** Ends the present fault and begins the next one. Returns what it is. */
  beginNextFault(): string {
    this.endFault();
    const index = Math.floor(this.random.uniform('fault', this.turn) * this.faults.length);
    this.turn += 1;
    const next = this.faults[index];
    next?.begin();
    return next?.text ?? '';
  }

  private endFault(): void {
    this.fault = {};
    if (!this.areServersLost) return;
    this.areServersLost = false;
    const isLoss = this.random.uniform('restored', this.turn) < 0.5;
    this.server?.sendNotice(isLoss ? ERROR_CODES.restoredWithLoss : ERROR_CODES.restored);
  }
}
