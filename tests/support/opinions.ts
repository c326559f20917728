// Opinions made by hand, and the door by which a test tells them to a desk.
import type { Terminal } from '../../app/models/desk/terminal';
import { listedInstruments } from '../../app/trading/domain/contract';
import { quoteAround } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import type { Runner } from '../../app/trading/engine/runner';
import type { IssuedForecast } from '../../app/trading/signals/forecast';
import { DAY_MS } from '../../app/trading/domain/time';

/** GasNet of natural gas, 60 % for a rise over a day, stamped and slotted at a moment. */
export const spokenAt = (atMs: number, change: Partial<IssuedForecast> = {}): IssuedForecast => ({
  network: 'GasNet',
  model: 'test-weights',
  chain: 'NG',
  instrumentId: 'NG',
  stampMs: atMs,
  slotMs: atMs,
  horizonMs: DAY_MS,
  chanceUp: 0.6,
  logit: 0.4,
  base: 0.1,
  low: -0.2,
  middle: 0.05,
  high: 0.3,
  rivals: { even: 0.5, momentum: 0.55, seasonal: 0.48 },
  reasons: [
    { group: 'storage', adds: 0.4, feature: 'storage over its norm', value: -85, unit: 'Bcf' },
    { group: 'momentum', adds: -0.1, feature: 'move of five days', value: 2.1, unit: 'deviations' },
  ],
  ...change,
});

/**
 * Tells a desk in this process opinions at its own time, as its thread would, with a price of every
 * contract that is quoted without months.
 */
export function tellDesk(
  terminal: Terminal,
  market: string,
  opinionsAt: (atMs: number) => readonly IssuedForecast[],
): void {
  const { runner } = terminal as unknown as { readonly runner: Runner };
  const atMs = terminal.state().nowMs;
  const instruments = listedInstruments();
  runner.offer({ type: 'MarketListed', market, instruments, staleAfterMs: 60_000, atMs });
  for (const { id } of instruments)
    runner.offer({
      type: 'Market',
      isBackfill: false,
      atMs,
      event: {
        type: 'QuoteArrived',
        market,
        instrumentId: id,
        quote: quoteAround(toTicks(3000), 1, atMs),
      },
    });
  runner.offer({ type: 'OpinionsTold', market, opinions: opinionsAt(atMs), atMs });
  runner.drain();
}
