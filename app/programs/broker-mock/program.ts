// `npm run broker:mock`: a double of the gateway of Interactive Brokers on this machine, to rehearse live
// trading without a broker.
import { getEnv } from '../../server/platform/env.server';
import { type Program, UsageError, waitForSignal } from '../cli';
import { Gateway } from './gateway';
import { GatewayServer } from './gateway-server';
import type { GatewayNews } from './gateway-types';
import { QUOTE_MS, openQuotedMarket } from './simulated-quotes';

/** The port of a demo session of the gateway. */
const DEMO_PORT = 4002;
const DEMO_ACCOUNT = 'DU1234567';
const CASH = 250_000;
const CLIENT_ID = 7;

interface MockParts {
  readonly getSeed: () => string;
  readonly nowMs: () => number;
  /** Resolves when the program is to end. */
  readonly waitForEnd: () => Promise<void>;
}

export const createMockProgram = ({
  getSeed = () => getEnv().SIM_SEED,
  nowMs = Date.now,
  waitForEnd = waitForSignal,
}: Partial<MockParts> = {}): Program => ({
  name: 'broker:mock',
  summary:
    'Plays the gateway of Interactive Brokers with a demo account, the prices of the simulated market and pessimistic fills.',
  usage: '[--port N] [--account DU...] [--cash DOLLARS]',
  options: { port: { type: 'string' }, account: { type: 'string' }, cash: { type: 'string' } },
  optionHelp: {
    '--port N': `port on 127.0.0.1, 0 for any free one (default: ${DEMO_PORT})`,
    '--account DU...': `name of the demo account (default: ${DEMO_ACCOUNT})`,
    '--cash DOLLARS': `cash at the start (default: ${CASH})`,
  },
  async run({ option, print, printJson }) {
    const port = readWhole(option('port') ?? String(DEMO_PORT), '--port', 65_535);
    const cash = readWhole(option('cash') ?? String(CASH), '--cash', 1_000_000_000);
    const account = option('account') ?? DEMO_ACCOUNT;
    if (!/^DU\d{5,9}$/.test(account))
      throw new UsageError('--account must be DU and 5 to 9 digits, such as DU1234567.');
    const market = openQuotedMarket(getSeed(), nowMs());
    const gateway = new Gateway({ account, cash, contracts: market.contracts, nowMs });
    const server = await GatewayServer.openServer({ gateway, port });
    gateway.addListener((news) => {
      const line = formatNews(news);
      if (line !== null) print(line);
    });
    market.setQuotes(gateway, nowMs());
    const timer = setInterval(() => market.setQuotes(gateway, nowMs()), QUOTE_MS);
    const connection = `ibkr:${account}@127.0.0.1:${server.port}/${CLIENT_ID}`;
    printJson({ port: server.port, account, cash, contracts: market.contracts.length, connection });
    print(
      `Listening with ${market.contracts.length} contracts and ${cash.toLocaleString('en-US')} dollars.`,
    );
    print(`Enter this under Data & Account, then select live trading: ${connection}`);
    await waitForEnd();
    clearInterval(timer);
    await server.close();
    return 0;
  },
});

function readWhole(text: string, name: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max)
    throw new UsageError(`${name} must be a whole number from 0 to ${max}.`);
  return value;
}

/** One line for each order and execution; null for what a trader does not follow. */
function formatNews(news: GatewayNews): string | null {
  switch (news.type) {
    case 'order': {
      const { request, contract, status } = news.order;
      const price = request.limitPrice ?? request.stopPrice;
      return `order ${request.orderNumber}: ${request.action} ${request.quantity} ${contract.localSymbol} ${request.orderType}${price === null ? '' : ` ${price}`}: ${status}`;
    }
    case 'execution': {
      const { order, quantity, price, executionId } = news.execution;
      return `execution ${executionId}: ${order.request.action} ${quantity} ${order.contract.localSymbol} at ${price}`;
    }
    case 'error':
      return `error ${news.code} for ${news.id}: ${news.text}`;
    default:
      return null;
  }
}
