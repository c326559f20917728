// An engine whose stored orders differ from what is to leave: the account is halted at level 5, and none of its
// orders leaves.
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../app/trading/engine/event';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openVenueDesk } from '../../support/venue-desk';

const BUY = createManualOrder({ lots: 10 });
const isPlacement = (effect: Effect): boolean =>
  effect.type === 'Record' && effect.record.type === 'OrderPlaced';

/** From now on the engine of a desk does something else than it stores. */
function breakEngine(account: VenueDesk, change: (effects: readonly Effect[]) => Effect[]): void {
  const { engine } = account.desk;
  const { process } = engine;
  engine.process = (...call) => {
    const step = process(...call);
    return { ...step, effects: change(step.effects) };
  };
}

const FAULTS: readonly (readonly [string, (effects: readonly Effect[]) => Effect[], string])[] = [
  [
    'sends an order twice',
    (effects) =>
      effects.flatMap((effect): Effect[] =>
        effect.type === 'Submit' ? [effect, effect] : [effect],
      ),
    'was to be sent more than once',
  ],
  [
    'sends an order that it does not store',
    (effects) => effects.filter((effect) => !isPlacement(effect)),
    'was to be sent without being stored',
  ],
  [
    'stores an order that it does not send',
    (effects) => effects.filter(({ type }) => type !== 'Submit'),
    'was stored and not sent',
  ],
];

describe('an engine that', () => {
  it.each(FAULTS)('%s halts the account', async (_name, change, reason) => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    breakEngine(account, change);
    await account.sendCommands(BUY);
    expect(venue.sent.filter((call) => call.startsWith('submit'))).toEqual([]);
    expect(account.book.halt).toMatchObject({ level: 5, needsOperator: true });
    expect(account.book.halt?.reason).toContain(reason);
  });

  it('sends an order again later halts the account before it leaves', async () => {
    const venue = createVenue();
    const account = await openVenueDesk(venue);
    const submits: Effect[] = [];
    breakEngine(account, (effects) => {
      submits.push(...effects.filter(({ type }) => type === 'Submit'));
      const isQuote = effects.length === 0;
      return [...effects, ...(isQuote ? submits : [])];
    });
    const id = await account.placeOrder(BUY);
    account.desk.quote(GAS, 2801);
    expect(venue.sent.filter((call) => call.startsWith('submit'))).toEqual([`submit ${id}`]);
    expect(account.book.halt?.reason).toBe(`order ${id} was to be sent without being stored`);
  });
});

it('counts what is stored, sent and held back', async () => {
  const account = await openVenueDesk(createVenue());
  const id = await account.placeOrder(createManualOrder({ lots: 10, stop: 40 }));
  account.offerReports(createFill(id, 10));
  await account.sendCommands(BUY, { type: 'StopTrading', commodity: null });
  // The entry, its stop, and an order that the same batch stopped.
  expect(account.desk.runner.status().departures).toEqual({ stored: 3, sent: 2, heldBack: 1 });
  expect(account.book.halt).toBeNull();
});
