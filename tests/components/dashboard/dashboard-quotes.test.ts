// The quotes of the shown commodity as they are printed.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QuotesSection } from '../../../app/components/dashboard/quotes-table';

import type { SparklineDto } from '../../../app/contracts/dashboard';
import type { QuoteDto } from '../../../app/contracts/api/quotes';

const AT_MS = Date.UTC(2026, 10, 20, 15);
const QUOTE: QuoteDto = {
  kind: 'quote',
  note: null,
  symbol: 'CL',
  contract: null,
  commodity: 'crude-oil',
  price: '-36.98',
  change: -1.5,
  changePercent: -4.23,
  hub: null,
  region: 'Cushing',
  bid: '-37.00',
  ask: '-36.96',
  asOf: new Date(AT_MS - 3000).toISOString(),
  ageSeconds: 3,
  source: 'simulated',
  isStale: false,
};

function printed(quotes: readonly QuoteDto[], sparklines: readonly SparklineDto[] = []): string {
  const html = renderToStaticMarkup(
    createElement(QuotesSection, {
      commodity: 'crude-oil',
      quotes,
      atMs: AT_MS,
      market: 'simulated',
      sparklines,
    }),
  );
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

test('a fresh quote shows its prices, its change with arrow and sign, its age and its source', () => {
  expect(printed([QUOTE])).toContain(
    'CL Cushing \u221236.98 \u25bc \u22121.50 (\u22124.23%) \u221237.00 \u221236.96 3 s SIM',
  );
});

test('a line of closes stands beside the quote that it is of, in words too, and no other has one', () => {
  const text = printed(
    [QUOTE, { ...QUOTE, symbol: 'HO' }],
    [{ symbol: 'CL', path: 'M0,0L80,20', text: 'range 48.00 to 51.00' }],
  );
  expect(text).toContain('30 days');
  expect(text).toMatch(
    /\(−4\.23%\) −37\.00 −36\.96 range 48\.00 to 51\.00 3 s SIM HO .* −36\.96 N\/A 3 s SIM/,
  );
  expect(printed([QUOTE])).not.toContain('30 days');
});

test('the month that is traded stands beside the symbol', () => {
  expect(printed([{ ...QUOTE, contract: 'CLZ26' }])).toContain('CL CLZ26 Cushing');
});

test('a stale one says so and how old it is, and a missing change is N/A', () => {
  const stale = {
    ...QUOTE,
    isStale: true,
    change: null,
    changePercent: null,
    asOf: new Date(AT_MS - 600_000).toISOString(),
    source: 'public',
  };
  expect(printed([stale])).toContain(
    '\u221236.98 N/A \u221237.00 \u221236.96 STALE, 10 min old PUBLIC',
  );
});

test('power is named by hub, and no quotes are said in words', () => {
  expect(printed([{ ...QUOTE, hub: 'ERCOT', region: 'Texas' }])).toMatch(/Symbol Hub .* CL ERCOT/);
  expect(printed([])).toContain(
    'No quotes: market simulated has no price for Crude Oil Futures yet. Trading needs a price.',
  );
});
