// Working rolls and expired months: priorities and settlement prices.
import { describe, expect, test } from 'vitest';
import { listContractsInUse } from '../../../app/trading/engine/chain';
import {
  EXPIRES_MS,
  FAR,
  NEAR,
  NEXT,
  ROLL_MS,
  createChainConfig,
  openChainDesk,
  listFills,
  listDecisions,
  openManualPosition,
  advanceToRoll,
  advanceTo,
} from '../../support/chain-desk';
import { type DeskHarness, MARKET } from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../../support/reference-orders';

describe('roll that fills at the next prices', () => {
  const openWithDelayedFills = () =>
    openManualPosition({}, createChainConfig({ fillsAtOnce: false }));
  async function openDuringRoll(): Promise<DeskHarness> {
    const desk = await openWithDelayedFills();
    desk.quote(NEAR, 2800);
    advanceToRoll(desk, 2820, 2920);
    expect(listWorkingOrders(desk)).toEqual([
      ['EXIT', 30, null],
      ['ENTRY', 30, null],
    ]);
    return desk;
  }

  test('is placed once', async () => {
    const desk = await openDuringRoll();
    desk.quote(NEAR, 2821);
    desk.quote(NEAR, 2822);
    desk.quote(NEXT, 2921);
    desk.quote(NEAR, 2823);
    expect([listHoldings(desk), listDecisions(desk, 'ROLL').length]).toEqual([[[NEXT.id, 30]], 1]);
  });

  test.each([
    ['before any fill', []],
    ['after the exit', [NEAR]],
    ['after the entry', [NEXT]],
  ] as const)('is overridden by CLOSE, %s', async (_name, quoted) => {
    const desk = await openDuringRoll();
    for (const each of quoted) desk.quote(each, 2900);
    const command =
      quoted[0] === NEXT
        ? {
            type: 'ClosePosition' as const,
            positionId: Object.keys(getBook(desk).positions)[0] ?? '',
          }
        : { type: 'CloseTrading' as const, commodity: null };
    expect(await executeCommand(desk, command)).toBe('granted');
    for (const each of [NEAR, NEXT, NEAR, NEXT]) desk.quote(each, 2900);
    expect([listHoldings(desk), listWorkingOrders(desk), getBook(desk).balances.reserved]).toEqual([
      [],
      [],
      0,
    ]);
  });

  test('continues after STOP', async () => {
    const desk = await openDuringRoll();
    await desk.send('ann', { type: 'StopTrading', commodity: null });
    for (const each of [NEAR, NEXT]) desk.quote(each, 2900);
    expect(listHoldings(desk)).toEqual([[NEXT.id, 30]]);
  });

  test('retries only the exit if the broker cancels it after the entry filled', async () => {
    const desk = await openDuringRoll();
    desk.quote(NEXT, 2920);
    const [exit] = Object.values(getBook(desk).orders);
    desk.offer({
      type: 'Execution',
      bookId: 'ann:simulation',
      atMs: desk.nowMs(),
      report: { type: 'Expired', orderId: exit?.id ?? '' },
    });
    expect(listHoldings(desk)).toEqual([
      [NEAR.id, 30],
      [NEXT.id, 30],
    ]);
    for (const each of [NEAR, NEXT, NEAR, NEXT]) desk.quote(each, 2900);
    expect([
      listHoldings(desk),
      listDecisions(desk, 'ROLL').length,
      listDecisions(desk, 'EXIT').length,
    ]).toEqual([[[NEXT.id, 30]], 1, 1]);
  });

  test('is not cancelled in part', async () => {
    const desk = await openDuringRoll();
    for (const { id } of Object.values(getBook(desk).orders))
      expect(await executeCommand(desk, { type: 'CancelOrder', orderId: id })).toBe('INVALID');
  });

  test('ends when the stop fills during the roll', async () => {
    const desk = await openManualPosition({ stop: 50 }, createChainConfig({ fillsAtOnce: false }));
    desk.quote(NEAR, 2800);
    advanceTo(desk, ROLL_MS);
    desk.quote(NEXT, 2900);
    desk.quote(NEAR, 2800);
    desk.quote(NEAR, 2700);
    expect(listFills(desk).at(-1)?.[1]).toBe('STOP');
    desk.quote(NEXT, 2900);
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([[], []]);
  });
});

describe('expired month', () => {
  test('is settled at the first price after expiry', async () => {
    const desk = await openManualPosition();
    advanceTo(desk, EXPIRES_MS);
    desk.quote(NEXT, 2920);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
    desk.quote(NEAR, 2825);
    expect([
      listHoldings(desk),
      listFills(desk).at(-1),
      listDecisions(desk, 'EXIT')[0]?.reason,
    ]).toEqual([[], [NEAR.id, 'EXIT', 30, 2825], 'NGG24 has expired and is settled']);
    expect(listWorkingOrders(desk)).toEqual([]);
  });

  test('is not settled at a fresh price from before expiry', async () => {
    const desk = await openManualPosition();
    advanceTo(desk, EXPIRES_MS - 11_000);
    desk.quote(NEAR, 2825);
    desk.quote(NEXT, 2920);
    expect(listFills(desk).length).toBe(3); // rolled just in time
    const late = await openManualPosition();
    advanceTo(late, EXPIRES_MS - 5_000 - 2);
    late.quote(NEAR, 2825);
    late.quote(NEXT, 2920);
    expect(listHoldings(late)).toEqual([[NEAR.id, 30]]);
  });

  test('is dropped at the next listing unless held', async () => {
    const desk = await openManualPosition();
    advanceTo(desk, NEXT.contract?.expiresMs ?? 0);
    const list = () =>
      desk.offer({
        type: 'MarketListed',
        market: MARKET,
        instruments: [FAR],
        staleAfterMs: 15_000,
        atMs: desk.nowMs(),
      });
    const listKnownMonths = () =>
      Object.keys(desk.runner.state().markets[MARKET]?.instruments ?? {}).filter((id) =>
        id.startsWith('NG.'),
      );
    list();
    expect(listKnownMonths()).toEqual([NEAR.id, FAR.id]);
    expect(listContractsInUse(desk.runner.state(), MARKET).map(({ id }) => id)).toEqual([NEAR.id]);
    desk.quote(NEAR, 2825);
    list();
    expect([
      listHoldings(desk),
      listKnownMonths(),
      listContractsInUse(desk.runner.state(), MARKET),
    ]).toEqual([[], [FAR.id], []]);
  });

  test('is held to settlement when no later month is listed', async () => {
    const desk = await openChainDesk(createChainConfig(), [NEAR]);
    desk.quote(NEAR, 2800);
    await desk.send('ann', createManualOrder({ instrumentId: NEAR.id }));
    advanceTo(desk, ROLL_MS);
    desk.quote(NEAR, 2825);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
    advanceTo(desk, EXPIRES_MS);
    desk.quote(NEAR, 2830);
    expect(listHoldings(desk)).toEqual([]);
  });
});
