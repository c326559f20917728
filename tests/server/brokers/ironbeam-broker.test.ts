// What is special to Ironbeam, at its double: sign-in, tokens, answers that prove nothing, and the stream.
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../app/programs/broker-mock/ironbeam/routes';
import { buildFailure } from '../../../app/programs/broker-mock/ironbeam/routes';
import { toTicks } from '../../../app/trading/domain/units';
import type { ExecutionReport } from '../../../app/trading/ports';
import { buildGasOrder, getMonth, submitOrder, toGasLots } from '../../support/broker-desk';
import { IronbeamDesk, isPlacement } from '../../support/ironbeam-desk';

const LIMIT = { type: 'LIMIT', priceTicks: toTicks(2000) } as const;
const WAIT = { timeout: 10_000 };

const waitForReport = (desk: IronbeamDesk, report: Partial<ExecutionReport>): Promise<void> =>
  vi.waitFor(() => expect(desk.reports).toContainEqual(expect.objectContaining(report)), WAIT);

async function openDesk() {
  const desk = await IronbeamDesk.open();
  return { desk, broker: await desk.openBroker() };
}

describe('sign-in', () => {
  it.each(['apikey', 'password'] as const)('has the key as %s', async (keyField) => {
    const desk = await IronbeamDesk.open({}, { keyField });
    await desk.openBroker();
    expect(desk.news).toEqual(['connected 1']);
  });

  it('is rejected with another key, whose text is not repeated', async () => {
    const desk = await IronbeamDesk.open();
    desk.fault = {
      answer: (request, { send }) => send(buildFailure(401, `wrong: ${request.body}`)),
    };
    await desk.openBroker();
    expect(desk.news).toEqual(['disconnected the broker does not accept user and key']);
  });

  it('is rejected for a user of real money', async () => {
    const desk = await IronbeamDesk.open({}, { isLive: true });
    await desk.openBroker();
    expect(desk.news).toEqual([
      'disconnected the user trades real money: only demo accounts can be connected',
    ]);
  });

  it('is renewed when the token expires', async () => {
    const { desk, broker } = await openDesk();
    desk.server.routes.expireTokens();
    expect((await broker.takeSnapshot()).cashMills).toBe(250_000_000);
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    expect(desk.news).toEqual(['connected 1']);
  });

  it('names the address where no server answers', async () => {
    const desk = await IronbeamDesk.open();
    const broker = desk.createBroker();
    const { port } = desk.server;
    await desk.server.close();
    await desk.openBroker(broker);
    expect(desk.news).toEqual([`disconnected no server answers at 127.0.0.1:${port}`]);
  });
});

