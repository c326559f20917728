// A roll on its way, and a month that has expired: what wins, what waits, and at which price it
// ends.
import { describe, expect, test } from 'vitest';
import { listContractsInUse } from '../../../app/trading/engine/chain';
import {
  EXPIRES_MS,
  FAR,
  NEAR,
  NEXT,
  ROLL_MS,
  chainConfig,
  chainDesk,
  dealt,
  decisions,
  heldByHand,
  rolledAt,
  until,
} from '../../support/chain-desk';
import { type DeskHarness, MARKET } from '../../support/desk-harness';
import {
  answer,
  getBook,
  handOrder,
  holdings,
  workingOrders,
} from '../../support/reference-orders';

describe('a roll that fills at the next prices', () => {
  const later = () => heldByHand({}, chainConfig({ fillsAtOnce: false }));
  async function underway(): Promise<DeskHarness> {
    const desk = await later();
    desk.quote(NEAR, 2800);
    rolledAt(desk, 2820, 2920);
    expect(workingOrders(desk)).toEqual([
      ['EXIT', 30, null],
      ['ENTRY', 30, null],
    ]);
    return desk;
  }

  test('is placed once', async () => {
    const desk = await underway();
    desk.quote(NEAR, 2821);
    desk.quote(NEAR, 2822);
    desk.quote(NEXT, 2921);
    desk.quote(NEAR, 2823);
    expect([holdings(desk), decisions(desk, 'ROLL').length]).toEqual([[[NEXT.id, 30]], 1]);
  });

  test.each([
    ['before any fill', []],
    ['after the exit', [NEAR]],
    ['after the entry', [NEXT]],
  ] as const)('and CLOSE wins over it, %s', async (_name, quoted) => {
    const desk = await underway();
    for (const each of quoted) desk.quote(each, 2900);
    const command =
      quoted[0] === NEXT
        ? {
            type: 'ClosePosition' as const,
            positionId: Object.keys(getBook(desk).positions)[0] ?? '',
          }
        : { type: 'CloseTrading' as const, commodity: null };
    expect(await answer(desk, command)).toBe('granted');
    for (const each of [NEAR, NEXT, NEAR, NEXT]) desk.quote(each, 2900);
    expect([holdings(desk), workingOrders(desk), getBook(desk).balances.reserved]).toEqual([
      [],
      [],
      0,
    ]);
  });

  test('goes on through a STOP', async () => {
    const desk = await underway();
    await desk.send('ann', { type: 'StopTrading', commodity: null });
    for (const each of [NEAR, NEXT]) desk.quote(each, 2900);
    expect(holdings(desk)).toEqual([[NEXT.id, 30]]);
  });

  test('whose exit the broker ends after its entry has filled only leaves: nothing is entered twice', async () => {
    const desk = await underway();
    desk.quote(NEXT, 2920);
    const [exit] = Object.values(getBook(desk).orders);
    desk.offer({
      type: 'Execution',
      bookId: 'ann:simulation',
      atMs: desk.nowMs(),
      report: { type: 'Expired', orderId: exit?.id ?? '' },
    });
    expect(holdings(desk)).toEqual([
      [NEAR.id, 30],
      [NEXT.id, 30],
    ]);
    for (const each of [NEAR, NEXT, NEAR, NEXT]) desk.quote(each, 2900);
    expect([
      holdings(desk),
      decisions(desk, 'ROLL').length,
      decisions(desk, 'EXIT').length,
    ]).toEqual([[[NEXT.id, 30]], 1, 1]);
  });

  test('is not taken back by halves', async () => {
    const desk = await underway();
    for (const { id } of Object.values(getBook(desk).orders))
      expect(await answer(desk, { type: 'CancelOrder', orderId: id })).toBe('INVALID');
  });

  test('ends with the stop that is hit in its midst', async () => {
    const desk = await heldByHand({ stop: 50 }, chainConfig({ fillsAtOnce: false }));
    desk.quote(NEAR, 2800);
    until(desk, ROLL_MS);
    desk.quote(NEXT, 2900);
    desk.quote(NEAR, 2800);
    desk.quote(NEAR, 2700);
    expect(dealt(desk).at(-1)?.[1]).toBe('STOP');
    desk.quote(NEXT, 2900);
    expect([holdings(desk), workingOrders(desk)]).toEqual([[], []]);
  });
});

describe('a month that has expired', () => {
  test('is settled at the first price after its end, and not rolled', async () => {
    const desk = await heldByHand();
    until(desk, EXPIRES_MS);
    desk.quote(NEXT, 2920);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
    desk.quote(NEAR, 2825);
    expect([holdings(desk), dealt(desk).at(-1), decisions(desk, 'EXIT')[0]?.reason]).toEqual([
      [],
      [NEAR.id, 'EXIT', 30, 2825],
      'NGG24 has expired and is settled',
    ]);
    expect(workingOrders(desk)).toEqual([]);
  });

  test('is not left at a price from before its end, though it is fresh', async () => {
    const desk = await heldByHand();
    until(desk, EXPIRES_MS - 11_000);
    desk.quote(NEAR, 2825);
    desk.quote(NEXT, 2920);
    expect(dealt(desk).length).toBe(3); // rolled just in time
    const late = await heldByHand();
    until(late, EXPIRES_MS - 5_000 - 2);
    late.quote(NEAR, 2825);
    late.quote(NEXT, 2920);
    expect(holdings(late)).toEqual([[NEAR.id, 30]]);
  });

  test('is forgotten with the next listing when nobody holds it, and quoted on while somebody does', async () => {
    const desk = await heldByHand();
    until(desk, NEXT.contract?.expiresMs ?? 0);
    const list = () =>
      desk.offer({
        type: 'MarketListed',
        market: MARKET,
        instruments: [FAR],
        staleAfterMs: 15_000,
        atMs: desk.nowMs(),
      });
    const known = () =>
      Object.keys(desk.runner.state().markets[MARKET]?.instruments ?? {}).filter((id) =>
        id.startsWith('NG.'),
      );
    list();
    expect(known()).toEqual([NEAR.id, FAR.id]);
    expect(listContractsInUse(desk.runner.state(), MARKET).map(({ id }) => id)).toEqual([NEAR.id]);
    desk.quote(NEAR, 2825);
    list();
    expect([holdings(desk), known(), listContractsInUse(desk.runner.state(), MARKET)]).toEqual([
      [],
      [FAR.id],
      [],
    ]);
  });

  test('without a later one is held until then', async () => {
    const desk = await chainDesk(chainConfig(), [NEAR]);
    desk.quote(NEAR, 2800);
    await desk.send('ann', handOrder({ instrumentId: NEAR.id }));
    until(desk, ROLL_MS);
    desk.quote(NEAR, 2825);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
    until(desk, EXPIRES_MS);
    desk.quote(NEAR, 2830);
    expect(holdings(desk)).toEqual([]);
  });
});
