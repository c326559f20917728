/** Published prices of the power hubs over the last days, in their newest version. */
import type { PowerHub } from '../../domain/contract';
import { DAY_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import type { PowerMarket, PowerPriceReading } from './reading';

/** Price of [startsMs, endsMs). */
export interface PowerPrice {
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
  readonly dollarsPerMwh: number;
  readonly publishedMs: EpochMs;
}

export interface PowerPricesReader {
  /** Prices of intervals that begin in [fromMs, untilMs), in order of time. */
  listPrices(
    hub: PowerHub,
    market: PowerMarket,
    fromMs: EpochMs,
    untilMs: EpochMs,
  ): readonly PowerPrice[];
  /** Price with the latest start; null for none. */
  findNewest(hub: PowerHub, market: PowerMarket): PowerPrice | null;
}

/** How long prices are available: a week covers the newest price of a slow source. */
export const POWER_PRICE_RETENTION_MS = 7 * DAY_MS;

export class PowerPrices implements PowerPricesReader {
  /** Prices by hub and market, then by start. */
  private readonly prices = new Map<string, Map<EpochMs, PowerPrice>>();

  /** Adds a price. An earlier version than the known one changes nothing. */
  addPrice(reading: PowerPriceReading, publishedMs: EpochMs): void {
    const { hub, market, startsMs, endsMs, dollarsPerMwh } = reading;
    const starts = this.prices.get(buildKey(hub, market)) ?? new Map<EpochMs, PowerPrice>();
    this.prices.set(buildKey(hub, market), starts);
    const known = starts.get(startsMs);
    if (known && known.publishedMs > publishedMs) return;
    starts.set(startsMs, { startsMs, endsMs, dollarsPerMwh, publishedMs });
  }

  listPrices(
    hub: PowerHub,
    market: PowerMarket,
    fromMs: EpochMs,
    untilMs: EpochMs,
  ): readonly PowerPrice[] {
    return this.listKnown(hub, market)
      .filter(({ startsMs }) => startsMs >= fromMs && startsMs < untilMs)
      .sort((a, b) => a.startsMs - b.startsMs);
  }

  findNewest(hub: PowerHub, market: PowerMarket): PowerPrice | null {
    let newest: PowerPrice | null = null;
    for (const price of this.listKnown(hub, market))
      if (newest === null || price.startsMs > newest.startsMs) newest = price;
    return newest;
  }

  /** Removes prices of intervals before a time. */
  removeBefore(beforeMs: EpochMs): void {
    for (const starts of this.prices.values())
      for (const startsMs of starts.keys()) if (startsMs < beforeMs) starts.delete(startsMs);
  }

  private listKnown(hub: PowerHub, market: PowerMarket): PowerPrice[] {
    return [...(this.prices.get(buildKey(hub, market))?.values() ?? [])];
  }
}

const buildKey = (hub: PowerHub, market: PowerMarket): string => `${hub} ${market}`;
