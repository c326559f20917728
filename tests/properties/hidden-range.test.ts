// A stop and the part of a bar that no quote has shown, against a path that is walked second by
// second.
import { describe, expect, test } from 'vitest';
import { type Bar, quoteAround } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import type { MarketEvent } from '../../app/trading/ports';
import { NEAR, chainDesk } from '../support/chain-desk';
import { FRICTION, MARKET } from '../support/desk-harness';
import {
  answer,
  fillPrices,
  handOrder,
  holdings,
  workingOrders,
} from '../support/reference-orders';
import { diceOfRun } from '../support/scenario-runs';

const BAR = 900_000;
const STALE = 15_000;
const HALF = FRICTION.halfSpreadTicks;
const SLIP = FRICTION.slippageTicks;
const AT = { market: MARKET, instrumentId: NEAR.id };
type Desk = Awaited<ReturnType<typeof chainDesk>>;

function show(desk: Desk, event: MarketEvent, atMs: number, isBackfill = false): void {
  desk.wait(Math.max(0, atMs - desk.nowMs()));
  desk.offer({ type: 'Market', isBackfill, atMs, event });
}
const quoted = (desk: Desk, ticks: number, atMs: number, isBackfill = false) =>
  show(
    desk,
    { type: 'QuoteArrived', ...AT, quote: quoteAround(toTicks(ticks), 1, atMs) },
    atMs,
    isBackfill,
  );
const opened = (desk: Desk, ticks: number, atMs: number) =>
  show(desk, { type: 'BarOpened', ...AT, quote: quoteAround(toTicks(ticks), 1, atMs) }, atMs);

function closed(
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
  show(
    desk,
    { type: 'BarClosed', ...AT, bar, quote: quoteAround(bar.closeTicks, 1, endsMs) },
    endsMs,
    isBackfill,
  );
}

/** The start of the first bar that a test shows; a bar before it is on record. */
async function barDesk(): Promise<{ readonly desk: Desk; readonly startMs: number }> {
  const desk = await chainDesk();
  const startMs = Math.ceil(desk.nowMs() / BAR) * BAR + BAR;
  closed(desk, startMs - BAR, [2800, 2800, 2800, 2800]);
  return { desk, startMs };
}

/** Long 30 lots of the month, with a stop fifty and a target a hundred ticks away. */
async function hold(desk: Desk): Promise<number> {
  expect(await answer(desk, handOrder({ instrumentId: NEAR.id, stop: 50, target: 100 }))).toBe(
    'granted',
  );
  return workingOrders(desk).find(([purpose]) => purpose === 'STOP')?.[2] ?? NaN;
}

describe('a bar in which one quote came early', () => {
  const early = async () => {
    const { desk, startMs } = await barDesk();
    opened(desk, 2800, startMs);
    const stop = await hold(desk);
    quoted(desk, 2800, startMs + 5000);
    return { desk, startMs, stop };
  };

  test('fills a stop that the rest of it went through, at its worsened trigger', async () => {
    const { desk, startMs, stop } = await early();
    closed(desk, startMs, [2800, 2805, stop - 20, 2800]);
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], stop - HALF - SLIP]);
  });

  test('fills no target, and no stop that it has not reached', async () => {
    const { desk, startMs, stop } = await early();
    closed(desk, startMs, [2800, 2990, stop + HALF + 1, 2800]);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('fills the stop where stop and target both lie inside', async () => {
    const { desk, startMs, stop } = await early();
    closed(desk, startMs, [2800, 2990, stop - 1, 2800]);
    expect([holdings(desk), fillPrices(desk).at(-1)]).toEqual([[], stop - HALF - SLIP]);
  });

  test('fills nothing as a bar of the past', async () => {
    const { desk, startMs, stop } = await early();
    closed(desk, startMs, [2800, 2805, stop - 20, 2800], BAR, true);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('leaves the longer bar that ends with it nothing to fill', async () => {
    const { desk, startMs, stop } = await early();
    closed(desk, startMs, [2800, 2805, 2795, 2800]);
    closed(desk, startMs - 3 * BAR, [2800, 2805, stop - 20, 2800], 4 * BAR);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
  });

  test('is covered by no quote that came late', async () => {
    const { desk, startMs, stop } = await early();
    for (let atMs = startMs + 10_000; atMs < startMs + BAR; atMs += 10_000)
      quoted(desk, 2799, atMs, true);
    closed(desk, startMs, [2800, 2805, stop - 20, 2800]);
    expect(holdings(desk)).toEqual([]);
  });
});

test('a bar that quotes have shown from end to end fills nothing more', async () => {
  const { desk, startMs } = await barDesk();
  opened(desk, 2800, startMs);
  const stop = await hold(desk);
  for (let atMs = startMs + 5000; atMs < startMs + BAR; atMs += 5000) quoted(desk, 2800, atMs);
  closed(desk, startMs, [2800, 2990, stop - 20, 2800]);
  expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
});

test('a stop that was placed after the last gap is not reached by what lay before it', async () => {
  const { desk, startMs } = await barDesk();
  opened(desk, 2800, startMs);
  for (let atMs = startMs + 600_000; atMs < startMs + BAR; atMs += 5000) {
    quoted(desk, 2800, atMs);
    if (atMs === startMs + 700_000) await hold(desk);
  }
  closed(desk, startMs, [2800, 2805, 2700, 2800]);
  expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
});

interface Shown {
  readonly atMs: number;
  readonly ticks: number;
}

/**
 * What becomes of a long position's stop and target when a bar ends, by walking the bar second by
 * second.
 */
function walked(
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
  // A second is hidden when the quotes around it, or the ends of the bar, lie too far from each
  // other.
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
  'any sequence of quotes and bars fills as the walked path does (run %i)',
  async (run) => {
    const dice = diceOfRun(run);
    const roll = (from: number, to: number): number => from + Math.floor(dice() * (to - from + 1));
    const { desk, startMs } = await barDesk();
    opened(desk, 2800, startMs);
    const stop = await hold(desk);
    const target = workingOrders(desk).find(([purpose]) => purpose === 'TARGET')?.[2] ?? NaN;
    const placedMs = startMs;
    let bars = 0;
    for (let fromMs = startMs; bars < 12 && holdings(desk).length > 0; fromMs += BAR, bars += 1) {
      const shown: Shown[] = [];
      const seen = (ticks: number, atMs: number): void => void shown.push({ ticks, atMs });
      if (bars === 0) seen(2800, fromMs);
      else if (dice() < 0.7) {
        opened(desk, 2800, fromMs);
        seen(2800, fromMs);
      }
      const isDense = dice() < 0.4;
      for (
        let atMs = fromMs + 500 * roll(1, isDense ? 20 : 600);
        atMs < fromMs + BAR - 1;
        atMs += 500 * roll(1, dice() < 0.02 ? 400 : isDense ? 28 : 900)
      ) {
        const ticks = roll(stop + 3, target - 3);
        quoted(desk, ticks, atMs);
        seen(ticks, atMs);
      }
      const before = holdings(desk);
      const [low, high] = [
        Math.min(2800, ...shown.map(({ ticks }) => ticks)) - roll(0, 40),
        Math.max(2800, ...shown.map(({ ticks }) => ticks)) + roll(0, 40),
      ];
      const expected = walked(fromMs, shown, placedMs, stop, target, low, high);
      closed(desk, fromMs, [2800, high, low, 2800]);
      expect(
        [before.length, holdings(desk).length, expected === null ? null : fillPrices(desk).at(-1)],
        `bar ${bars}`,
      ).toEqual([1, expected === null ? 1 : 0, expected]);
    }
  },
);
