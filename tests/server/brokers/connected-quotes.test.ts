// One connection gives the quotes of all users: which one, and what follows when it is lost.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DATA_ERRORS } from '../../../app/programs/broker-mock/error-codes';
import { ConnectedQuotes } from '../../../app/server/brokers/connected-quotes';
import { MINUTE_MS } from '../../../app/trading/domain/time';
import { GAS_MONTH } from '../../support/broker-desk';
import { GatewayDesk } from '../../support/gateway-desk';
import { createQuoteRecorder, startFastTimer } from '../../support/gateway-quotes';

const NOW_MS = Date.UTC(2026, 10, 30, 15);
const WAIT = { timeout: 8000, interval: 20 };
const NONE = 'no gateway is connected: enter one in the settings';

const playGas = (desk: GatewayDesk, last: number): void =>
  desk.data.playQuote(desk.contract, {
    bid: last - 0.001,
    ask: last + 0.001,
    last,
    tradedMs: NOW_MS - 10 * MINUTE_MS,
  });

/** Two users, each with a gateway; natural gas is at 3 and at 4. */
async function openTwoGateways() {
  const quotes = new ConnectedQuotes(() => NOW_MS);
  const recorder = createQuoteRecorder();
  const gateways = await Promise.all([GatewayDesk.open(), GatewayDesk.open()]);
  const [first, second] = gateways;
  playGas(first, 3);
  playGas(second, 4);
  quotes.requestQuotes([GAS_MONTH], recorder);
  const connectUser = async (desk: GatewayDesk, user: string) => {
    const broker = desk.createBroker(undefined, undefined, startFastTimer);
    quotes.addSource(user, broker.quotes);
    await desk.openBroker(broker);
    return broker;
  };
  const countLines = () => gateways.map(({ data }) => data.listLines().length);
  onTestFinished(() => quotes.endQuotes());
  return { quotes, recorder, first, second, connectUser, countLines };
}

describe('quotes of several users', () => {
  it('name what is missing without a connection', async () => {
    const { quotes, first } = await openTwoGateways();
    expect(quotes.getStatus()).toMatchObject({ fault: NONE, lines: 0 });
    quotes.addSource('ann', first.createBroker().quotes);
    expect(quotes.getStatus().fault).toBe(
      'no gateway is connected: the connection is being opened',
    );
    quotes.removeSource('ann');
    expect(quotes.getStatus().fault).toBe(NONE);
  });

  it('are those of the first connection, which stays when another follows', async () => {
    const { quotes, recorder, first, second, connectUser, countLines } = await openTwoGateways();
    await connectUser(first, 'ann');
    await vi.waitFor(() => expect(countLines()).toEqual([1, 0]), WAIT);
    await connectUser(second, 'bob');
    playGas(first, 3.001);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(3001), WAIT);
    expect(countLines()).toEqual([1, 0]);
    expect(quotes.getStatus()).toMatchObject({ fault: null, lines: 1, problems: [] });
  });

  it('are those of another connection after a loss, and never of two', async () => {
    const { recorder, first, second, connectUser, countLines } = await openTwoGateways();
    await connectUser(first, 'ann');
    await connectUser(second, 'bob');
    await vi.waitFor(() => expect(countLines()).toEqual([1, 0]), WAIT);
    first.server.dropClients();
    await vi.waitFor(() => expect(countLines()).toEqual([0, 1]), WAIT);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(4000), WAIT);
    // The first one is connected again, and the second one goes on.
    await vi.waitFor(() => expect(first.news.at(-1)).toMatch(/^connected/), WAIT);
    playGas(second, 4.001);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(4001), WAIT);
    expect(countLines()).toEqual([0, 1]);
  });

  it('are those of the user whose connection is left after another was removed', async () => {
    const { quotes, first, second, connectUser, countLines } = await openTwoGateways();
    await connectUser(first, 'ann');
    await connectUser(second, 'bob');
    await vi.waitFor(() => expect(countLines()).toEqual([1, 0]), WAIT);
    quotes.removeSource('ann');
    await vi.waitFor(() => expect(countLines()).toEqual([0, 1]), WAIT);
  });

  it('are left to another connection by one that may not quote them', async () => {
    const { quotes, recorder, first, second, connectUser, countLines } = await openTwoGateways();
    first.data.errors.set('NG', DATA_ERRORS.notSubscribed);
    await connectUser(first, 'ann');
    await vi.waitFor(() => expect(quotes.getStatus().problems).toHaveLength(1), WAIT);
    await connectUser(second, 'bob');
    await vi.waitFor(() => expect(countLines()).toEqual([0, 1]), WAIT);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(4000), WAIT);
    expect(quotes.getStatus()).toMatchObject({ fault: null, problems: [] });
  });

  it('end with the request, and none is requested afterwards', async () => {
    const { quotes, first, second, connectUser, countLines } = await openTwoGateways();
    await connectUser(first, 'ann');
    await vi.waitFor(() => expect(countLines()).toEqual([1, 0]), WAIT);
    quotes.endQuotes();
    await connectUser(second, 'bob');
    await vi.waitFor(() => expect(countLines()).toEqual([0, 0]), WAIT);
  });
});
