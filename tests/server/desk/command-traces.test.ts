// A command and what follows from it are spans of the trace of its request.
import { describe, expect, it, vi } from 'vitest';
import { createCommandTraces } from '../../../app/server/desk/command-traces.server';
import { getLog } from '../../../app/server/platform/log.server';
import type { Command, CommandResult } from '../../../app/trading/domain/command';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  type DeskHarness,
  GAS,
  OPEN_BOOK,
  createDeskHarness,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import { type RecordedTraces, createRecordedTraces } from '../../support/recorded-spans';
import { createManualOrder, getBook } from '../../support/reference-orders';
import { VenueDesk, createFill, createVenue, createVenueConfig } from '../../support/venue-desk';

async function openTracedDesk(
  config = createTestConfig(),
): Promise<{ desk: DeskHarness; traces: RecordedTraces }> {
  const traces = createRecordedTraces();
  const desk = createDeskHarness(config, createMemoryJournal(), EMPTY_DESK, {
    observer: createCommandTraces(traces, () => desk.nowMs()),
  });
  await desk.send('ann', OPEN_BOOK);
  desk.quote(GAS, 2800);
  return { desk, traces };
}

/** Sends a command as a request whose trace is recorded. */
async function sendTraced(
  { desk, traces }: { desk: DeskHarness; traces: RecordedTraces },
  command: Command,
): Promise<CommandResult> {
  const trace = traces.startSpan('request');
  const result = desk.runner.execute(
    { userId: 'ann', command, idempotencyKey: null },
    { requestId: 'request-1', trace },
  );
  desk.runner.drain();
  return result;
}

const listNames = ({ spans }: RecordedTraces): string[] => spans.map(({ name }) => name);
/** Names of spans that are no part of the first one, directly. */
const listStrangers = ({ spans }: RecordedTraces): string[] =>
  spans.slice(1).flatMap(({ name, parent }) => (parent === spans[0] ? [] : [name]));

describe('an order at a local broker', () => {
  it('has its wait, the engine, the commit and the fill in one trace', async () => {
    const traced = await openTracedDesk();
    await sendTraced(traced, createManualOrder({ stop: 100 }));
    const { traces, desk } = traced;
    expect(listNames(traces)).toEqual([
      'request',
      'command queue',
      'engine cycle',
      'SQLite commit',
      'fill',
    ]);
    expect(listStrangers(traces)).toEqual([]);
    expect(traces.spans.slice(1).every(({ endMs }) => endMs !== undefined)).toBe(true);
    const [, , cycle, , fill] = traces.spans;
    expect(cycle?.attributes).toEqual({
      'frontmonth.command': 'PlaceOrder',
      'frontmonth.record': expect.any(Number) as number,
      'frontmonth.accepted': true,
    });
    const filled = desk.journal.records.find(({ type }) => type === 'OrderFilled');
    expect(fill?.attributes['frontmonth.record']).toBe(filled?.seq);
  });

  it('has the fills of its stop, which come with later prices', async () => {
    const traced = await openTracedDesk();
    await sendTraced(traced, createManualOrder({ stop: 100 }));
    traced.desk.quote(GAS, 2600);
    expect(listNames(traced.traces).filter((name) => name === 'fill')).toHaveLength(2);
    expect(listStrangers(traced.traces)).toEqual([]);
    expect(Object.keys(getBook(traced.desk).positions)).toEqual([]);
  });

  it('adds nothing of orders without a traced request', async () => {
    const { desk, traces } = await openTracedDesk();
    await desk.send('ann', createManualOrder({ stop: 100 }));
    desk.quote(GAS, 2600);
    expect(listNames(traces)).toEqual([]);
  });

  it('states that a command was rejected', async () => {
    const traced = await openTracedDesk();
    await sendTraced(traced, { type: 'ClosePosition', positionId: 'none' });
    expect(traced.traces.spans[2]?.attributes).toMatchObject({ 'frontmonth.accepted': false });
  });
});

describe('an order at a remote broker', () => {
  it('has the call from its departure to the answer, then the fill', async () => {
    const config = createVenueConfig(createVenue());
    const traced = await openTracedDesk(config);
    const venue = new VenueDesk(traced.desk, config);
    venue.compareBroker();
    await sendTraced(traced, createManualOrder());
    const [orderId = ''] = venue.listOrders().map(({ id }) => id);
    const call = traced.traces.spans.find(({ name }) => name === 'broker order');
    expect([call?.start.kind, call?.endMs]).toEqual(['client', undefined]);
    venue.offerReports({ type: 'Acknowledged', orderId });
    expect([call?.endMs, call?.attributes]).toEqual([
      expect.any(Number),
      {
        'frontmonth.order': orderId,
        'frontmonth.broker': 'venue',
        'frontmonth.answer': 'Acknowledged',
      },
    ]);
    venue.offerReports(createFill(orderId, 30));
    expect(listNames(traced.traces).slice(-2)).toEqual(['broker order', 'fill']);
    expect(listStrangers(traced.traces)).toEqual([]);
  });

  it('is marked as failed where the broker rejects it', async () => {
    const config = createVenueConfig(createVenue());
    const traced = await openTracedDesk(config);
    const venue = new VenueDesk(traced.desk, config);
    venue.compareBroker();
    await sendTraced(traced, createManualOrder());
    const [orderId = ''] = venue.listOrders().map(({ id }) => id);
    venue.offerReports({ type: 'Rejected', orderId, reason: 'no margin' });
    const call = traced.traces.spans.find(({ name }) => name === 'broker order');
    expect([call?.isFailed, JSON.stringify(call?.attributes)]).toEqual([
      true,
      expect.not.stringContaining('no margin'),
    ]);
  });
});

it('trades on where spans cannot be recorded, and logs it once', async () => {
  const error = vi.spyOn(getLog(), 'error').mockReturnValue();
  const traced = await openTracedDesk();
  const trace = traced.traces.startSpan('request');
  traced.traces.startSpan = () => {
    throw new Error('no spans');
  };
  for (let count = 0; count < 2; count += 1) {
    const result = traced.desk.runner.execute(
      { userId: 'ann', command: createManualOrder({ lots: 10 + count }), idempotencyKey: null },
      { requestId: 'request-1', trace },
    );
    traced.desk.runner.drain();
    expect((await result).outcome.ok).toBe(true);
  }
  expect(error.mock.calls.map(([, text]) => text)).toEqual(['commands could not be traced']);
  error.mockRestore();
});
