// Quotes of Interactive Brokers at the double of its gateway, with the published client.
import { describe, expect, it, vi } from 'vitest';
import { DATA_ERRORS, ERROR_CODES } from '../../../app/programs/broker-mock/error-codes';
import { MarketData } from '../../../app/programs/broker-mock/market-data';
import { MINUTE_MS, SECOND_MS } from '../../../app/trading/domain/time';
import { GAS_MONTH, getMonth } from '../../support/broker-desk';
import { GatewayDesk } from '../../support/gateway-desk';
import { openQuotes } from '../../support/gateway-quotes';

const NOW_MS = Date.UTC(2026, 10, 30, 15);
const TRADED_MS = NOW_MS - 10 * MINUTE_MS;
const WAIT = { timeout: 8000, interval: 20 };
/** Messages of the client: request and end of a line, and the type of data. */
const OPEN_LINE = '1';
const DATA_TYPE = '59';

const playGas = (desk: GatewayDesk, last: number, tradedMs: number | null = TRADED_MS): void =>
  desk.data.playQuote(desk.contract, { bid: last - 0.001, ask: last + 0.002, last, tradedMs });

/** Natural gas quotes at 3. */
async function openQuotedDesk(data?: MarketData) {
  const desk = await GatewayDesk.open({}, undefined, data);
  playGas(desk, 3);
  return { desk, ...(await openQuotes(desk, [GAS_MONTH])) };
}

describe('delayed quotes', () => {
  it('have the prices of the gateway, the time of the trade and their delay', async () => {
    const { recorder } = await openQuotedDesk();
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    expect(recorder.quotes[0]).toEqual({
      instrumentId: GAS_MONTH.id,
      quote: { bidTicks: 2999, askTicks: 3002, lastTicks: 3000, atMs: TRADED_MS },
      origin: {
        priceSource: 'Interactive Brokers, 10 min late',
        staleAfterMs: 16 * MINUTE_MS,
        isLive: false,
      },
    });
  });

  it('without a time are as late as the broker allows them to be', async () => {
    const desk = await GatewayDesk.open();
    playGas(desk, 3, null);
    const { recorder } = await openQuotes(desk, [GAS_MONTH]);
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    expect(recorder.quotes[0]?.quote.atMs).toBe(NOW_MS - 15 * MINUTE_MS);
    expect(recorder.quotes[0]?.origin.priceSource).toBe('Interactive Brokers, 15 min late');
  });

  it('follow the market, at most every five seconds', async () => {
    const { desk, recorder } = await openQuotedDesk();
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    for (const last of [3.001, 3.002, 3.003]) playGas(desk, last, TRADED_MS + 5 * SECOND_MS);
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(2), WAIT);
    expect(recorder.quotes[1]?.quote).toMatchObject({
      lastTicks: 3003,
      atMs: TRADED_MS + 5 * SECOND_MS,
    });
  });

  it('are requested as delayed ones, once and one after another', async () => {
    const desk = await GatewayDesk.open();
    const kinds: string[] = [];
    desk.fault = {
      loses: ([kind = '']) => {
        if (kind === OPEN_LINE || kind === DATA_TYPE) kinds.push(kind);
        return false;
      },
    };
    await openQuotes(desk);
    await vi.waitFor(() => expect(kinds).toEqual([DATA_TYPE, OPEN_LINE, OPEN_LINE]), WAIT);
    expect(desk.data.listLines()).toEqual(['NGF27', 'ZCH27']);
  });

  it('end with the request', async () => {
    const { desk, broker } = await openQuotedDesk();
    await vi.waitFor(() => expect(desk.data.listLines()).toEqual(['NGF27']), WAIT);
    broker.quotes.endQuotes();
    await vi.waitFor(() => expect(desk.data.listLines()).toEqual([]), WAIT);
  });

  it('of contracts that are no longer wanted end, and the others go on', async () => {
    const desk = await GatewayDesk.open();
    const { broker, recorder } = await openQuotes(desk);
    await vi.waitFor(() => expect(desk.data.listLines()).toHaveLength(2), WAIT);
    broker.quotes.requestQuotes([GAS_MONTH], recorder);
    await vi.waitFor(() => expect(desk.data.listLines()).toEqual(['NGF27']), WAIT);
  });
});

describe('live quotes', () => {
  it('are marked where the gateway announces live data', async () => {
    const { recorder } = await openQuotedDesk(new MarketData({ dataType: 1 }));
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    // Bid and ask arrive without a delay, after the last trade.
    expect(recorder.quotes[0]).toMatchObject({
      quote: { lastTicks: 3000, atMs: NOW_MS },
      origin: { priceSource: 'Interactive Brokers, live', staleAfterMs: MINUTE_MS, isLive: true },
    });
  });

  it('of a closed session are not live', async () => {
    const { recorder } = await openQuotedDesk(new MarketData({ dataType: 2 }));
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    expect(recorder.quotes[0]).toMatchObject({
      quote: { atMs: TRADED_MS },
      origin: { isLive: false },
    });
  });
});

