// `npm run broker:mock`: a broker on this machine with the prices of the simulated market.
import { describe, expect, it, vi } from 'vitest';
import { createMockProgram } from '../../app/programs/broker-mock/program';
import { openQuotedMarket } from '../../app/programs/broker-mock/simulated-quotes';
import { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import { IronbeamBroker } from '../../app/server/brokers/ironbeam/ironbeam-broker.server';
import { parseConnectionText } from '../../app/server/brokers/connection-text';
import { startTimer } from '../../app/server/feeds/pump.server';
import { runCaptured } from '../support/run-captured';
import { GAS_MONTH, buildGasOrder, submitOrder } from '../support/broker-desk';
import { createQuoteRecorder } from '../support/gateway-quotes';
import { createSentOrders } from '../support/ironbeam-desk';
import type { BrokerQuoteSource } from '../../app/trading/domain/broker-quotes';
import { MINUTE_MS } from '../../app/trading/domain/time';
import type { ExecutionReport, RemoteBroker } from '../../app/trading/ports';

const NOW_MS = Date.UTC(2026, 10, 30, 15);
/** One for all tests: the history of a seed takes seconds. */
const market = openQuotedMarket('frontmonth', NOW_MS);

/** Runs the program until `use` has ended, with the text of the connection that it prints. */
async function runMock(use: (connection: string) => Promise<void>, ...args: string[]) {
  let text = '';
  const program = createMockProgram({
    openMarket: () => market,
    nowMs: () => NOW_MS,
    waitForEnd: () => use(/(ibkr|ironbeam):\S+/.exec(text)?.[0] ?? ''),
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

const OPTIONS = {
  findOrder: () => undefined,
  listInstruments: () => [GAS_MONTH],
  nowMs: () => NOW_MS,
  setTimer: startTimer,
};

function createBroker(text: string): RemoteBroker {
  const parsed = parseConnectionText(text);
  if (!parsed?.ok) throw new Error(`${text} connects the desk`);
  return parsed.value.broker === 'ibkr'
    ? new IbkrBroker({ ...OPTIONS, address: parsed.value.connection })
    : new IronbeamBroker({
        ...OPTIONS,
        connection: parsed.value.connection,
        sentOrders: createSentOrders(),
      });
}

/** Ten minutes late by default. */
async function expectDelayedQuote(quotes: BrokerQuoteSource): Promise<void> {
  const recorder = createQuoteRecorder();
  quotes.requestQuotes([GAS_MONTH], recorder);
  await vi.waitFor(() => expect(recorder.quotes).not.toEqual([]), { timeout: 5000 });
  expect(recorder.quotes[0]).toMatchObject({
    quote: { atMs: NOW_MS - 10 * MINUTE_MS },
    origin: { priceSource: 'Interactive Brokers, 10 min late', isLive: false },
  });
  expect(recorder.problems).toEqual([]);
}

describe('the double of a broker', () => {
  it('prints the faults that it plays', async () => {
    const lines: string[] = [];
    const program = createMockProgram({
      openMarket: () => market,
      nowMs: () => NOW_MS,
      faultMs: 1,
      waitForEnd: () =>
        vi.waitFor(() =>
          expect(lines.filter((line) => line.startsWith('Fault: ')).length).toBeGreaterThan(2),
        ),
    });
    const run: typeof program.run = (call) =>
      program.run({ ...call, print: (line) => void lines.push(line) });
    const { code } = await runCaptured({ ...program, run }, '--port', '0', '--faults', 'a seed');
    expect(code).toBe(0);
  });

  it.each(['ibkr', 'ironbeam'])(
    'prints a connection to %s that the desk accepts, and fills at the simulated prices',
    async (name) => {
      const reports: ExecutionReport[] = [];
      const { code, printed } = await runMock(
        async (connection) => {
          expect(connection).toMatch(new RegExp(`^${name}:`));
          const broker = createBroker(connection);
          await new Promise<void>((resolve, reject) =>
            broker.startSession({
              onReport: (report) => reports.push(report),
              onExternalTrade: () => undefined,
              onConnected: () => resolve(),
              onDisconnected: (reason) => reject(new Error(reason)),
              onDisagreement: () => undefined,
            }),
          );
          const { cashMills } = await broker.takeSnapshot();
          expect(cashMills).toBe(500_000_000);
          if (broker.quotes) await expectDelayedQuote(broker.quotes);
          submitOrder(broker, buildGasOrder(1));
          const listTypes = () => reports.map(({ type }) => type);
          await vi.waitFor(() => expect(listTypes()).toContain('Filled'), { timeout: 5000 });
          broker.endSession();
        },
        '--broker',
        name,
        '--cash',
        '500000',
      );
      expect(code).toBe(0);
      expect(printed).toMatch(/Listening with \d+ contracts and 500,000 dollars\./);
      expect(printed).toMatch(/order 1: BUY 2 NGF27 MKT: Filled/);
      expect(printed).toMatch(/execution frontmonth\.000001\.01: BUY 2 NGF27 at \d+\.\d+/);
    },
  );

  it.each([
    [['--account', 'U1234567'], '--account must be DU and 5 to 9 digits'],
    [['--broker', 'none'], '--broker must be one of ibkr and ironbeam'],
    [['--broker', 'ironbeam', '--account', 'DU1234567'], '--account must be 5 to 10 digits'],
    [['--cash', 'much'], '--cash must be a whole number'],
    [['--broker', 'ironbeam', '--faults', '1'], '--delay and --faults are for ibkr only'],
    [['--broker', 'ironbeam', '--delay', '5'], '--delay and --faults are for ibkr only'],
    [['--delay', '61'], '--delay must be a whole number from 0 to 60'],
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
