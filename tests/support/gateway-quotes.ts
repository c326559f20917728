// Quotes of our broker at the double of the gateway.
import { startTimer, type SetTimer } from '../../app/server/feeds/pump.server';
import type { IbkrBroker } from '../../app/server/brokers/ibkr/ibkr-broker.server';
import type {
  BrokerQuote,
  BrokerQuoteListener,
  QuoteProblem,
} from '../../app/trading/domain/broker-quotes';
import { SECOND_MS } from '../../app/trading/domain/time';
import { BROKER_INSTRUMENTS } from './broker-desk';
import type { GatewayDesk } from './gateway-desk';

/** Pauses between requests and quotes pass faster; limits of answers stay. */
export const startFastTimer: SetTimer = (callback, ms) =>
  startTimer(callback, ms <= 5 * SECOND_MS ? ms / 20 : ms);

interface QuoteRecorder extends BrokerQuoteListener {
  readonly quotes: readonly BrokerQuote[];
  readonly problems: readonly QuoteProblem[];
}

export function createQuoteRecorder(): QuoteRecorder {
  const quotes: BrokerQuote[] = [];
  const problems: QuoteProblem[] = [];
  return {
    quotes,
    problems,
    onQuote: (quote) => quotes.push(quote),
    onProblem: (problem) => problems.push(problem),
  };
}

/** Connects a broker and requests the contracts that the double lists. */
export async function openQuotes(
  desk: GatewayDesk,
  instruments = BROKER_INSTRUMENTS,
): Promise<{ readonly broker: IbkrBroker; readonly recorder: QuoteRecorder }> {
  const broker = await desk.openBroker(desk.createBroker(undefined, undefined, startFastTimer));
  const recorder = createQuoteRecorder();
  broker.quotes.requestQuotes(instruments, recorder);
  return { broker, recorder };
}
