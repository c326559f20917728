// The quote of a contract from single figures: its time, its sides and its delay.
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../app/trading/domain/time';
import {
  EMPTY_LINE,
  type LineFigure,
  type QuoteLine,
  applyFigure,
  buildLineQuote,
} from '../../../../app/trading/market/sources/ibkr/quote-line';
import { GAS_MONTH } from '../../../support/broker-desk';

/** Monday, 10:00 in New York: the venue trades. */
const OPEN_MS = Date.UTC(2026, 10, 30, 15);
/** Sunday, 10:00 in New York: it does not. */
const CLOSED_MS = Date.UTC(2026, 10, 29, 15);

const DELAYED: LineFigure = { kind: 'type', type: 'delayed' };
const isDelayed = true;
const buildLast = (price: number): LineFigure => ({ kind: 'last', price, isDelayed });
const buildBid = (price: number | null): LineFigure => ({ kind: 'bid', price, isDelayed });
const buildAsk = (price: number | null): LineFigure => ({ kind: 'ask', price, isDelayed });
const buildTime = (atMs: number): LineFigure => ({ kind: 'traded', atMs, isDelayed });

const receiveFigures = (
  figures: readonly LineFigure[],
  nowMs: number,
  line: QuoteLine = EMPTY_LINE,
): QuoteLine => figures.reduce((next, figure) => applyFigure(next, figure, nowMs), line);

const buildQuote = (line: QuoteLine) => {
  const built = buildLineQuote(GAS_MONTH, line);
  if (built === null || typeof built === 'string') throw new Error(built ?? 'there is no price');
  return built;
};

describe('the time of a quote', () => {
  it('is that of the trade where the gateway states it', () => {
    const line = receiveFigures(
      [DELAYED, buildTime(OPEN_MS - 10 * MINUTE_MS), buildLast(3)],
      OPEN_MS,
    );
    expect(buildQuote(line).quote.atMs).toBe(OPEN_MS - 10 * MINUTE_MS);
  });

  it('is the arrival less the longest delay where it states none', () => {
    const { quote, origin } = buildQuote(receiveFigures([DELAYED, buildLast(3)], OPEN_MS));
    expect(quote.atMs).toBe(OPEN_MS - 15 * MINUTE_MS);
    expect(origin.priceSource).toBe('Interactive Brokers, 15 min late');
  });

  it('moves with bid and ask, by no more than they arrived after the trade', () => {
    const tradedMs = OPEN_MS - 10 * MINUTE_MS;
    const line = receiveFigures(
      [DELAYED, buildTime(tradedMs), buildLast(3), buildBid(2.99), buildAsk(3.01)],
      OPEN_MS,
    );
    const later = receiveFigures([buildBid(2.98)], OPEN_MS + 20 * SECOND_MS, line);
    expect(buildQuote(later).quote.atMs).toBe(tradedMs + 20 * SECOND_MS);
  });

  it('moves with bid and ask where the last trade was long ago', () => {
    const line = receiveFigures(
      [DELAYED, buildTime(OPEN_MS - 60 * MINUTE_MS), buildLast(3), buildAsk(3.01)],
      OPEN_MS,
    );
    expect(buildQuote(line).quote.atMs).toBe(OPEN_MS - 15 * MINUTE_MS);
  });

  it('of a closed session is that of its last trade, and none without one', () => {
    const tradedMs = CLOSED_MS - 40 * 60 * MINUTE_MS;
    const line = receiveFigures(
      [DELAYED, buildTime(tradedMs), buildLast(3), buildBid(2.99), buildAsk(3.01)],
      CLOSED_MS,
    );
    expect(buildQuote(line).quote.atMs).toBe(tradedMs);
    const untimed = receiveFigures(
      [DELAYED, buildLast(3), buildBid(2.99), buildAsk(3.01)],
      CLOSED_MS,
    );
    expect(buildLineQuote(GAS_MONTH, untimed)).toBe('the quote of a closed session has no time');
  });
});

describe('the sides of a quote', () => {
  const buildSides = (...figures: readonly LineFigure[]) =>
    buildQuote(receiveFigures([DELAYED, buildTime(OPEN_MS), buildLast(3), ...figures], OPEN_MS))
      .quote;

  it.each([
    ['are those of the gateway', [buildBid(2.99), buildAsk(3.02)], [2990, 3000, 3020]],
    [
      'are of the half-spread without one of them',
      [buildBid(2.99), buildAsk(null)],
      [3000, 3000, 3001],
    ],
    [
      'are of the half-spread where they cross',
      [buildBid(3.02), buildAsk(3.01)],
      [3000, 3000, 3001],
    ],
    ['hold a last price below them', [buildBid(3.01), buildAsk(3.03)], [3010, 3010, 3030]],
    ['hold a last price above them', [buildBid(2.95), buildAsk(2.97)], [2950, 2970, 2970]],
  ])('%s', (_text, figures, [bidTicks, lastTicks, askTicks]) => {
    expect(buildSides(...figures)).toMatchObject({ bidTicks, lastTicks, askTicks });
  });
});

describe('the type of a line', () => {
  const buildLive = (price: number): LineFigure => ({ kind: 'last', price, isDelayed: false });

  it('is live only where live data were announced', () => {
    expect(buildLineQuote(GAS_MONTH, receiveFigures([buildLive(3)], OPEN_MS))).toBeNull();
    const line = receiveFigures([{ kind: 'type', type: 'live' }, buildLive(3)], OPEN_MS);
    expect(buildQuote(line)).toMatchObject({ quote: { atMs: OPEN_MS }, origin: { isLive: true } });
  });

  it('is delayed where delayed figures arrive, whatever was announced', () => {
    for (const before of [[], [{ kind: 'type', type: 'live' } as const, buildLive(4)]]) {
      const line = receiveFigures([...before, buildLast(3)], OPEN_MS);
      expect(buildQuote(line)).toMatchObject({
        quote: { lastTicks: 3000 },
        origin: { isLive: false },
      });
    }
  });

  it('starts the quote again when it changes', () => {
    const line = receiveFigures([DELAYED, buildLast(3), { kind: 'type', type: 'live' }], OPEN_MS);
    expect(buildLineQuote(GAS_MONTH, line)).toBeNull();
  });
});
