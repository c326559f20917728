// Frames that no gateway sends: the process lives, and a connection that cannot be read ends.
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeFrame } from '../../../app/programs/broker-mock/frames';
import { buildAccounts, buildNextNumber } from '../../../app/programs/broker-mock/answers';
import { SERVER_VERSION } from '../../../app/programs/broker-mock/requests';
import { FrameCheck } from '../../../app/server/brokers/ibkr/frame-check';
import { IbkrBroker } from '../../../app/server/brokers/ibkr/ibkr-broker.server';
import { startTimer } from '../../../app/server/feeds/pump.server';
import { createSeededRandom } from '../../../app/trading/random';
import { GAS_MONTH } from '../../support/broker-desk';
import { GATEWAY_ACCOUNT } from '../../support/gateway-desk';

const FRAMES = 100_000;
const FRAMES_PER_CONNECTION = 50;
const random = createSeededRandom('fuzzed frames');
/** Numbers of messages that the client reads, and some that it does not. */
const KINDS = 110;

class FuzzingGateway {
  private step = 0;
  sent = 0;

  /** A whole number from 0 up to a limit. */
  private drawNumber(limit: number): number {
    this.step += 1;
    return Math.floor(random.uniform('frames', this.step) * limit);
  }

  /** Fields of a message: numbers, texts, nothing, and characters that break a parser. */
  private buildFields(): readonly (string | number)[] {
    const count = this.drawNumber(40);
    const field = (): string | number => {
      switch (this.drawNumber(6)) {
        case 0:
          return this.drawNumber(1_000_000) - 500_000;
        case 1:
          return '';
        case 2:
          return 'NaN';
        case 3:
          return '{"a":';
        case 4:
          return '\\u00';
        default:
          return 'x'.repeat(this.drawNumber(30));
      }
    };
    return [this.drawNumber(KINDS), ...Array.from({ length: count }, field)];
  }

  private buildFrame(): Buffer {
    const frame = encodeFrame(this.buildFields());
    switch (this.drawNumber(12)) {
      case 0:
        // Cut anywhere: the next frame begins inside of it.
        return frame.subarray(0, this.drawNumber(frame.length));
      case 1:
        frame.writeInt32BE(this.drawNumber(400) - 200, 0);
        return frame;
      case 2:
        return Buffer.from(Array.from({ length: this.drawNumber(60) }, () => this.drawNumber(256)));
      default:
        return frame;
    }
  }

  sendTo(socket: Socket): void {
    for (let nth = 0; nth < FRAMES_PER_CONNECTION; nth += 1) {
      socket.write(this.buildFrame());
      this.sent += 1;
    }
    socket.end();
  }
}

/** A gateway that signs in and then does something; returns its port. */
async function serveGateway(act: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(encodeFrame([SERVER_VERSION, '20261130 10:00:00 EST']));
      socket.write(encodeFrame(buildAccounts(GATEWAY_ACCOUNT)));
      socket.write(encodeFrame(buildNextNumber(1)));
      act(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** A broker in time that is so many times as fast; the reasons of lost connections, oldest first. */
function openBroker(port: number, speed: number): { broker: IbkrBroker; reasons: string[] } {
  const reasons: string[] = [];
  const broker = new IbkrBroker({
    address: { host: '127.0.0.1', port, clientId: 7, account: GATEWAY_ACCOUNT },
    findOrder: () => undefined,
    listInstruments: () => [GAS_MONTH],
    nowMs: () => 0,
    setTimer: (callback, ms) => startTimer(callback, ms / speed),
  });
  onTestFinished(() => broker.endSession());
  broker.startSession({
    onReport: () => undefined,
    onExternalTrade: () => undefined,
    onConnected: () => undefined,
    onDisconnected: (reason) => void reasons.push(reason),
    onDisagreement: () => undefined,
  });
  return { broker, reasons };
}

const buildLength = (length: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(length);
  return bytes;
};

describe('a connection ends at', () => {
  it.each([
    // Without a check, the client library reads it without an end.
    ['a length below zero', buildLength(-4), 'the gateway sent bytes that are no message'],
    ['a length of zero', buildLength(0), 'the gateway sent bytes that are no message'],
    ['a frame of 17 MB', buildLength(17_000_000), 'the gateway sent bytes that are no message'],
    [
      'a message that cannot be decoded',
      encodeFrame([4, 2, -1, 1234, 'text', '{"a":']),
      'a message of the gateway could not be read',
    ],
  ])('%s', async (_name, bytes, reason) => {
    const port = await serveGateway((socket) => socket.write(bytes));
    const { reasons } = openBroker(port, 100);
    await vi.waitFor(() => expect(reasons).toContain(reason), { timeout: 5000 });
  });

  it('the end of the socket inside of a frame, at every byte', async () => {
    const frame = encodeFrame([4, 2, -1, 2104, 'text', '']);
    let cut = 0;
    const port = await serveGateway((socket) => {
      cut = Math.min(cut + 1, frame.length - 1);
      socket.end(frame.subarray(0, cut));
    });
    const { reasons } = openBroker(port, 20);
    await vi.waitFor(() => expect(reasons.length).toBeGreaterThanOrEqual(frame.length - 1), {
      timeout: 20_000,
    });
    expect(new Set(reasons)).toEqual(new Set(['the connection was closed']));
  });

  it('nothing else: frames may be cut at every byte', async () => {
    const frames = Buffer.concat([
      encodeFrame(buildAccounts(GATEWAY_ACCOUNT)),
      encodeFrame(buildNextNumber(7)),
    ]);
    for (let cut = 1; cut < frames.length; cut += 1) {
      const check = new FrameCheck();
      expect(check.acceptBytes(frames.subarray(0, cut))).toBe(true);
      expect(check.acceptBytes(frames.subarray(cut))).toBe(true);
      expect(check.acceptBytes(buildLength(-1))).toBe(false);
    }
  });
});

describe('fuzzed frames', () => {
  it(`${FRAMES} of them end connections, and nothing else`, async () => {
    const gateway = new FuzzingGateway();
    const port = await serveGateway((socket) => gateway.sendTo(socket));
    const { reasons } = openBroker(port, 1000);
    await vi.waitFor(() => expect(gateway.sent).toBeGreaterThanOrEqual(FRAMES), {
      timeout: 500_000,
    });
    expect(reasons.length).toBeGreaterThanOrEqual(FRAMES / FRAMES_PER_CONNECTION - 1);
  }, 600_000);
});