describe('an order', () => {
  it.each([
    [400, 'margin exceeded'],
    [401, 'Unauthorized'],
    [403, 'no access'],
    [429, 'Too Many Requests'],
  ])('is rejected by status %i with the text of the broker', async (status, text) => {
    const { desk, broker } = await openDesk();
    desk.answerNextOrder(({ send }) => send(buildFailure(status, text)));
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Rejected', orderId: 'order-1', reason: text });
    expect(desk.gateway.listOpenOrders()).toEqual([]);
    expect(desk.sentOrders.list()).toEqual([]);
  });

  it.each([
    ['an error of the server', 500, '{"status":"ERROR","error":"x"}'],
    ['a page of a proxy', 400, '<html>Bad Request</html>'],
    ['an answer without a number', 200, '{"status":"OK"}'],
    ['half an answer', 200, '{"status":"OK","strat'],
  ])('is unknown after %s, and found in the list', async (_name, status, text) => {
    const { desk, broker } = await openDesk();
    desk.answerNextOrder(({ handle, sendText }) => {
      handle();
      sendText(status, text);
    });
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    expect(desk.gateway.listOpenOrders()).toHaveLength(1);
    const [sent] = desk.sentOrders.list();
    expect(sent?.brokerOrderId).toMatch(/^51233450-\d+$/);
  });

  it('that the broker handles late is not proved missing', async () => {
    const { desk, broker } = await openDesk();
    desk.answerNextOrder(({ authorize, cut }) => {
      const handle = authorize();
      cut();
      setTimeout(handle, 500);
    });
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'working' }]);
    expect(desk.gateway.listOpenOrders()).toHaveLength(1);
  });

  it('that arrives with an ended token is not applied', async () => {
    const { desk, broker } = await openDesk();
    const late: { handle?: () => Answer } = {};
    desk.answerNextOrder(({ handle, cut }) => {
      late.handle = handle;
      cut();
    });
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'rejected' }]);
    expect(late.handle?.()).toMatchObject({ status: 401 });
    expect(desk.gateway.listOpenOrders()).toEqual([]);
  });

  it('stays unknown while the broker does not confirm that the token has ended', async () => {
    const { desk, broker } = await openDesk();
    desk.loseNextOrder();
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    desk.fault = {
      answer: (request, exchange) => {
        if (request.path === '/logout') exchange.cut();
        else exchange.send(exchange.handle());
      },
    };
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'never received' }]);
    desk.fault = {};
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'rejected' }]);
  });

  it('of an earlier run stays unknown while its request may still arrive', async () => {
    const { desk, broker } = await openDesk();
    desk.loseNextOrder();
    const order = buildGasOrder(1, { ...LIMIT, state: 'UNKNOWN' });
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    broker.endSession();
    desk.orders.set(order.id, order);
    desk.news.length = 0;
    const next = await desk.openBroker();
    expect(await next.findOrders([order])).toMatchObject([{ state: 'never received' }]);
    desk.laterMs = 6 * 60_000;
    expect(await next.findOrders([order])).toMatchObject([{ state: 'rejected' }]);
  });

  it('is not taken for an equal one that another program had placed before', async () => {
    const { desk, broker } = await openDesk();
    desk.placeByPhone(2, 2);
    await broker.takeSnapshot();
    desk.loseNextOrder();
    const order = buildGasOrder(2, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-2' });
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'rejected' }]);
    expect(desk.gateway.listOpenOrders()).toHaveLength(1);
  });

  it('that is listed twice after its request ends in a disagreement', async () => {
    const { desk, broker } = await openDesk();
    desk.answerNextOrder(({ handle, cut }) => {
      handle();
      desk.placeByPhone(2, 2);
      cut();
    });
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await waitForReport(desk, { type: 'Lost', orderId: 'order-1' });
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'never received' }]);
    expect(desk.news).toContain(
      'disagreement the broker lists 2 equal orders in NG.F27 where 1 was sent without an answer',
    );
  });

  it('is cancelled where its cancellation overtakes the answer', async () => {
    const { desk, broker } = await openDesk();
    desk.answerNextOrder(({ handle, send }) => {
      const answer = handle();
      setTimeout(() => send(answer), 300);
    });
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    broker.cancelOrder(order);
    await waitForReport(desk, { type: 'Cancelled', orderId: 'order-1' });
  });
});

describe('lists without strategy ids', () => {
  it('have the orders by the numbers that the broker gives for them', async () => {
    const { desk, broker } = await openDesk();
    const hideIds = (text: string): string => text.replaceAll(/"(strategyId|sid)":\d+,/g, '');
    desk.fault = {
      answer: ({ path }, { handle, send, sendText }) => {
        const answer = handle();
        if (!/\/(ANY|fills)$/.test(path)) return send(answer);
        sendText(answer.status, hideIds(JSON.stringify(answer.body)));
      },
      deliver: (message, send) => send(hideIds(JSON.stringify(message))),
    };
    const order = buildGasOrder(1, LIMIT);
    submitOrder(broker, order);
    await vi.waitFor(() => expect(desk.gateway.listOpenOrders()).toHaveLength(1), WAIT);
    expect(await broker.findOrders([order])).toMatchObject([{ state: 'working' }]);
    expect(desk.sentOrders.list()).toMatchObject([
      { orderId: 'order-1', brokerOrderId: expect.stringMatching(/^51233450-/) },
    ]);
  });
});

