// Paced feed with a controllable natural gas price and end, to trip breakers, to reach limits or to
// compare pages of one moment.
import { vi } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import type { Bar, Quote } from '../../app/trading/domain/quote';
import { type EpochMs, toTicks } from '../../app/trading/domain/units';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { createPacedFeed } from './paced-feed';

export interface SteeredFeed {
  readonly feed: Feed;
  /** Multiplies the prices of natural gas from the next event on. */
  setGasFactor(factor: number): void;
  /** Whether natural gas is limit up. */
  setGasLocked(isLocked: boolean): void;
  /** Ends the history: no further event arrives, and all prices stay. */
  end(): void;
}

/** Equal seeds give equal unsteered prices. */
export function createSteeredFeed(seed: string, fromMs?: EpochMs): SteeredFeed {
  const inner = createPacedFeed(seed, fromMs);
  let factor = 1;
  let isLocked = false;
  let isEnded = false;
  const scaleTicks = (ticks: number) => toTicks(Math.round(ticks * factor));
  const steerQuote = (quote: Quote): Quote => ({
    ...quote,
    bidTicks: scaleTicks(quote.bidTicks),
    askTicks: toTicks(scaleTicks(quote.askTicks) + (factor < 1 ? 2 : 0)),
    lastTicks: scaleTicks(quote.lastTicks),
    ...(isLocked ? { lock: 'UP' as const } : {}),
  });
  const steerBar = (bar: Bar): Bar => ({
    ...bar,
    openTicks: scaleTicks(bar.openTicks),
    highTicks: scaleTicks(bar.highTicks),
    lowTicks: scaleTicks(bar.lowTicks),
    closeTicks: scaleTicks(bar.closeTicks),
  });

  function steerEvent(event: MarketEvent): MarketEvent {
    if (event.instrumentId !== 'NG') return event;
    if (event.type === 'BarClosed')
      return { ...event, quote: steerQuote(event.quote), bar: steerBar(event.bar) };
    return { ...event, quote: steerQuote(event.quote) };
  }

  function* events(): Generator<MarketEvent> {
    // The paced feed is synchronous.
    for (const event of inner.events() as Iterable<MarketEvent>) {
      if (isEnded) return;
      yield steerEvent(event);
    }
  }

  return {
    feed: { ...inner, events },
    setGasFactor: (next) => void (factor = next),
    setGasLocked: (next) => void (isLocked = next),
    end: () => void (isEnded = true),
  };
}

/** Ends the feed and waits until the terminal has applied its last price. */
export async function endPrices(steered: SteeredFeed, terminal: Terminal): Promise<void> {
  steered.end();
  await vi.waitUntil(
    () => {
      const { feed, queued } = terminal.status();
      return feed?.phase === 'ended' && queued === 0;
    },
    // The default of a second is short for a busy machine.
    { timeout: 30_000 },
  );
}
