// Random trading on a scripted desk: entries, partial fills, stops, losses, resets, flags, in an
// order that dice decide.
import type { Book } from '../../app/trading/domain/book';
import { createRefusal } from '../../app/trading/domain/outcome';
import { entrySide } from '../../app/trading/domain/position';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import { toLots } from '../../app/trading/domain/units';
import type { Journal } from '../../app/trading/ports';
import { INSTRUMENTS, ScriptedDesk, against, dice } from './scripted-desk';
import { MINUTE_MS } from '../../app/trading/domain/time';

/** A desk of two users with three books after so many random steps, one commit a step. */
export function tradedDesk(journal: Journal | null, steps: number, seed = 1): ScriptedDesk {
  const desk = new ScriptedDesk(journal, dice(seed));
  desk.list();
  desk.commit();
  const books = [desk.open('ada').id, desk.open('bob').id, desk.open('ada', 'paper').id];
  desk.commit();
  const roll = dice(seed + 1);
  for (let taken = 0; taken < steps; taken += 1) {
    step(desk, books[Math.floor(roll() * books.length)]!);
    desk.commit();
  }
  return desk;
}

/** One random step of a book, as an engine would take it. */
function step(desk: ScriptedDesk, bookId: string): void {
  desk.nowMs += Math.floor(desk.roll() * 2 * MINUTE_MS);
  desk.move();
  const book = desk.book(bookId);
  if (desk.roll() < 0.01)
    return desk.command(book.userId, { type: 'ResetBook' }, () => desk.reset(bookId));
  const deeds = [enter, enter, enter, exit, exit, exit, value, setFlag, loseAndFind, decide];
  deeds[Math.floor(desk.roll() * deeds.length)]?.(desk, book);
}

const value = (desk: ScriptedDesk, book: Book): void => desk.value(book.id);

function enter(desk: ScriptedDesk, book: Book): void {
  const instrument = INSTRUMENTS[Math.floor(desk.roll() * INSTRUMENTS.length)]!;
  const held = Object.values(book.positions).find(
    (position) => position.instrumentId === instrument.id,
  );
  const side = held ? entrySide(held.direction) : desk.roll() < 0.5 ? 'BUY' : 'SELL';
  const lots = toLots(1 + Math.floor(desk.roll() * 9));
  const wish = {
    instrumentId: instrument.id,
    side,
    purpose: 'ENTRY',
    lots,
    positionId: held?.id ?? desk.id(),
    playbookId: 'MOMENTUM',
  } as const;
  const asked = {
    type: 'PlaceOrder',
    instrumentId: instrument.id,
    side,
    orderType: 'MARKET',
    lots,
    priceTicks: null,
    stopDistanceTicks: null,
    targetDistanceTicks: null,
  } as const;
  desk.command(book.userId, asked, () => {
    const order = desk.place(book.id, wish);
    if (desk.roll() < 0.1) return desk.end(order, 'OrderRejected');
    desk.send(order, desk.roll() < 0.3);
    const price = desk.mark(instrument.id) + 1;
    const part = Math.floor(desk.roll() * lots);
    if (part > 0) desk.fill(order.id, book.id, part, price);
    const fate = desk.roll();
    if (fate < 0.7) desk.fill(order.id, book.id, lots - part, price);
    else desk.end(order, fate < 0.85 ? 'OrderCancelled' : 'OrderExpired');
  });
}

function exit(desk: ScriptedDesk, book: Book): void {
  const positions = Object.values(book.positions);
  const position = positions[Math.floor(desk.roll() * positions.length)];
  if (!position) return desk.value(book.id);
  for (const order of Object.values(book.orders))
    if (order.positionId === position.id) desk.end(order);
  if (desk.roll() < 0.3) {
    const stop = desk.place(book.id, against(position, 'STOP'));
    return desk.send(stop, true);
  }
  return desk.command(book.userId, { type: 'ClosePosition', positionId: position.id }, () =>
    desk.leave(position, desk.roll() < 0.4 ? 2 : 1),
  );
}

function setFlag(desk: ScriptedDesk, book: Book): void {
  const commodity = 'natural-gas';
  const deeds: readonly (() => void)[] = [
    () => desk.record('CommodityStarted', book, { commodity }),
    () => desk.record('CommodityStopped', book, { commodity }),
    () => desk.record('AllStarted', book, {}),
    () => desk.record('AllStopped', book, {}),
    () =>
      desk.record('PlaybookChosen', book, {
        commodity,
        playbookId: desk.roll() < 0.5 ? 'BREAKOUT' : null,
      }),
    () =>
      desk.record('SettingsSaved', book, {
        settings: {
          ...DEFAULT_SETTINGS,
          riskLevel: 'aggressive',
          refreshInterval: desk.roll() < 0.5 ? '15s' : null,
        },
      }),
    () => desk.record('TradingHalted', null, { reason: 'by test' }),
    () => desk.record('TradingResumed', null, { reason: 'by test' }),
  ];
  deeds[Math.floor(desk.roll() * deeds.length)]?.();
}

function loseAndFind(desk: ScriptedDesk, book: Book): void {
  const order = desk.place(book.id, {
    instrumentId: 'CL',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(2),
    positionId: desk.id(),
    playbookId: null,
  });
  desk.send(order);
  desk.record('OrderLost', book, { orderId: order.id, reason: 'no answer' });
  if (desk.roll() < 0.5) desk.record('OrderAcknowledged', book, { orderId: order.id });
  desk.end(order, desk.roll() < 0.5 ? 'OrderCancelled' : 'OrderExpired');
}

/** The gate sees a day lost deeper than any valuation. */
function deny(desk: ScriptedDesk, book: Book): void {
  const order = {
    ...desk.order(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(2),
      positionId: desk.id(),
      playbookId: null,
    }),
  };
  desk.record('OrderRefused', book, {
    order,
    refusal: createRefusal(
      'DAILY_LOSS',
      'The day is lost.',
      Math.floor(desk.roll() * 3_000_000),
      500_000,
    ),
  });
}

function decide(desk: ScriptedDesk, book: Book): void {
  if (desk.roll() < 0.1) deny(desk, book);
  desk.record('DecisionTaken', book, {
    commodity: 'natural-gas',
    instrumentId: 'NG',
    playbookId: 'MOMENTUM',
    target: 'LONG',
    strength: Math.round(desk.roll() * 1000) / 1000,
    action: 'ENTER',
    reason: 'test says "up" — by 0.1 %',
    quote: desk.quote('NG'),
  });
}
