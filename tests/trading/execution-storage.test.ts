import { describe, expect, test } from 'vitest';
import { toMills } from '../../app/trading/domain/units';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createTestConfig,
} from '../support/desk-harness';
import { createFragileJournal } from '../support/fragile-journal';
import {
  executeCommand,
  getBook,
  listFillPrices,
  createManualOrder,
  listHoldings,
} from '../support/reference-orders';
import { compareAccount } from '../support/venue-desk';
import { RemoteVenue } from '../properties/remote-venue';

async function openFragile(
  config = createTestConfig(),
): Promise<{ desk: DeskHarness; isFull: (full: boolean) => void }> {
  const { journal, setFull: isFull } = createFragileJournal();
  const desk = createDeskHarness(config, journal);
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  return { desk, isFull };
}

const passSecond = (desk: DeskHarness): void =>
  desk.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });

describe('storage fault', () => {
  test('rejects commands without effect', async () => {
    const { desk, isFull } = await openFragile();
    const [before, records] = [getBook(desk), desk.journal.records.length];
    isFull(true);
    expect(await executeCommand(desk, createManualOrder())).toBe('STORAGE');
    expect([getBook(desk), desk.journal.records.length, desk.runner.status().storageFault]).toEqual(
      [before, records, 'no space left'],
    );
  });

  test('keeps prices and weather in memory without trading', async () => {
    const { desk, isFull } = await openFragile();
    await desk.send('ann', createManualOrder({ stop: 50 }));
    isFull(true);
    await executeCommand(desk, createManualOrder());
    desk.quote(GAS, 2600);
    desk.offer({
      type: 'Weather',
      atMs: desk.nowMs(),
      reading: {
        type: 'WeatherObserved',
        market: MARKET,
        series: 'hdd us',
        value: 31,
        validMs: desk.nowMs(),
        publishedMs: desk.nowMs(),
      },
    });
    const market = desk.runner.state().markets[MARKET];
    expect([
      market?.instruments['NG']?.quote?.lastTicks,
      market?.weather['hdd us']?.value,
      listHoldings(desk),
    ]).toEqual([2600, 31, [['NG', 30]]]);
  });

  test('treats the same key after the fault as a new command', async () => {
    const { desk, isFull } = await openFragile();
    isFull(true);
    expect((await desk.send('ann', createManualOrder(), 'k1')).outcome.ok).toBe(false);
    isFull(false);
    passSecond(desk);
    expect((await desk.send('ann', createManualOrder(), 'k1')).outcome.ok).toBe(true);
    expect((await desk.send('ann', createManualOrder(), 'k1')).outcome.ok).toBe(true);
    expect(listHoldings(desk)).toEqual([['NG', 30]]);
  });
});

describe('storage recovery', () => {
  test('processes queued events normally', async () => {
    const { desk, isFull } = await openFragile();
    isFull(true);
    await executeCommand(desk, createManualOrder());
    isFull(false);
    desk.runner.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
    const pendingAnswer = desk.runner.execute({
      userId: 'ann',
      idempotencyKey: null,
      command: createManualOrder(),
    });
    desk.runner.drain();
    expect((await pendingAnswer).outcome.ok).toBe(true);
    expect([listHoldings(desk), desk.runner.status().storageFault]).toEqual([[['NG', 30]], null]);
  });

  test('books remote broker reports of the fault once each', async () => {
    const venue = new RemoteVenue(() => undefined, 84n);
    const { desk, isFull } = await openFragile({
      ...createTestConfig(),
      brokers: { simulation: venue, paper: null },
    });
    compareAccount(desk);
    await desk.send('ann', createManualOrder());
    const [first, second] = [venue.report('part', 0, 2802), venue.report('rest', 0, 2803)];
    if (!first || !second) throw new Error('the order is open at the broker');
    isFull(true);
    await executeCommand(desk, createManualOrder({ lots: 1 }));
    desk.offer({ type: 'Execution', ...first, atMs: desk.nowMs() });
    expect(listHoldings(desk)).toEqual([]);
    isFull(false);
    desk.runner.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
    desk.runner.offer({ type: 'Execution', ...second, atMs: desk.nowMs() });
    desk.runner.offer({ type: 'Execution', ...second, atMs: desk.nowMs() });
    desk.runner.drain();
    expect([listHoldings(desk), Object.keys(getBook(desk).orders)]).toEqual([[['NG', 30]], []]);
    expect(desk.journal.records.filter(({ type }) => type === 'OrderFilled')).toHaveLength(2);
  });

  test('prices trigger decisions again', async () => {
    const { desk, isFull } = await openFragile();
    await desk.send('ann', createManualOrder({ stop: 50 }));
    isFull(true);
    await executeCommand(desk, createManualOrder());
    desk.quote(GAS, 2600);
    isFull(false);
    passSecond(desk);
    desk.quote(GAS, 2590);
    expect([listHoldings(desk), listFillPrices(desk)]).toEqual([[], [2802, 2588]]);
  });
});
