// `npm run broker:mock`: a double of a broker on this machine, to rehearse live trading without one.
import { MINUTE_MS, SECOND_MS } from '../../trading/domain/time';
import { getEnv } from '../../server/platform/env.server';
import { type Program, UsageError, waitForSignal } from '../cli';
import { getDouble } from './doubles';
import { Gateway } from './gateway';
import type { GatewayNews } from './gateway-types';
import { MarketData } from './market-data';
import { RehearsedFaults } from './rehearsed-faults';
import { QUOTE_MS, openQuotedMarket } from './simulated-quotes';

const DEFAULT_BROKER = 'ibkr';
const CASH = 250_000;
/** That of the free quotes of the exchanges. */
const DELAY_MINUTES = 10;
const DELAY_MINUTES_MAX = 60;
const FAULT_MS = 30 * SECOND_MS;

interface MockParts {
  readonly getSeed: () => string;
  readonly nowMs: () => number;
  readonly openMarket: typeof openQuotedMarket;
  /** Resolves when the program is to end. */
  readonly waitForEnd: () => Promise<void>;
  /** Between two faults. */
  readonly faultMs: number;
}

export const createMockProgram = ({
  getSeed = () => getEnv().SIM_SEED,
  nowMs = Date.now,
  openMarket = openQuotedMarket,
  waitForEnd = waitForSignal,
  faultMs = FAULT_MS,
}: Partial<MockParts> = {}): Program => ({
  name: 'broker:mock',
  summary:
    'Plays the gateway of Interactive Brokers, or Ironbeam, with a demo account, the prices of the simulated market and pessimistic fills.',
  usage:
    '[--broker ibkr|ironbeam] [--port N] [--account NAME] [--cash DOLLARS] [--delay MINUTES] [--faults SEED]',
  options: {
    broker: { type: 'string' },
    port: { type: 'string' },
    account: { type: 'string' },
    cash: { type: 'string' },
    delay: { type: 'string' },
    faults: { type: 'string' },
  },
  optionHelp: {
    '--broker NAME': `ibkr for Interactive Brokers, or ironbeam (default: ${DEFAULT_BROKER})`,
    '--port N': 'port on 127.0.0.1, 0 for any free one (default: 4002 for ibkr, 4003 for ironbeam)',
    '--account NAME': 'demo account (default: DU1234567 for ibkr, 51233450 for ironbeam)',
    '--cash DOLLARS': `cash at the start (default: ${CASH})`,
    '--delay MINUTES': `delay of the quotes for the market, ibkr only; 0 for live ones (default: ${DELAY_MINUTES})`,
    '--faults SEED':
      'every half minute another fault of line, gateway or broker, ibkr only; the seed decides which',
  },
  async run({ option, print, printJson }) {
    const double = getDouble(option('broker') ?? DEFAULT_BROKER);
    const port = readWhole(option('port') ?? String(double.defaultPort), '--port', 65_535);
    const cash = readWhole(option('cash') ?? String(CASH), '--cash', 1_000_000_000);
    const delay = readWhole(option('delay') ?? String(DELAY_MINUTES), '--delay', DELAY_MINUTES_MAX);
    const data = new MarketData({ dataType: delay === 0 ? 1 : 3 });
    const account = option('account') ?? double.defaultAccount;
    if (!double.accountFormat.test(account))
      throw new UsageError(`--account must be ${double.accountText}.`);
    const seed = option('faults');
    if ((seed ?? option('delay')) !== undefined && !double.isGateway)
      throw new UsageError('--delay and --faults are for ibkr only.');
    const market = openMarket(getSeed(), nowMs());
    const contracts = market.contracts.filter(double.lists);
    const gateway = new Gateway({ account, cash, contracts, nowMs });
    const faults = seed === undefined ? null : new RehearsedFaults(seed, gateway);
    const server = await double.serveBroker(gateway, contracts, port, { data, faults });
    gateway.addListener((news) => {
      const line = formatNews(news);
      if (line !== null) print(line);
    });
    const setQuotes = (): void => {
      market.setQuotes(gateway, nowMs());
      market.playQuotes(data, nowMs() - delay * MINUTE_MS);
    };
    setQuotes();
    const timer = setInterval(setQuotes, QUOTE_MS);
    const { connection } = server;
    printJson({ port: server.port, account, cash, contracts: contracts.length, connection });
    print(
      `Listening with ${contracts.length} contracts and ${cash.toLocaleString('en-US')} dollars.`,
    );
    print(`Enter this under Data & Account, then select live trading: ${connection}`);
    const faultTimer = faults
      ? setInterval(() => print(`Fault: ${faults.beginNextFault()}.`), faultMs)
      : undefined;
    await waitForEnd();
    clearInterval(timer);
    clearInterval(faultTimer);
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
