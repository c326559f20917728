// Fills of a stop in the uncovered part of a bar, against a price path sampled each second.
import { describe, expect, test } from 'vitest';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import type { MarketEvent } from '../../app/trading/ports';
import { NEAR, openChainDesk } from '../support/chain-desk';
import { FRICTION, MARKET } from '../support/desk-harness';
import {
  executeCommand,
  listFillPrices,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../support/reference-orders';
import { createRunRandom } from '../support/scenario-runs';

const BAR = 900_000;
const STALE = 15_000;
const HALF = FRICTION.halfSpreadTicks;
const SLIP = FRICTION.slippageTicks;
const AT = { market: MARKET, instrumentId: NEAR.id };
type Desk = Awaited<ReturnType<typeof openChainDesk>>;

function offerEvent(desk: Desk, event: MarketEvent, atMs: number, isBackfill = false): void {
  desk.wait(Math.max(0, atMs - desk.nowMs()));
  desk.offer({ type: 'Market', isBackfill, atMs, event });
}
const offerQuote = (desk: Desk, ticks: number, atMs: number, isBackfill = false) =>
  offerEvent(
    desk,
    { type: 'QuoteArrived', ...AT, quote: buildQuote(toTicks(ticks), 1, atMs) },
    atMs,
    isBackfill,
  );
const openBar = (desk: Desk, ticks: number, atMs: number) =>
  offerEvent(desk, { type: 'BarOpened', ...AT, quote: buildQuote(toTicks(ticks), 1, atMs) }, atMs);

function closeBar(
  desk: Desk,
  startsMs: number,
  [open, high, low, close]: readonly [number, number, number, number],
  lengthMs = BAR,
  isBackfill = false,
): void {
  const endsMs = startsMs + lengthMs - 1;
  const bar: Bar = {
    openTicks: toTicks(open),
    highTicks: toTicks(high),
    lowTicks: toTicks(low),
    closeTicks: toTicks(close),
    startsMs,
    endsMs,
  };
  offerEvent(
    desk,
    { type: 'BarClosed', ...AT, bar, quote: buildQuote(bar.closeTicks, 1, endsMs) },
    endsMs,
    isBackfill,
  );
}

/** Start of the first bar of a test; one bar precedes it. */
async function barDesk(): Promise<{ readonly desk: Desk; readonly startMs: number }> {
  const desk = await openChainDesk();
  const startMs = Math.ceil(desk.nowMs() / BAR) * BAR + BAR;
  closeBar(desk, startMs - BAR, [2800, 2800, 2800, 2800]);
  return { desk, startMs };
}

/** Long 30 lots, stop 50 ticks and target 100 ticks away. */
async function openPosition(desk: Desk): Promise<number> {
  expect(
    await executeCommand(desk, createManualOrder({ instrumentId: NEAR.id, stop: 50, target: 100 })),
  ).toBe('granted');
  return listWorkingOrders(desk).find(([purpose]) => purpose === 'STOP')?.[2] ?? NaN;
}

describe('bar with one early quote', () => {
  const openWithEarlyQuote = async () => {
    const { desk, startMs } = await barDesk();
    openBar(desk, 2800, startMs);
    const stop = await openPosition(desk);
    offerQuote(desk, 2800, startMs + 5000);
    return { desk, startMs, stop };
  };

  test('fills a stop in its uncovered part, at the worsened trigger', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    closeBar(desk, startMs, [2800, 2805, stop - 20, 2800]);
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], stop - HALF - SLIP]);
  });

  test('fills no target and no stop out of reach', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    closeBar(desk, startMs, [2800, 2990, stop + HALF + 1, 2800]);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('fills the stop if stop and target are both in range', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    closeBar(desk, startMs, [2800, 2990, stop - 1, 2800]);
    expect([listHoldings(desk), listFillPrices(desk).at(-1)]).toEqual([[], stop - HALF - SLIP]);
  });

  test('fills nothing as a historical bar', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    closeBar(desk, startMs, [2800, 2805, stop - 20, 2800], BAR, true);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('leaves nothing for a longer bar with the same end', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    closeBar(desk, startMs, [2800, 2805, 2795, 2800]);
    closeBar(desk, startMs - 3 * BAR, [2800, 2805, stop - 20, 2800], 4 * BAR);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('is not covered by a late quote', async () => {
    const { desk, startMs, stop } = await openWithEarlyQuote();
    for (let atMs = startMs + 10_000; atMs < startMs + BAR; atMs += 10_000)
      offerQuote(desk, 2799, atMs, true);
    closeBar(desk, startMs, [2800, 2805, stop - 20, 2800]);
    expect(listHoldings(desk)).toEqual([]);
  });
});

