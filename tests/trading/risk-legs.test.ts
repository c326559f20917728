import { describe, expect, test } from 'vitest';
import type { Side } from '../../app/trading/domain/order';
import { toLots } from '../../app/trading/domain/units';
import { StateTransaction } from '../../app/trading/engine/state-transaction';
import type { OrderRequest } from '../../app/trading/domain/order-request';
import { placeOrders } from '../../app/trading/engine/orders';
import { GAS, openDesk, createTestConfig } from '../support/desk-harness';

const createLeg = (side: Side, lots: number): OrderRequest => ({
  instrumentId: 'NG',
  side,
  type: 'MARKET',
  purpose: 'ENTRY',
  lots: toLots(lots),
  priceTicks: null,
  positionId: null,
  groupId: 'pair',
  playbookId: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

async function gasDraft(): Promise<StateTransaction> {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  const state = desk.runner.state();
  return new StateTransaction(state, state.nowMs);
}

describe('two gas legs in a $25,000 account with a 15% gas limit', () => {
  test('pass together when both fit', async () => {
    const draft = await gasDraft();
    const outcome = placeOrders(draft, createTestConfig(), 'ann:simulation', [
      createLeg('BUY', 60),
      createLeg('SELL', 60),
    ]);
    expect(outcome).toMatchObject({ ok: true, value: [{ side: 'BUY' }, { side: 'SELL' }] });
    const book = draft.state.books['ann:simulation'];
    expect([
      Object.keys(book?.orders ?? {}).length,
      new Set(Object.values(book?.orders ?? {}).map(({ positionId }) => positionId)).size,
      book?.balances.reserved,
    ]).toEqual([2, 2, 3_360_000]);
  });

  test('fail together: the second leg includes the first', async () => {
    const draft = await gasDraft();
    const before = draft.state.books['ann:simulation'];
    expect(
      placeOrders(draft, createTestConfig(), 'ann:simulation', [
        createLeg('BUY', 70),
        createLeg('SELL', 70),
      ]),
    ).toMatchObject({
      ok: false,
      refusal: { code: 'NOTIONAL', asked: 3_920_000, allowed: 3_750_000 },
    });
    expect(draft.state.books['ann:simulation']).toEqual(before);
    const records = draft
      .finish()
      .effects.flatMap((effect) => (effect.type === 'Record' ? [effect.record] : []));
    expect(records).toMatchObject([{ type: 'OrderRefused', payload: { order: { side: 'SELL' } } }]);
  });
});
