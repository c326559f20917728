// Natural gas sold by hand on a desk that runs, and what a steered price then does to the account.
import type { Terminal } from '../../app/models/desk/terminal';
import type { Book } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import { toLots } from '../../app/trading/domain/units';
import { when } from './api-desk';
import { PACED_START_MS } from './paced-feed';
import type { SteeredFeed } from './steered-feed';

/**
 * Six hours after the paced feed begins: an hour after midnight in New York, so that a whole
 * trading day lies ahead.
 */
export const MORNING_MS = PACED_START_MS + 6 * 3_600_000;

/** Above every price of gas that is not steered. */
const NORMAL_TICKS_MAX = 4_000;

export const sellGasCommand = (lots: number): Command => ({
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'SELL',
  orderType: 'MARKET',
  lots: toLots(lots),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

export function simulationBook(terminal: Terminal, userId: string): Book {
  const book = terminal.state().books[`${userId}:simulation`];
  if (!book) throw new Error(`${userId} has a simulation book`);
  return book;
}

/** Sells so many lots; 100 of them are worth about $3,000 of the $25,000. */
export async function sellGas(terminal: Terminal, userId: string, lots = 100): Promise<void> {
  const { outcome } = await terminal.execute({
    userId,
    idempotencyKey: null,
    command: sellGasCommand(lots),
  });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
}

/**
 * Raises the price until the drawdown breaker of the account has tripped and everything is closed,
 * then brings it back.
 */
export async function tripDrawdown(
  terminal: Terminal,
  userId: string,
  steered: SteeredFeed,
  factor = 2.6,
): Promise<void> {
  await sellGas(terminal, userId);
  steered.setGasFactor(factor);
  const book = (): Book => simulationBook(terminal, userId);
  await when(
    terminal,
    () =>
      book().drawdown !== null &&
      Object.keys(book().positions).length === 0 &&
      Object.keys(book().orders).length === 0,
  );
  steered.setGasFactor(1);
  await when(
    terminal,
    () =>
      (terminal.state().markets['simulated']?.instruments['NG']?.quote?.lastTicks ?? Infinity) <
      NORMAL_TICKS_MAX,
  );
}
