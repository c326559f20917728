// What a terminal has applied of a feed: a feed that starts again publishes its past again.
import { isDeepStrictEqual } from 'node:util';
import type { EpochMs } from '../../../trading/domain/units';
import type { StreamEvent } from './stream-message';

type Listing = Extract<StreamEvent, { readonly type: 'MarketListed' }>;

/** What an event is the newest of, such as the bars of one length of a contract. */
function getSubject(event: StreamEvent): string {
  switch (event.type) {
    case 'MarketListed':
      return event.type;
    case 'Weather':
      return `weather ${event.reading.series}`;
    case 'Inputs':
      // One group of inputs for each bar length.
      return `inputs ${Object.keys(event.values).join(' ')}`;
    case 'Market': {
      const { event: price } = event;
      const length = price.type === 'BarClosed' ? price.bar.endsMs - price.bar.startsMs : 0;
      return `${price.type} ${length} ${price.instrumentId}`;
    }
  }
}

/** Time of an event among those of its subject. */
const getOrderMs = (event: StreamEvent): EpochMs =>
  event.type === 'Weather' ? event.reading.validMs : event.atMs;

export class AppliedEvents {
  private readonly newestMs = new Map<string, EpochMs>();
  private listing: Listing | null = null;

  /** False for an event that was applied, or that a later one of its subject has replaced. */
  isNew(event: StreamEvent): boolean {
    if (event.type === 'MarketListed') return !this.isSameListing(event);
    return getOrderMs(event) > (this.newestMs.get(getSubject(event)) ?? -Infinity);
  }

  /** True where nothing but the time differs from the last listing. */
  private isSameListing(event: Listing): boolean {
    return (
      this.listing !== null &&
      isDeepStrictEqual({ ...this.listing, atMs: 0 }, { ...event, atMs: 0 })
    );
  }

  add(event: StreamEvent): void {
    if (event.type === 'MarketListed') {
      this.listing = event;
      return;
    }
    const subject = getSubject(event);
    this.newestMs.set(
      subject,
      Math.max(getOrderMs(event), this.newestMs.get(subject) ?? -Infinity),
    );
  }
}
