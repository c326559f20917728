// Required closes: a closed venue, a missing quote or a rejected order only delays them.
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { getDeskView } from '../../../app/trading/desk-view';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  createDeskHarness,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../../support/reference-orders';
import { DAY_MS } from '../../../app/trading/domain/time';

const CLOSE_ALL: Command = { type: 'CloseTrading', commodity: null };

/** Venues that a test can close and open. */
class Venues {
  readonly shut = new Set<string>();
  readonly config = createTestConfig({
    hasBreakers: true,
    explainClosedSession: (_mode, { id }) =>
      this.shut.has(id) ? 'NYMEX is closed; it opens at 18:00.' : null,
  });
}

const listTypes = ({ journal }: DeskHarness, from = 0): string[] =>
  journal.records.slice(from).map(({ type }) => type);

describe('drawdown breaker in a closed market', () => {
  /** 100 lots of gas short at 2.800; at 6.000 the drawdown limit is exceeded. */
  async function fallingDesk(venues: Venues): Promise<DeskHarness> {
    const desk = await openDesk(venues.config);
    desk.quote(GAS, 2800);
    expect(await executeCommand(desk, createManualOrder({ side: 'SELL', lots: 100 }))).toBe(
      'granted',
    );
    venues.shut.add('NG');
    desk.wait(DAY_MS);
    desk.quote(GAS, 6000);
    expect(getBook(desk).drawdown).not.toBeNull();
    return desk;
  }

  test('closes at the first price of the next session', async () => {
    const venues = new Venues();
    const desk = await fallingDesk(venues);
    expect(listHoldings(desk)).toEqual([['NG', -100]]);
    desk.quote(GAS, 6100);
    expect(listHoldings(desk)).toEqual([['NG', -100]]);
    venues.shut.clear();
    desk.quote(GAS, 6200);
    expect([listHoldings(desk), getBook(desk).closing]).toEqual([[], {}]);
  });

  test('writes no record per failed attempt', async () => {
    const desk = await fallingDesk(new Venues());
    const from = desk.journal.records.length;
    for (let price = 0; price < 10; price += 1) desk.quote(GAS, 6100);
    expect(listTypes(desk, from).filter((type) => type !== 'PortfolioValued')).toEqual([]);
  });

  test('survives a restart', async () => {
    const venues = new Venues();
    const before = await fallingDesk(venues);
    const { markets: _gone, ...logged } = before.runner.state();
    const desk = createDeskHarness(venues.config, createMemoryJournal(), {
      ...EMPTY_DESK,
      ...logged,
    });
    venues.shut.clear();
    desk.quote(GAS, 6200);
    expect(listHoldings(desk)).toEqual([]);
  });

  test('names the pending reason on the position', async () => {
    const desk = await fallingDesk(new Venues());
    const row = getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions[0];
    expect(row?.pending).toContain('drawdown limit');
    expect(row?.pending).toContain('opens at 18:00');
  });
});

describe('CLOSE and CLOSE ALL in a closed market', () => {
  async function heldDesk(venues: Venues): Promise<DeskHarness> {
    const desk = await openDesk(venues.config);
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    await desk.send('ann', createManualOrder());
    await desk.send('ann', createManualOrder({ instrumentId: 'CL', lots: 10 }));
    desk.quote(GAS, 2800);
    desk.quote(CRUDE, 7000);
    return desk;
  }

  test('close what they can and list the rest with a reason', async () => {
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
    expect(listHoldings(desk)).toEqual([]);
  });

  test('queue everything when all venues are closed and are idempotent', async () => {
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
    expect(listTypes(desk).filter((type) => type === 'CloseRequested')).toHaveLength(1);
    venues.shut.clear();
    desk.quote(GAS, 2810);
    desk.quote(CRUDE, 7010);
    expect([listHoldings(desk), listWorkingOrders(desk)]).toEqual([[], []]);
  });

  test('a position that must close is not rolled or added to', async () => {
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

  test('a reset waits for pending closes, then starts with full capital', async () => {
    const venues = new Venues();
    const desk = await heldDesk(venues);
    venues.shut.add('NG');
    expect(await executeCommand(desk, { type: 'ResetBook' })).toBe('granted');
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

describe('answer to CLOSE', () => {
  test('lists a resting exit as waiting, not as closed', async () => {
    const desk = await openDesk(createTestConfig({ fillsAtOnce: false }));
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder());
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

  test('lists a position as waiting on a stale feed and closes it at the next quote', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 2800);
    await desk.send('ann', createManualOrder());
    desk.wait(6 * DAY_MS);
    const { outcome } = await desk.send('ann', CLOSE_ALL);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        closedPositions: [],
        waiting: [{ reason: 'NG has no live quote; it closes at the next quote.' }],
      },
    });
    expect(listHoldings(desk)).toEqual([['NG', 30]]);
    desk.quote(GAS, 2700);
    expect(listHoldings(desk)).toEqual([]);
  });
});
