// Random trading on the scripted engine: entries, partial fills, stops, resets, settings.
import type { Book } from '../../app/trading/domain/book';
import { createRefusal } from '../../app/trading/domain/outcome';
import { getEntrySide } from '../../app/trading/domain/position';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import { toLots } from '../../app/trading/domain/units';
import type { Journal } from '../../app/trading/ports';
import { INSTRUMENTS, ScriptedDesk, buildExitOrder, createDice } from './scripted-desk';
import { MINUTE_MS } from '../../app/trading/domain/time';

/** Two users with three accounts after `steps` random steps, one commit per step. */
export function createTradedDesk(journal: Journal | null, steps: number, seed = 1): ScriptedDesk {
  const desk = new ScriptedDesk(journal, createDice(seed));
  desk.listMarket();
  desk.commit();
  const books = [
    desk.openAccount('ada').id,
    desk.openAccount('bob').id,
    desk.openAccount('ada', 'paper').id,
  ];
  desk.commit();
  const roll = createDice(seed + 1);
  for (let stepCount = 0; stepCount < steps; stepCount += 1) {
    runRandomStep(desk, books[Math.floor(roll() * books.length)]!);
    desk.commit();
  }
  return desk;
}

/** One random step of an account. */
function runRandomStep(desk: ScriptedDesk, bookId: string): void {
  desk.nowMs += Math.floor(desk.random() * 2 * MINUTE_MS);
  desk.movePrices();
  const book = desk.getBook(bookId);
  if (desk.random() < 0.01)
    return desk.runCommand(book.userId, { type: 'ResetBook' }, () => desk.resetAccount(bookId));
  const actions = [
    runEntry,
    runEntry,
    runEntry,
    runExit,
    runExit,
    runExit,
    recordValuation,
    setFlag,
    runLostOrder,
    recordDecision,
  ];
  actions[Math.floor(desk.random() * actions.length)]?.(desk, book);
}

const recordValuation = (desk: ScriptedDesk, book: Book): void => desk.recordValuation(book.id);

function runEntry(desk: ScriptedDesk, book: Book): void {
  const instrument = INSTRUMENTS[Math.floor(desk.random() * INSTRUMENTS.length)]!;
  const position = Object.values(book.positions).find(
    (position) => position.instrumentId === instrument.id,
  );
  const side = position ? getEntrySide(position.direction) : desk.random() < 0.5 ? 'BUY' : 'SELL';
  const lots = toLots(1 + Math.floor(desk.random() * 9));
  const orderRequest = {
    instrumentId: instrument.id,
    side,
    purpose: 'ENTRY',
    lots,
    positionId: position?.id ?? desk.createId(),
    playbookId: 'MOMENTUM',
  } as const;
  const orderCommand = {
    type: 'PlaceOrder',
    instrumentId: instrument.id,
    side,
    orderType: 'MARKET',
    lots,
    priceTicks: null,
    stopDistanceTicks: null,
    targetDistanceTicks: null,
  } as const;
  desk.runCommand(book.userId, orderCommand, () => {
    const order = desk.placeOrder(book.id, orderRequest);
    if (desk.random() < 0.1) return desk.endOrder(order, 'OrderRejected');
    desk.sendOrder(order, desk.random() < 0.3);
    const price = desk.getMark(instrument.id) + 1;
    const part = Math.floor(desk.random() * lots);
    if (part > 0) desk.fillOrder(order.id, book.id, part, price);
    const outcome = desk.random();
    if (outcome < 0.7) desk.fillOrder(order.id, book.id, lots - part, price);
    else desk.endOrder(order, outcome < 0.85 ? 'OrderCancelled' : 'OrderExpired');
  });
}

function runExit(desk: ScriptedDesk, book: Book): void {
  const positions = Object.values(book.positions);
  const position = positions[Math.floor(desk.random() * positions.length)];
  if (!position) return desk.recordValuation(book.id);
  for (const order of Object.values(book.orders))
    if (order.positionId === position.id) desk.endOrder(order);
  if (desk.random() < 0.3) {
    const stop = desk.placeOrder(book.id, buildExitOrder(position, 'STOP'));
    return desk.sendOrder(stop, true);
  }
  return desk.runCommand(book.userId, { type: 'ClosePosition', positionId: position.id }, () =>
    desk.closePosition(position, desk.random() < 0.4 ? 2 : 1),
  );
}

function setFlag(desk: ScriptedDesk, book: Book): void {
  const commodity = 'natural-gas';
  const actions: readonly (() => void)[] = [
    () => desk.record('CommodityStarted', book, { commodity }),
    () => desk.record('CommodityStopped', book, { commodity }),
    () => desk.record('AllStarted', book, {}),
    () => desk.record('AllStopped', book, {}),
    () =>
      desk.record('PlaybookChosen', book, {
        commodity,
        playbookId: desk.random() < 0.5 ? 'BREAKOUT' : null,
      }),
    () =>
      desk.record('SettingsSaved', book, {
        settings: {
          ...DEFAULT_SETTINGS,
          riskLevel: 'aggressive',
          refreshInterval: desk.random() < 0.5 ? '15s' : null,
        },
      }),
    () => desk.record('TradingHalted', null, { reason: 'by test' }),
    () => desk.record('TradingResumed', null, { reason: 'by test' }),
  ];
  actions[Math.floor(desk.random() * actions.length)]?.();
}

function runLostOrder(desk: ScriptedDesk, book: Book): void {
  const order = desk.placeOrder(book.id, {
    instrumentId: 'CL',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(2),
    positionId: desk.createId(),
    playbookId: null,
  });
  desk.sendOrder(order);
  desk.record('OrderLost', book, { orderId: order.id, reason: 'no answer' });
  if (desk.random() < 0.5) desk.record('OrderAcknowledged', book, { orderId: order.id });
  desk.endOrder(order, desk.random() < 0.5 ? 'OrderCancelled' : 'OrderExpired');
}

/** Rejects an entry for a daily loss beyond any valuation. */
function recordRejection(desk: ScriptedDesk, book: Book): void {
  const order = {
    ...desk.buildOrder(book.id, {
      instrumentId: 'NG',
      side: 'BUY',
      purpose: 'ENTRY',
      lots: toLots(2),
      positionId: desk.createId(),
      playbookId: null,
    }),
  };
  desk.record('OrderRefused', book, {
    order,
    refusal: createRefusal(
      'DAILY_LOSS',
      'Daily loss limit reached.',
      Math.floor(desk.random() * 3_000_000),
      500_000,
    ),
  });
}

function recordDecision(desk: ScriptedDesk, book: Book): void {
  if (desk.random() < 0.1) recordRejection(desk, book);
  desk.record('DecisionTaken', book, {
    commodity: 'natural-gas',
    instrumentId: 'NG',
    playbookId: 'MOMENTUM',
    target: 'LONG',
    strength: Math.round(desk.random() * 1000) / 1000,
    action: 'ENTER',
    reason: 'test says "up" — by 0.1 %',
    quote: desk.getQuote('NG'),
  });
}
