// Sparklines of daily closes: built once a day, and again when closes of the past change.
import { expect, it } from 'vitest';
import { listSparklines } from '../../../app/models/market/sparklines.server';
import type { QuoteDto } from '../../../app/contracts/api/quotes';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createPublicArchive } from '../../../app/trading/market/sources/public-archive';
import type { DailyClose } from '../../../app/trading/weather/correlations';

const DAY = Date.UTC(2026, 10, 24);
const QUOTE = { symbol: 'NG', price: '4.000' } as QuoteDto;

it('sparklines follow an imported file at once', () => {
  const { weather, series, spot } = createPublicArchive();
  let closes: readonly DailyClose[] = [];
  let version = 0;
  const desk = {
    market: 'public',
    source: 'public sources',
    nowMs: () => DAY,
    weather,
    series,
    spot,
    closes: () => closes,
    getPricesVersion: () => version,
    reports: () => [],
  };
  const readText = () => listSparklines(desk, [QUOTE])[0]?.text;
  expect(readText()).toBeUndefined();
  closes = [
    { dayMs: DAY - 2 * DAY_MS, close: 3.2 },
    { dayMs: DAY - DAY_MS, close: 3.5 },
  ];
  version += 1;
  expect(readText()).toBe('+25.00% over 2 daily closes, range 3.200 to 4.000');
  // Nothing is built again while nothing changes.
  closes = [];
  expect(readText()).toContain('2 daily closes');
});
