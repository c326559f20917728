import { describe, expect, test } from 'vitest';
import { toMills } from '../../app/trading/domain/units';
import { type DeskHarness, GAS, MARKET, deskHarness, testConfig } from '../support/desk-harness';
import { fragileJournal } from '../support/fragile-journal';
import { answer, getBook, fillPrices, handOrder, holdings } from '../support/reference-orders';
import { RemoteVenue } from '../properties/remote-venue';

async function openFragile(
  config = testConfig(),
): Promise<{ desk: DeskHarness; isFull: (full: boolean) => void }> {
  const { journal, setFull: isFull } = fragileJournal();
  const desk = deskHarness(config, journal);
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  return { desk, isFull };
}

const time = (desk: DeskHarness): void => desk.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });

describe('when the disk refuses', () => {
  test('a command is refused, and nothing of it has happened', async () => {
    const { desk, isFull } = await openFragile();
    const [before, records] = [getBook(desk), desk.journal.records.length];
    isFull(true);
    expect(await answer(desk, handOrder())).toBe('STORAGE');
    expect([getBook(desk), desk.journal.records.length, desk.runner.status().storageFault]).toEqual(
      [before, records, 'no space left'],
    );
  });

  test('prices and weather go on in memory, and nothing trades on them', async () => {
    const { desk, isFull } = await openFragile();
    await desk.send('ann', handOrder({ stop: 50 }));
    isFull(true);
    await answer(desk, handOrder());
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
      holdings(desk),
    ]).toEqual([2600, 31, [['NG', 30]]]);
  });

  test('the same key asked again after the disk is back is a new command', async () => {
    const { desk, isFull } = await openFragile();
    isFull(true);
    expect((await desk.send('ann', handOrder(), 'k1')).outcome.ok).toBe(false);
    isFull(false);
    time(desk);
    expect((await desk.send('ann', handOrder(), 'k1')).outcome.ok).toBe(true);
    expect((await desk.send('ann', handOrder(), 'k1')).outcome.ok).toBe(true);
    expect(holdings(desk)).toEqual([['NG', 30]]);
  });
});

describe('when the disk is back', () => {
  test('what waits behind the question to it takes the ordinary way', async () => {
    const { desk, isFull } = await openFragile();
    isFull(true);
    await answer(desk, handOrder());
    isFull(false);
    desk.runner.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
    const asked = desk.runner.execute({
      userId: 'ann',
      idempotencyKey: null,
      command: handOrder(),
    });
    desk.runner.drain();
    expect((await asked).outcome.ok).toBe(true);
    expect([holdings(desk), desk.runner.status().storageFault]).toEqual([[['NG', 30]], null]);
  });

  test('reports of a broker far away that came meanwhile, or with the answer, are booked, each once', async () => {
    const venue = new RemoteVenue(
      () => undefined,
      () => 84n,
    );
    const { desk, isFull } = await openFragile({
      ...testConfig(),
      brokers: { simulation: venue, paper: null, live: null },
    });
    await desk.send('ann', handOrder());
    const [first, second] = [venue.report('part', 0, 2802), venue.report('rest', 0, 2803)];
    if (!first || !second) throw new Error('the order is open at the broker');
    isFull(true);
    await answer(desk, handOrder({ lots: 1 }));
    desk.offer({ type: 'Execution', ...first, atMs: desk.nowMs() });
    expect(holdings(desk)).toEqual([]);
    isFull(false);
    desk.runner.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
    desk.runner.offer({ type: 'Execution', ...second, atMs: desk.nowMs() });
    desk.runner.offer({ type: 'Execution', ...second, atMs: desk.nowMs() });
    desk.runner.drain();
    expect([holdings(desk), Object.keys(getBook(desk).orders)]).toEqual([[['NG', 30]], []]);
    expect(desk.journal.records.filter(({ type }) => type === 'OrderFilled')).toHaveLength(2);
  });

  test('prices decide again', async () => {
    const { desk, isFull } = await openFragile();
    await desk.send('ann', handOrder({ stop: 50 }));
    isFull(true);
    await answer(desk, handOrder());
    desk.quote(GAS, 2600);
    isFull(false);
    time(desk);
    desk.quote(GAS, 2590);
    expect([holdings(desk), fillPrices(desk)]).toEqual([[], [2802, 2588]]);
  });
});