describe('a contract without quotes', () => {
  it.each([
    [
      DATA_ERRORS.notSubscribed,
      'the account has no permission for its quotes, not even delayed ones',
    ],
    [DATA_ERRORS.needsSubscription, 'its quotes need a subscription of the account'],
    [DATA_ERRORS.delayedOff, 'delayed quotes are switched off in the gateway'],
    [DATA_ERRORS.linesUsedUp, 'all lines of quotes that the account has are in use'],
    [DATA_ERRORS.noContract, 'the broker lists no such contract'],
    [DATA_ERRORS.otherSession, 'another program uses the quotes of the account'],
    [{ code: 999, text: 'Something else' }, 'the gateway answers with error 999: Something else'],
  ])('has the reason of error $code, and the connection lives on', async (error, reason) => {
    const desk = await GatewayDesk.open();
    desk.data.errors.set('NG', error);
    const { broker, recorder } = await openQuotes(desk, [GAS_MONTH]);
    await vi.waitFor(() => expect(recorder.problems).toHaveLength(1), WAIT);
    expect(recorder.problems[0]).toEqual({
      instrumentId: GAS_MONTH.id,
      reason: `NGF27: ${reason}`,
    });
    expect(recorder.quotes).toEqual([]);
    expect(await broker.takeSnapshot()).toMatchObject({ positions: [] });
    // What was in the way is gone.
    desk.data.errors.clear();
    playGas(desk, 3);
    broker.quotes.retryProblems();
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
  });

  it.each([
    [DATA_ERRORS.delayed, 'it is not subscribed, and its delayed quotes have not arrived yet'],
    [DATA_ERRORS.partly, 'the account may receive a part of its quotes only'],
  ])('has the reason of note $code until they arrive', async (note, reason) => {
    const desk = await GatewayDesk.open();
    desk.data.errors.set('NG', note);
    const { recorder } = await openQuotes(desk, [GAS_MONTH]);
    await vi.waitFor(() => expect(recorder.problems).toHaveLength(1), WAIT);
    expect(recorder.problems[0]?.reason).toBe(`NGF27: ${reason}`);
    playGas(desk, 3);
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
  });

  it('is one of the next ones where all lines are in use', async () => {
    const desk = await GatewayDesk.open({}, undefined, new MarketData({ linesMax: 1 }));
    const next = getMonth('CORN.K27');
    const { recorder } = await openQuotes(desk, [GAS_MONTH, getMonth('CORN.H27'), next]);
    await vi.waitFor(() => expect(recorder.problems).toHaveLength(2), WAIT);
    expect(recorder.problems.map(({ instrumentId }) => instrumentId)).toEqual([
      'CORN.H27',
      next.id,
    ]);
    expect(desk.data.listLines()).toEqual(['NGF27']);
  });

  it('is one with other terms, or in no list of the broker', async () => {
    const desk = await GatewayDesk.open({ priceMagnifier: 100 });
    const { recorder } = await openQuotes(desk, [GAS_MONTH, getMonth('NG.G27')]);
    await vi.waitFor(() => expect(recorder.problems).toHaveLength(2), WAIT);
    expect(recorder.problems.map(({ reason }) => reason)).toEqual([
      'NGF27: not quoted, because one point is worth $100 there and $10000 here',
      'NGG27: not quoted, because it lists 0 contracts of that month',
    ]);
    expect(desk.data.listLines()).toEqual([]);
  });

  it('is one whose price is not on its tick', async () => {
    const desk = await GatewayDesk.open();
    playGas(desk, 3.0005);
    const { recorder } = await openQuotes(desk, [GAS_MONTH]);
    await vi.waitFor(() => expect(recorder.problems).toHaveLength(1), WAIT);
    expect(recorder.problems[0]?.reason).toBe(
      'NGF27: the price 3.0005 is not on the tick of the contract',
    );
  });
});

describe('a lost connection', () => {
  it('is followed by the same requests after a restart of the gateway', async () => {
    const { desk, broker, recorder } = await openQuotedDesk();
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    desk.server.dropClients();
    await vi.waitFor(
      () => expect(broker.quotes.getConnectionFault()).toBe('the connection was closed'),
      WAIT,
    );
    await vi.waitFor(() => expect(desk.data.listLines()).toEqual(['NGF27']), WAIT);
    playGas(desk, 3.01);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(3010), WAIT);
  });

  it.each([
    ['with the loss of its requests', ERROR_CODES.restoredWithLoss],
    ['without a loss', ERROR_CODES.restored],
  ])('of the servers %s leaves one line for each contract', async (_text, notice) => {
    const { desk, broker, recorder } = await openQuotedDesk();
    await vi.waitFor(() => expect(recorder.quotes).toHaveLength(1), WAIT);
    desk.server.sendNotice(ERROR_CODES.connectionLost);
    if (notice === ERROR_CODES.restoredWithLoss) desk.data.forgetLines();
    await vi.waitFor(
      () =>
        expect(broker.quotes.getConnectionFault()).toBe(
          'the gateway has no connection to its servers',
        ),
      WAIT,
    );
    desk.server.sendNotice(notice);
    playGas(desk, 3.02);
    await vi.waitFor(() => expect(recorder.quotes.at(-1)?.quote.lastTicks).toBe(3020), WAIT);
    expect(desk.data.listLines()).toEqual(['NGF27']);
  });
});
