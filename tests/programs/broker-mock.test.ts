// `npm run broker:mock`: a gateway on this machine with the prices of the simulated market.
import { describe, expect, it, vi } from 'vitest';
import { createMockProgram } from '../../app/programs/broker-mock/program';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { parseIbkrText } from '../../app/server/brokers/connection-text';
import { startTimer } from '../../app/server/feeds/pump.server';
import { runCaptured } from '../support/run-captured';
import { GAS_MONTH, buildGasOrder } from '../support/broker-desk';
import type { ExecutionReport } from '../../app/trading/ports';

const NOW_MS = Date.UTC(2026, 10, 30, 15);

/** Runs the program until `use` has ended, with the text of the connection that it prints. */
async function runMock(use: (connection: string) => Promise<void>, ...args: string[]) {
  let text = '';
  const program = createMockProgram({
    getSeed: () => 'frontmonth',
    nowMs: () => NOW_MS,
    waitForEnd: () => use(/ibkr:\S+/.exec(text)?.[0] ?? ''),
  });
  return runCaptured(
    {
      ...program,
      run: (call) =>
        program.run({
          ...call,
          print: (line) => {
            text += `${line}\n`;
            call.print(line);
          },
        }),
    },
    '--port',
    '0',
    ...args,
  );
}

describe('the double of a gateway', () => {
  it('prints a connection that the desk accepts, and fills at the simulated prices', async () => {
    const reports: ExecutionReport[] = [];
    const { code, printed } = await runMock(
      async (connection) => {
        const address = parseIbkrText(connection);
        if (!address.ok) throw new Error(address.refusal.message);
        const broker = new IbkrBroker({
          address: address.value,
          findOrder: () => undefined,
          listInstruments: () => [GAS_MONTH],
          nowMs: () => NOW_MS,
          setTimer: startTimer,
        });
        const connected = new Promise<void>((resolve) =>
          broker.startSession({
            onReport: (report) => reports.push(report),
            onConnected: () => resolve(),
            onDisconnected: () => undefined,
            onDisagreement: () => undefined,
          }),
        );
        await connected;
        const { cashMills } = await broker.takeSnapshot();
        expect(cashMills).toBe(500_000_000);
        broker.submitOrder(
          buildGasOrder(1) as Parameters<IbkrBroker['submitOrder']>[0],
          null,
          GAS_MONTH,
        );
        await vi.waitFor(() => expect(reports.map(({ type }) => type)).toContain('Filled'));
        broker.endSession();
      },
      '--cash',
      '500000',
    );
    expect(code).toBe(0);
    expect(printed).toMatch(/Listening with \d+ contracts and 500,000 dollars\./);
    expect(printed).toMatch(/order 1: BUY 2 NGF27 MKT: Filled/);
    expect(printed).toMatch(/execution frontmonth\.000001\.01: BUY 2 NGF27 at \d+\.\d+/);
  });

  it.each([
    [['--account', 'U1234567'], '--account must be DU and 5 to 9 digits'],
    [['--cash', 'much'], '--cash must be a whole number'],
    [['--port', '99999'], '--port must be a whole number from 0 to 65535'],
  ])('rejects %j', async (args, message) => {
    const { code, printed } = await runCaptured(
      createMockProgram({ getSeed: () => 'frontmonth', waitForEnd: () => Promise.resolve() }),
      ...args,
    );
    expect(code).toBe(1);
    expect(printed).toContain(message);
  });
});
