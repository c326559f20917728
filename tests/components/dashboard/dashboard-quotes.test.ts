// Rendered quotes table.
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
  high: '-35.00',
  low: '-40.32',
  volume: null,
  expiresAt: null,
  asOf: new Date(AT_MS - 3000).toISOString(),
  ageSeconds: 3,
  source: 'simulated',
  isStale: false,
};

function renderQuotes(
  quotes: readonly QuoteDto[],
  sparklines: readonly SparklineDto[] = [],
): string {
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

test('shows prices, change with arrow and sign, age and source', () => {
  expect(renderQuotes([QUOTE])).toContain(
    'CL Cushing \u221236.98 \u25bc \u22121.50 (\u22124.23%) \u221237.00 \u221236.96 \u221235.00 \u221240.32 N/A N/A 3 s SIM',
  );
  expect(renderQuotes([{ ...QUOTE, source: 'replay' }])).toContain('3 s REPLAY');
});

test('shows a sparkline with a text alternative beside its own quote only', () => {
  const text = renderQuotes(
    [QUOTE, { ...QUOTE, symbol: 'HO' }],
    [{ symbol: 'CL', path: 'M0,0L80,20', text: 'range 48.00 to 51.00' }],
  );
  expect(text).toContain('30 days');
  expect(text).toMatch(
    /\(−4\.23%\) −37\.00 −36\.96 −35\.00 −40\.32 N\/A N\/A range 48\.00 to 51\.00 3 s SIM HO .* −36\.96 −35\.00 −40\.32 N\/A N\/A N\/A 3 s SIM/,
  );
  expect(renderQuotes([QUOTE])).not.toContain('30 days');
});

test('shows the active contract month beside the symbol', () => {
  expect(renderQuotes([{ ...QUOTE, contract: 'CLZ26' }])).toContain('CL CLZ26 Cushing');
});

test('shows volume and expiry where they exist, and says where no volume does', () => {
  const text = renderQuotes([
    { ...QUOTE, volume: 12_345, expiresAt: '2026-12-18T22:00:00.000Z', high: null },
  ]);
  expect(text).toContain('\u221236.96 N/A \u221240.32 12,345 2026-12-18 3 s');
  expect(text).not.toContain('no volume');
  expect(renderQuotes([QUOTE])).toContain('this feed has no volume');
});

test('marks a stale quote with its age, and a missing change as N/A', () => {
  const stale = {
    ...QUOTE,
    isStale: true,
    change: null,
    changePercent: null,
    asOf: new Date(AT_MS - 600_000).toISOString(),
    source: 'your files',
  };
  expect(renderQuotes([stale])).toContain(
    '\u221236.98 N/A \u221237.00 \u221236.96 \u221235.00 \u221240.32 N/A N/A STALE, 10 min old YOUR FILES',
  );
});

test('names power quotes by hub, and explains an empty table', () => {
  expect(renderQuotes([{ ...QUOTE, hub: 'ERCOT', region: 'Texas' }])).toMatch(
    /Symbol Hub .* CL ERCOT/,
  );
  expect(renderQuotes([])).toContain(
    'No quotes: market simulated has no price for Crude Oil Futures yet. Trading needs a price.',
  );
});