describe('a restart', () => {
  it('finds its orders by the numbers that were stored', async () => {
    const { desk, broker } = await openDesk();
    // The first is cancelled: equal terms do not show which one works.
    const [first, second] = [buildGasOrder(1, LIMIT), buildGasOrder(2, LIMIT)];
    submitOrder(broker, first);
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    submitOrder(broker, second);
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-2' });
    broker.cancelOrder(first);
    await waitForReport(desk, { type: 'Cancelled', orderId: 'order-1' });
    broker.endSession();
    for (const order of [first, second]) desk.orders.set(order.id, order);
    desk.news.length = 0;
    const next = await desk.openBroker();
    expect(await next.findOrders([first, second])).toMatchObject([
      { orderId: 'order-1', state: 'cancelled' },
      { orderId: 'order-2', state: 'working' },
    ]);
  });
});

describe('the stream', () => {
  it('is not needed: the lists have the executions', async () => {
    const desk = await IronbeamDesk.open();
    desk.fault = {
      answer: (request, exchange) => {
        if (request.path === '/stream/create') exchange.sendText(500, '');
        else exchange.send(exchange.handle());
      },
    };
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1));
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    desk.setQuote(3);
    await waitForReport(desk, { type: 'Filled', orderId: 'order-1', lots: toGasLots(2) });
    expect(desk.news).toEqual(['connected 1']);
  });

  it.each([
    ['garbage', 'no JSON'],
    ['a row without a number', '{"f":[{"s":"XNYM:NG.F27"}]}'],
  ])('that sends %s ends, and a new one is opened', async (_name, text) => {
    const { desk, broker } = await openDesk();
    let streams = 0;
    desk.fault = {
      answer: (request, exchange) => {
        if (request.path === '/stream/create') streams += 1;
        exchange.send(exchange.handle());
      },
      deliver: (_message, send) => {
        if (streams === 0) send(text);
      },
    };
    await vi.waitFor(() => expect(streams).toBeGreaterThan(0), WAIT);
    desk.fault = {};
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    expect(desk.news).toEqual(['connected 1']);
  });

  it('that is silent is replaced', async () => {
    const { desk } = await openDesk();
    let streams = 0;
    desk.fault = {
      answer: (request, exchange) => {
        if (request.path === '/stream/create') streams += 1;
        exchange.send(exchange.handle());
      },
      deliver: () => undefined,
    };
    await vi.waitFor(() => expect(streams).toBeGreaterThan(0), WAIT);
    expect(desk.news).toEqual(['connected 1']);
  });
});

describe('a contract', () => {
  it.each([
    ['coffee', 'KC.H27'],
    ['cotton', 'CT.H27'],
    ['orange-juice', 'OJ.H27'],
  ] as const)('of %s is not traded', async (commodity, id) => {
    const { desk, broker } = await openDesk();
    expect(broker.explainUntraded(commodity)).toMatch(/are not traded at Ironbeam\.$/);
    submitOrder(broker, buildGasOrder(1, { commodity, instrumentId: id }), getMonth(id));
    expect(desk.reports).toMatchObject([
      { type: 'Rejected', reason: expect.stringContaining('is not traded at Ironbeam') },
    ]);
  });

  it('is requested once more where the server rejects a batch', async () => {
    const desk = await IronbeamDesk.open();
    desk.fault = {
      answer: (request, exchange) => {
        if ((request.query.get('symbols') ?? '').includes(','))
          exchange.send(buildFailure(400, 'unknown symbol'));
        else exchange.send(exchange.handle());
      },
    };
    const broker = await desk.openBroker();
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
  });
});

describe('a request to place an order', () => {
  it('has the fields of the description, and is sent once', async () => {
    const { desk, broker } = await openDesk();
    const bodies: unknown[] = [];
    desk.fault = {
      answer: (request, exchange) => {
        if (isPlacement(request)) bodies.push(JSON.parse(request.body));
        exchange.send(exchange.handle());
      },
    };
    submitOrder(broker, buildGasOrder(1, LIMIT));
    await waitForReport(desk, { type: 'Acknowledged', orderId: 'order-1' });
    expect(bodies).toEqual([
      {
        accountId: '51233450',
        exchSym: 'XNYM:NG.F27',
        side: 'BUY',
        quantity: 2,
        orderType: '2',
        limitPrice: 2,
        duration: '1',
        waitForOrderId: false,
      },
    ]);
  });
});
