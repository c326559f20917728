// The quotes of the shown commodity as they are printed.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QuotesSection } from '../app/components/dashboard/quotes-table';
import type { QuoteWire } from '../app/messages';

const AT_MS = Date.UTC(2026, 10, 20, 15);
const QUOTE: QuoteWire = {
  kind: 'quote', note: null,
  symbol: 'CL', contract: null, commodity: 'crude-oil', price: '-36.98', change: -1.5, changePercent: -4.23, hub: null, region: 'Cushing', bid: '-37.00', ask: '-36.96',
  asOf: new Date(AT_MS - 3000).toISOString(), ageSeconds: 3, source: 'simulated', isStale: false,
};

function printed(quotes: readonly QuoteWire[]): string {
  const html = renderToStaticMarkup(createElement(QuotesSection, { commodity: 'crude-oil', quotes, atMs: AT_MS, market: 'simulated' }));
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

test('a fresh quote shows its prices, its change with arrow and sign, its age and its source', () => {
  expect(printed([QUOTE])).toContain('CL Cushing \u221236.98 \u25bc \u22121.50 (\u22124.23%) \u221237.00 \u221236.96 3 s SIM');
});

test('the month that is traded stands beside the symbol', () => {
  expect(printed([{ ...QUOTE, contract: 'CLZ26' }])).toContain('CL CLZ26 Cushing');
});

test('a stale one says so and how old it is, and a missing change is N/A', () => {
  const stale = { ...QUOTE, isStale: true, change: null, changePercent: null, asOf: new Date(AT_MS - 600_000).toISOString(), source: 'public' };
  expect(printed([stale])).toContain('\u221236.98 N/A \u221237.00 \u221236.96 STALE, 10 min old PUBLIC');
});

test('power is named by hub, and no quotes are said in words', () => {
  expect(printed([{ ...QUOTE, hub: 'ERCOT', region: 'Texas' }])).toMatch(/Symbol Hub .* CL ERCOT/);
  expect(printed([])).toContain('No quotes: market simulated has given no price of Crude Oil Futures yet, and nothing is traded without one.');
});
