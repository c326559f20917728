// Margin along any path of prices: what is held leaves before it has lost more than the account.
import fc from 'fast-check';
import type { Book } from '../../app/trading/domain/book';
import { toTicks } from '../../app/trading/domain/units';
import { computeMarginFigures } from '../../app/trading/engine/margin-figures';
import { CORN, type DeskHarness, GAS, openDesk, testConfig } from '../support/desk-harness';
import { getBook, handOrder } from '../support/reference-orders';
import { agree, expectMet, property } from './property';

/**
 * The bound. A call is made at one price and met at the next, so two steps of a price lie between
 * the last moment above the
 * maintenance margin and the exit. With steps of at most x, equity stays at or above zero while (1
 * + x)^2 - 1 and the costs of the
 * exit are at most the lowest maintenance ratio of what is held. For corn, the lowest here, the
 * ratio is 5.1 %: x = 2 % leaves 1 %
 * for half-spread, slippage and fee of about 0.1 %.
 */
const STEP_MAX = 0.02;
const HELD = [GAS, CORN];
const START: Record<string, number> = { NG: 4000, CORN: 2400 };
const totals: Record<string, number> = {};
const count = (name: string): void => {
  totals[name] = (totals[name] ?? 0) + 1;
};

const config = testConfig({ hasMargin: true, hasGuards: false });
const sides = fc.record({
  NG: fc.constantFrom('BUY', 'SELL', 'SELL', null),
  CORN: fc.constantFrom('BUY', 'SELL', 'SELL', null),
  share: fc.integer({ min: 30, max: 42 }),
});
/** Paths with a drift, or hardly any of them would end below. */
const path = fc.record({
  drift: fc.constantFrom(-1, 1, 1),
  moves: fc.array(fc.tuple(fc.nat(1), fc.integer({ min: -100, max: 1000 })), {
    minLength: 100,
    maxLength: 240,
    size: 'max',
  }),
});

async function enter(
  desk: DeskHarness,
  wish: { NG: 'BUY' | 'SELL' | null; CORN: 'BUY' | 'SELL' | null; share: number },
): Promise<void> {
  for (const instrument of HELD) {
    desk.quote(instrument, START[instrument.id] ?? 0);
    const side = wish[instrument.id as 'NG' | 'CORN'];
    const lotDollars =
      ((START[instrument.id] ?? 0) * instrument.tickMills) / instrument.tickMillsDivisor / 1000;
    if (side)
      await desk.send(
        'ann',
        handOrder({
          instrumentId: instrument.id,
          side,
          lots: Math.floor((250 * wish.share) / lotDollars),
        }),
      );
  }
}

const figures = (desk: DeskHarness) => computeMarginFigures(desk.runner.state(), getBook(desk));
const isFlat = (book: Book): boolean => Object.keys(book.positions).length === 0;

property(
  'with steps of at most 2 % no equity ends below zero, and every call ends restored or flat',
  fc.tuple(sides, path),
  async ([wish, { drift, moves }]) => {
    const desk = await openDesk(config);
    await enter(desk, wish);
    const prices = { ...START };
    let pricesInCall = 0;
    for (const [nth, step] of moves) {
      const instrument = HELD[nth] ?? GAS;
      const next = (prices[instrument.id] ?? 0) * (1 + (drift * STEP_MAX * step) / 1000);
      // Rounded towards the last price, so that no step is larger than the bound.
      prices[instrument.id] =
        next > (prices[instrument.id] ?? 0) ? Math.floor(next) : Math.ceil(next);
      desk.quote(instrument, toTicks(prices[instrument.id] ?? 0));
      const book = getBook(desk);
      agree(figures(desk).equityMills >= 0, true, 'equity at or above zero');
      if (figures(desk).equityMills < figures(desk).maintenanceMills)
        agree(book.marginCall !== null, true, 'a call below the maintenance margin');
      pricesInCall = book.marginCall ? pricesInCall + 1 : 0;
      if (pricesInCall === 1) count('called');
      if (pricesInCall > 1) count('prices in a call');
      // Called, reduced at the next price of anything held, seen as restored at the one after.
      const holds = Object.values(book.positions).some(
        ({ instrumentId }) => instrumentId === instrument.id,
      );
      if (book.marginCall && pricesInCall > 1 && holds)
        agree(
          figures(desk).equityMills >= figures(desk).maintenanceMills || isFlat(book),
          true,
          'above again after a reduction',
        );
    }
  },
  {
    after: () => {
      for (const name of ['called', 'prices in a call']) expectMet(name, totals[name] ?? 0, 50);
    },
  },
);

property(
  'a gap beyond any margin may leave less than nothing, and then everything is closed at the next price',
  fc.integer({ min: 220, max: 800 }),
  async (percent) => {
    const times = percent / 100;
    const desk = await openDesk(config);
    await enter(desk, { NG: 'SELL', CORN: 'SELL', share: 40 });
    desk.quote(GAS, Math.round(4000 * times));
    desk.quote(CORN, Math.round(2400 * times));
    desk.quote(GAS, Math.round(4000 * times) + 1);
    const { equityMills } = figures(desk);
    agree(
      isFlat(getBook(desk)) || equityMills >= figures(desk).maintenanceMills,
      true,
      'closed, or above',
    );
    if (equityMills < 0) agree(isFlat(getBook(desk)), true, 'flat below zero');
  },
);
