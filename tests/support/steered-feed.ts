// The paced feed with a price of natural gas that a test moves while it runs, so that a breaker
// trips or a market locks when it is wanted.
import type { Bar, Quote } from '../../app/trading/domain/quote';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { pacedFeed } from './paced-feed';

export interface SteeredFeed {
  readonly feed: Feed;
  /** Multiplies the prices of natural gas from the next event on. */
  setGasFactor(factor: number): void;
  /** Whether natural gas stands at its daily limit, at which nobody sells. */
  setGasLocked(isLocked: boolean): void;
}

/** A steered feed; equal seeds give equal prices where nothing is steered. */
export function steeredFeed(seed: string, fromMs?: EpochMs): SteeredFeed {
  const inner = pacedFeed(seed, fromMs);
  let factor = 1;
  let isLocked = false;
  const steer = (ticks: number) => toTicks(Math.round(ticks * factor));
  const steerQuote = (quote: Quote): Quote => ({
    ...quote,
    bidTicks: steer(quote.bidTicks),
    askTicks: toTicks(steer(quote.askTicks) + (factor < 1 ? 2 : 0)),
    lastTicks: steer(quote.lastTicks),
    ...(isLocked ? { lock: 'UP' as const } : {}),
  });
  const steerBar = (bar: Bar): Bar => ({
    ...bar,
    openTicks: steer(bar.openTicks),
    highTicks: steer(bar.highTicks),
    lowTicks: steer(bar.lowTicks),
    closeTicks: steer(bar.closeTicks),
  });

  function steerEvent(event: MarketEvent): MarketEvent {
    if (event.instrumentId !== 'NG') return event;
    if (event.type === 'BarClosed')
      return { ...event, quote: steerQuote(event.quote), bar: steerBar(event.bar) };
    return { ...event, quote: steerQuote(event.quote) };
  }

  function* events(): Generator<MarketEvent> {
    // The paced feed makes its events one by one, without waiting.
    for (const event of inner.events() as Iterable<MarketEvent>) yield steerEvent(event);
  }

  return {
    feed: { ...inner, events },
    setGasFactor: (next) => void (factor = next),
    setGasLocked: (next) => void (isLocked = next),
  };
}