test('a bar fully covered by quotes fills nothing more', async () => {
  const { desk, startMs } = await barDesk();
  openBar(desk, 2800, startMs);
  const stop = await openPosition(desk);
  for (let atMs = startMs + 5000; atMs < startMs + BAR; atMs += 5000) offerQuote(desk, 2800, atMs);
  closeBar(desk, startMs, [2800, 2990, stop - 20, 2800]);
  expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
});

test('a stop placed after the last gap is not filled by earlier prices', async () => {
  const { desk, startMs } = await barDesk();
  openBar(desk, 2800, startMs);
  for (let atMs = startMs + 600_000; atMs < startMs + BAR; atMs += 5000) {
    offerQuote(desk, 2800, atMs);
    if (atMs === startMs + 700_000) await openPosition(desk);
  }
  closeBar(desk, startMs, [2800, 2805, 2700, 2800]);
  expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
});

interface Shown {
  readonly atMs: number;
  readonly ticks: number;
}

/** Reference: fills of a long position's stop and target at the end of a bar, second by second. */
function computePathFill(
  startMs: number,
  shown: readonly Shown[],
  placedMs: number,
  stop: number,
  target: number,
  low: number,
  high: number,
): number | null {
  const inside = shown.filter(({ atMs }) => atMs >= startMs);
  const reachesStop = low - HALF <= stop;
  if (!inside.some(({ atMs }) => atMs > startMs))
    return reachesStop ? stop - HALF - SLIP : high - HALF >= target ? target : null;
  // A second is uncovered if the surrounding quotes, or the bar's ends, are too far apart.
  const posts = [startMs, ...inside.map(({ atMs }) => atMs), startMs + BAR - 1];
  const isHidden = (ms: number): boolean => {
    const before = Math.max(...posts.filter((post) => post <= ms));
    const after = Math.min(...posts.filter((post) => post > ms));
    return after - before > STALE;
  };
  let isWorkingHidden = false;
  for (let ms = startMs; ms < startMs + BAR - 1; ms += 500)
    if (isHidden(ms) && Math.min(...posts.filter((post) => post > ms)) > placedMs)
      isWorkingHidden = true;
  return isWorkingHidden && reachesStop && low < Math.min(...inside.map(({ ticks }) => ticks))
    ? stop - HALF - SLIP
    : null;
}

test.each(Array.from({ length: 60 }, (_, run) => run))(
  'quotes and bars fill like the full price path (run %i)',
  async (run) => {
    const dice = createRunRandom(run);
    const rollInteger = (from: number, to: number): number =>
      from + Math.floor(dice() * (to - from + 1));
    const { desk, startMs } = await barDesk();
    openBar(desk, 2800, startMs);
    const stop = await openPosition(desk);
    const target = listWorkingOrders(desk).find(([purpose]) => purpose === 'TARGET')?.[2] ?? NaN;
    const placedMs = startMs;
    let bars = 0;
    for (
      let fromMs = startMs;
      bars < 12 && listHoldings(desk).length > 0;
      fromMs += BAR, bars += 1
    ) {
      const shown: Shown[] = [];
      const recordQuote = (ticks: number, atMs: number): void => void shown.push({ ticks, atMs });
      if (bars === 0) recordQuote(2800, fromMs);
      else if (dice() < 0.7) {
        openBar(desk, 2800, fromMs);
        recordQuote(2800, fromMs);
      }
      const isDense = dice() < 0.4;
      for (
        let atMs = fromMs + 500 * rollInteger(1, isDense ? 20 : 600);
        atMs < fromMs + BAR - 1;
        atMs += 500 * rollInteger(1, dice() < 0.02 ? 400 : isDense ? 28 : 900)
      ) {
        const ticks = rollInteger(stop + 3, target - 3);
        offerQuote(desk, ticks, atMs);
        recordQuote(ticks, atMs);
      }
      const before = listHoldings(desk);
      const [low, high] = [
        Math.min(2800, ...shown.map(({ ticks }) => ticks)) - rollInteger(0, 40),
        Math.max(2800, ...shown.map(({ ticks }) => ticks)) + rollInteger(0, 40),
      ];
      const expected = computePathFill(fromMs, shown, placedMs, stop, target, low, high);
      closeBar(desk, fromMs, [2800, high, low, 2800]);
      expect(
        [
          before.length,
          listHoldings(desk).length,
          expected === null ? null : listFillPrices(desk).at(-1),
        ],
        `bar ${bars}`,
      ).toEqual([1, expected === null ? 1 : 0, expected]);
    }
  },
);
