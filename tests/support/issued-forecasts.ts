// Hand-built forecasts, and their delivery to a terminal.
import type { Terminal } from '../../app/models/desk/terminal';
import { listInstruments } from '../../app/trading/domain/contract';
import { buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import type { Runner } from '../../app/trading/engine/runner';
import type { IssuedForecast } from '../../app/trading/signals/forecast-chain';
import { DAY_MS } from '../../app/trading/domain/time';

/** GasNet forecast of natural gas: 60% up over one day. */
export const createForecast = (
  atMs: number,
  change: Partial<IssuedForecast> = {},
): IssuedForecast => ({
  network: 'GasNet',
  model: 'test-weights',
  source: 'network',
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
    { group: 'momentum', adds: -0.1, feature: 'move of five days', value: 2.1, unit: 'sigma' },
  ],
  ...change,
});

/** Delivers forecasts to a terminal at its own time, after quoting every single-month contract. */
export function deliverForecasts(
  terminal: Terminal,
  market: string,
  getForecasts: (atMs: number) => readonly IssuedForecast[],
): void {
  const { runner } = terminal as unknown as { readonly runner: Runner };
  const atMs = terminal.state().nowMs;
  const instruments = listInstruments();
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
        quote: buildQuote(toTicks(3000), 1, atMs),
      },
    });
  runner.offer({ type: 'ForecastsReceived', market, forecasts: getForecasts(atMs), atMs });
  runner.drain();
}
