// Sells natural gas manually and steers its price.
import type { Terminal } from '../../app/models/desk/terminal';
import type { Book } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import { toLots } from '../../app/trading/domain/units';
import { waitUntil } from './api-desk';
import { PACED_START_MS } from './paced-feed';
import type { SteeredFeed } from './steered-feed';

/** Six hours into the paced feed: 1 a.m. in New York, before a whole trading day. */
export const MORNING_MS = PACED_START_MS + 6 * 3_600_000;

/** Above every unsteered gas price. */
const NORMAL_TICKS_MAX = 4_000;

export const buildSellGasCommand = (lots: number): Command => ({
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'SELL',
  orderType: 'MARKET',
  lots: toLots(lots),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

export function getSimulationBook(terminal: Terminal, userId: string): Book {
  const book = terminal.state().books[`${userId}:simulation`];
  if (!book) throw new Error(`${userId} has no simulation account`);
  return book;
}

/** Sells lots; 100 lots are about $3,000 of $25,000. */
export async function sellGas(terminal: Terminal, userId: string, lots = 100): Promise<void> {
  const { outcome } = await terminal.execute({
    userId,
    idempotencyKey: null,
    command: buildSellGasCommand(lots),
  });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
}

/** Raises the price until the drawdown breaker closes everything, then restores it. */
export async function tripDrawdown(
  terminal: Terminal,
  userId: string,
  steered: SteeredFeed,
  factor = 2.6,
): Promise<void> {
  await sellGas(terminal, userId);
  steered.setGasFactor(factor);
  const book = (): Book => getSimulationBook(terminal, userId);
  await waitUntil(
    terminal,
    () =>
      book().drawdown !== null &&
      Object.keys(book().positions).length === 0 &&
      Object.keys(book().orders).length === 0,
  );
  steered.setGasFactor(1);
  await waitUntil(
    terminal,
    () =>
      (terminal.state().markets['simulated']?.instruments['NG']?.quote?.lastTicks ?? Infinity) <
      NORMAL_TICKS_MAX,
  );
}
