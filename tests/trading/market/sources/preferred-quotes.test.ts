// Which quote counts where a broker and a vendor have one of the same contract, and which contracts are
// requested of the broker.
import { describe, expect, it } from 'vitest';
import { type Quote, buildQuote } from '../../../../app/trading/domain/quote';
import { MINUTE_MS } from '../../../../app/trading/domain/time';
import { toTicks } from '../../../../app/trading/domain/units';
import { DELAYED_ORIGIN, LINES_MAX } from '../../../../app/trading/market/sources/ibkr/quote-line';
import { listQuotedMonths } from '../../../../app/trading/market/sources/ibkr/quoted-months';
import { preferBrokerQuotes } from '../../../../app/trading/market/sources/preferred-quotes';
import { getMonth } from '../../../support/broker-desk';

const NOW_MS = Date.UTC(2026, 10, 30, 15);
const ID = 'NG.F27';
const VENDOR = { priceSource: 'a vendor', staleAfterMs: 16 * MINUTE_MS, isLive: false };

const quoteAt = (minutesAgo: number): Quote =>
  buildQuote(toTicks(3000), 1, NOW_MS - minutesAgo * MINUTE_MS);

/** Minutes since the quotes of broker and vendor; null for none. */
function chooseSource(broker: number | null, vendor: number | null): string | undefined {
  const quotes = preferBrokerQuotes({
    broker: {
      listQuoted: () => (broker === null ? [] : [ID]),
      findQuote: () => (broker === null ? null : quoteAt(broker)),
      findOrigin: () => (broker === null ? null : DELAYED_ORIGIN),
    },
    vendor: {
      listQuoted: () => (vendor === null ? [] : [ID]),
      findQuote: () => (vendor === null ? null : quoteAt(vendor)),
    },
    vendorOrigin: VENDOR,
    nowMs: () => NOW_MS,
  });
  expect(quotes.listQuoted()).toEqual(broker === null && vendor === null ? [] : [ID]);
  return quotes.findOrigin(ID)?.priceSource;
}

describe('the quote of a contract', () => {
  it.each([
    ['that of the broker while it is current', 12, 10, DELAYED_ORIGIN.priceSource],
    ['that of the vendor once the one of the broker is stale', 17, 16, VENDOR.priceSource],
    ['the newer one where both are stale', 17, 18, DELAYED_ORIGIN.priceSource],
    ['that of the vendor without another', null, 10, VENDOR.priceSource],
    ['that of the broker without another', 30, null, DELAYED_ORIGIN.priceSource],
    ['none without any', null, null, undefined],
  ])('is %s', (_text, broker, vendor, source) => {
    expect(chooseSource(broker, vendor)).toBe(source);
  });
});

describe('requested contracts', () => {
  const listIds = (...[known]: Partial<Parameters<typeof listQuotedMonths>>) =>
    listQuotedMonths(known ?? { held: [], listed: [] }, NOW_MS).map(({ id }) => id);

  it('are all front months, then all second months, and none of power', () => {
    const ids = listIds();
    expect(ids).toHaveLength(36);
    expect(new Set(ids.slice(0, 9).map((id) => id.split('.')[0])).size).toBe(9);
    expect(ids.indexOf('NG.F27')).toBeLessThan(9);
    expect(ids.indexOf('NG.G27')).toBeLessThan(18);
    expect(ids.filter((id) => id.startsWith('ET'))).toEqual([]);
  });

  it('begin with held ones, and end with other listed ones that still trade', () => {
    const held = [getMonth('NG.H27')];
    const listed = [getMonth('NG.Z28'), getMonth('NG.F26'), getMonth('NG.Z27'), ...held];
    const ids = listIds({ held, listed });
    expect([ids[0], ...ids.slice(-2)]).toEqual(['NG.H27', 'NG.Z27', 'NG.Z28']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('NG.F26');
  });

  it('are never more than an account has lines', () => {
    const listed = Array.from({ length: 8 }, (_, year) =>
      [...'FGHJKMNQUVXZ'].map((letter) => getMonth(`NG.${letter}${27 + year}`)),
    ).flat();
    expect(listIds({ held: [], listed })).toHaveLength(LINES_MAX);
  });
});
