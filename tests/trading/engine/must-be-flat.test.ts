// What has to be closed is closed: a shut venue, a missing price or a rejected order only delays
// it.
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { deskView } from '../../../app/trading/desk';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  deskHarness,
  memoryJournal,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import {
  answer,
  getBook,
  handOrder,
  holdings,
  workingOrders,
} from '../../support/reference-orders';
import { DAY_MS } from '../../../app/trading/domain/time';

const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

/** Venues that a test shuts and opens. */
class Venues {
  readonly shut = new Set<string>();
  readonly config = testConfig({
    hasBreakers: true,
    sessionClosed: (_mode, { id }) =>
      this.shut.has(id) ? 'NYMEX is closed; it opens at 18:00.' : null,
  });
}

const types = ({ journal }: DeskHarness, from = 0): string[] =>
  journal.records.slice(from).map(({ type }) => type);

describe('the drawdown breaker in a shut market', () => {
  /** 100 lots of gas sold at 2.800; at 6.000 the loss is beyond what is allowed. */
  async function fallingDesk(venues: Venues): Promise<DeskHarness> {
    const desk = await openDesk(venues.config);
    desk.quote(GAS, 2800);
    expect(await answer(desk, handOrder({ side: 'SELL', lots: 100 }))).toBe('granted');
    venues.shut.add('NG');
    desk.wait(DAY_MS);
    desk.quote(GAS, 6000);
    expect(getBook(desk).drawdown).not.toBeNull();
    return desk;
  }

  test('closes at the first price of the next session', async () => {
    const venues = new Venues();
    const desk = await fallingDesk(venues);
    expect(holdings(desk)).toEqual([['NG', -100]]);
    desk.quote(GAS, 6100);
    expect(holdings(desk)).toEqual([['NG', -100]]);
    venues.shut.clear();
    desk.quote(GAS, 6200);
    expect([holdings(desk), getBook(desk).closing]).toEqual([[], {}]);
  });

  test('writes no record for each price at which it cannot close', async () => {
    const desk = await fallingDesk(new Venues());
    const from = desk.journal.records.length;
    for (let price = 0; price < 10; price += 1) desk.quote(GAS, 6100);
    expect(types(desk, from).filter((type) => type !== 'PortfolioValued')).toEqual([]);
  });

  test('survives a restart', async () => {
    const venues = new Venues();
    const before = await fallingDesk(venues);
    const { markets: _gone, ...logged } = before.runner.state();
    const desk = deskHarness(venues.config, memoryJournal(), { ...EMPTY_DESK, ...logged });
    venues.shut.clear();
    desk.quote(GAS, 6200);
    expect(holdings(desk)).toEqual([]);
  });

  test('says on the position what it waits for', async () => {
    const desk = await fallingDesk(new Venues());
    const row = deskView(desk.runner.state(), 'ann', 'simulation')?.positions[0];
    expect(row?.pending).toContain('drawdown limit');
    expect(row?.pending).toContain('opens at 18:00');
  });
});

describe('CLOSE and CLOSE ALL in a shut market', () => {
  async function heldDesk(venues: Venues): Promise<DeskHarness> {
    const desk = await openDesk(venues.config);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    await desk.send('ann', handOrder());
    await desk.send('ann', handOrder({ instrumentId: 'CL', lots: 10 }));
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    return desk;
  }

  test('close what can close, and list the rest with what it waits for', async () => {
    const venues = new Venues();
    const desk = await heldDesk(venues);
    venues.shut.add('NG');
    const [gas, crude] = Object.values(getBook(desk).positions);
    const { outcome } = await desk.send('ann', CLOSE_ALL);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        closedPositions: [crude?.id],
        waiting: [
          {
            positionId: gas?.id,
            instrumentId: 'NG',
            reason: 'NG: NYMEX is closed; it opens at 18:00.',
          },
        ],
      },
    });
    venues.shut.clear();
    desk.quote(GAS, 2810);
    expect(holdings(desk)).toEqual([]);
  });

  test('queue everything when all venues are shut, and a second press queues nothing twice', async () => {
    const venues = new Venues();
    const desk = await heldDesk(venues);
    venues.shut.add('NG').add('CL');
    const first = await desk.send('ann', CLOSE_ALL);
    const second = await desk.send('ann', CLOSE_ALL);
    expect(first.outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], waiting: [{}, {}] },
    });
    expect(second.outcome).toMatchObject({
      ok: true,
      value: { closedPositions: [], waiting: [{}, {}] },
    });
    expect(types(desk).filter((type) => type === 'CloseRequested')).toHaveLength(1);
    venues.shut.clear();
    desk.quote(GAS, 2810);
    desk.quote(CRUDE, 7010);
    expect([holdings(desk), workingOrders(desk)]).toEqual([[], []]);
  });

  test('a position that opens nothing more is not carried into entries of its rule', async () => {
    const venues = new Venues();
    const desk = await heldDesk(venues);
    venues.shut.add('NG');
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    expect(getBook(desk).commodities['natural-gas']?.active ?? false).toBe(false);
    expect(Object.values(getBook(desk).closing)).toEqual([
      {
        reason: 'manual',
        sinceMs: expect.any(Number),
        obstacle: 'NG: NYMEX is closed; it opens at 18:00.',
      },
    ]);
  });

  test('a reset waits for what cannot close, then begins at the full capital', async () => {
    const venues = new Venues();
    const desk = await heldDesk(venues);
    venues.shut.add('NG');
    expect(await answer(desk, { type: 'ResetBook' })).toBe('granted');
    expect(getBook(desk)).toMatchObject({ isResetPending: true, epoch: 1 });
    venues.shut.clear();
    desk.quote(GAS, 2800);
    expect(getBook(desk)).toMatchObject({
      isResetPending: false,
      epoch: 2,
      closing: {},
      balances: { available: 25_000_000 },
    });
  });
});

describe('an answer to CLOSE', () => {
  test('says closed only of what is closed: an exit that rests is listed as waiting', async () => {
    const desk = await openDesk(testConfig({ fillsAtOnce: false }));
    desk.quote(GAS, 2800);
    await desk.send('ann', handOrder());
    desk.quote(GAS, 2800);
    const [position] = Object.values(getBook(desk).positions);
    const { outcome } = await desk.send('ann', {
      type: 'ClosePosition',
      positionId: position?.id ?? '',
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        closedPositions: [],
        waiting: [{ positionId: position?.id, reason: 'Its exit order is working.' }],
      },
    });
  });

  test('on a stale feed lists the position as waiting, and it closes at the next quote', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    await desk.send('ann', handOrder());
    desk.wait(6 * DAY_MS);
    const { outcome } = await desk.send('ann', CLOSE_ALL);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        closedPositions: [],
        waiting: [{ reason: 'NG has no live quote; it closes at the next one.' }],
      },
    });
    expect(holdings(desk)).toEqual([['NG', 30]]);
    desk.quote(GAS, 2700);
    expect(holdings(desk)).toEqual([]);
  });
});
