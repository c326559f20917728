import { describe, expect, it } from 'vitest';
import { createContractInstrument } from '../../../app/trading/domain/contract';
import { MINUTES_PER_DAY, WORLD_EPOCH_MS } from '../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../app/trading/simulation/random-streams';
import { computeHalfSpreadTicks, buildQuote } from '../../../app/trading/simulation/market-depth';
import type { DayPath } from '../../../app/trading/simulation/market-models';
import { createTape } from '../../../app/trading/simulation/tape';
import { findQuoteError } from '../../../app/trading/domain/quote';
import { DAY_MS } from '../../../app/trading/domain/time';

const JUICE = createContractInstrument('orange-juice', 'OJ.F27');
const chance = createRandomStreams('tape');
const QUIET: DayPath = {
  scale: 'log',
  from: Math.log(230),
  diffusion: 0,
  sigma: 0,
  steps: [],
  band: null,
  volatilityRatio: 1,
};
/** Day 10 rises 2% by diffusion and 5% by a jump at minute 600; later days are flat. */
const createPaths =
  (changed: Partial<DayPath> = {}) =>
  (day: number): DayPath => {
    if (day < 10) return QUIET;
    if (day > 10) return { ...QUIET, from: Math.log(230) + 0.07 };
    return {
      ...QUIET,
      diffusion: 0.02,
      sigma: 0.01,
      steps: [{ minute: 600, size: 0.05 }],
      ...changed,
    };
  };
const START = 10 * MINUTES_PER_DAY;
const startMs = WORLD_EPOCH_MS + 10 * DAY_MS;

describe('the tape of an instrument', () => {
  it("starts and ends at its day's values, and jumps the minute after news", () => {
    const tape = createTape(chance, JUICE, createPaths());
    expect(tape.midAt(START)).toBeCloseTo(230, 9);
    expect(tape.midAt(START + MINUTES_PER_DAY)).toBeCloseTo(230 * Math.exp(0.07), 9);
    const [before, at, after] = [599, 600, 601].map((minute) =>
      Math.log(tape.midAt(START + minute)),
    ) as [number, number, number];
    expect(Math.abs(at - before)).toBeLessThan(0.005);
    expect(after - at).toBeGreaterThan(0.045);
  });

  it('returns the same prices by minute, by tick and in any order', () => {
    const one = createTape(chance, JUICE, createPaths());
    const other = createTape(chance, JUICE, createPaths());
    const minutes = Array.from({ length: 200 }, (_, index) => START + index * 7);
    const there = minutes.map((minute) => one.ticksAt(minute));
    const back = [...minutes]
      .reverse()
      .map((minute) => other.ticksAt(minute))
      .reverse();
    expect(back).toEqual(there);
    minutes.forEach((minute, index) =>
      expect(one.lastAt(WORLD_EPOCH_MS + minute * 60_000).ticks).toBe(there[index]),
    );
  });

  it('keeps ticks inside their minute bar, with the last at the close', () => {
    const tape = createTape(chance, JUICE, createPaths());
    for (let minute = 0; minute < 300; minute += 1) {
      const [open, close] = [tape.ticksAt(START + minute), tape.ticksAt(START + minute + 1)];
      const ticks = Array.from(
        { length: 12 },
        (_, index) => tape.lastAt(startMs + minute * 60_000 + index * 5000).ticks,
      );
      expect(ticks[0]).toBe(open);
      expect(ticks[11]).toBe(close);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(Math.max(open, close));
      expect(Math.min(...ticks)).toBeGreaterThanOrEqual(Math.min(open, close));
    }
  });

  it('stops at the daily limits', () => {
    const tape = createTape(chance, JUICE, createPaths({ band: { low: 225, high: 235 } }));
    const getLastAt = (minute: number) => tape.lastAt(startMs + minute * 60_000);
    expect(getLastAt(700)).toEqual({ ticks: 4700, lock: 'UP' });
    expect(getLastAt(0).lock).toBeNull();
    const falls = createTape(
      chance,
      JUICE,
      createPaths({ band: { low: 225, high: 235 }, steps: [{ minute: 600, size: -0.1 }] }),
    );
    expect(falls.lastAt(startMs + 700 * 60_000)).toEqual({ ticks: 4500, lock: 'DOWN' });
  });

  it('returns the limit state of each tick', () => {
    const tape = createTape(chance, JUICE, createPaths({ band: { low: 227, high: 233 } }));
    const ticks = Array.from({ length: 3 * 1440 }, (_, third) => startMs + third * 20_000 + 19_999);
    const locks = ticks.map((atMs) => tape.lastAt(atMs).lock);
    expect(ticks.map((atMs) => tape.lockAt(atMs))).toEqual(locks);
    expect(new Set(locks)).toEqual(new Set([null, 'UP']));
    expect(createTape(chance, JUICE, createPaths()).lockAt(startMs)).toBeNull();
  });

  describe('with a circuit breaker', () => {
    const breaker = { reference: 230, ratio: 0.1, pauseMinutes: 2 };
    const createJumpingTape = (size: number, startFrom = Math.log(230)) =>
      createTape(
        chance,
        JUICE,
        createPaths({
          from: startFrom,
          diffusion: 0,
          sigma: 0,
          breaker,
          steps: [{ minute: 600, size }],
        }),
      );
    const getTickAt = (tape: ReturnType<typeof createJumpingTape>, minute: number, seconds = 0) =>
      tape.lastAt(startMs + minute * 60_000 + seconds * 1000);

    it('pauses at its level, then trades on at the full price', () => {
      const tape = createJumpingTape(0.14);
      expect(getTickAt(tape, 600, 59).lock).toBeNull();
      for (const seconds of [0, 30, 60, 115])
        expect(getTickAt(tape, 601, seconds)).toEqual({ ticks: 5060, lock: 'BOTH' });
      expect(getTickAt(tape, 603, 0)).toEqual({ ticks: 5060, lock: null });
      expect(getTickAt(tape, 604).ticks).toBe(Math.round((230 * Math.exp(0.14)) / 0.05));
      expect(getTickAt(tape, 604).lock).toBeNull();
      expect(tape.getRange(START + 601, START + 602)).toEqual({ low: 5060, high: 5060 });
      expect(tape.lockAt(startMs + 601 * 60_000)).toBe('BOTH');
      expect(tape.lockAt(startMs + 604 * 60_000)).toBeNull();
    });

    it('pauses again at twice the level, down as up', () => {
      const tape = createJumpingTape(-0.3);
      expect(getTickAt(tape, 601)).toEqual({ ticks: 4140, lock: 'BOTH' });
      expect(getTickAt(tape, 604)).toEqual({ ticks: 3680, lock: 'BOTH' });
      expect(getTickAt(tape, 607).lock).toBeNull();
      expect(getTickAt(tape, 607).ticks).toBe(Math.round((230 * Math.exp(-0.3)) / 0.05));
    });

    it('does not pause at a level that the day starts beyond', () => {
      const tape = createJumpingTape(0.01, Math.log(230 * 1.12));
      for (const minute of [0, 601, 1439]) expect(getTickAt(tape, minute).lock).toBeNull();
    });

    it('quotes both sides as closed', () => {
      const quote = buildQuote(getTickAt(createJumpingTape(0.14), 601), 2, startMs);
      expect(quote.lock).toBe('BOTH');
      expect(findQuoteError(JUICE, quote)).toBeNull();
    });
  });

  it('can be negative on a linear scale, never on a log scale', () => {
    const power = createContractInstrument('electricity', 'ET-ERCOT.20261127');
    const tape = createTape(chance, power, () => ({
      ...QUIET,
      scale: 'linear',
      from: 1,
      diffusion: 0,
      steps: [{ minute: 10, size: -3 }],
    }));
    expect(tape.ticksAt(START + 20)).toBe(-200);
    expect(createTape(chance, JUICE, () => ({ ...QUIET, from: -20 })).ticksAt(START)).toBe(1);
  });
});

describe('quotes around a tape', () => {
  it('are wider at night, at weekends and at high volatility', () => {
    const tuesday = Date.UTC(2026, 10, 17, 15);
    expect(computeHalfSpreadTicks(JUICE, 1, tuesday)).toBe(10);
    expect(computeHalfSpreadTicks(JUICE, 1, tuesday + 12 * 3_600_000)).toBe(20);
    expect(computeHalfSpreadTicks(JUICE, 2, tuesday)).toBe(25);
    expect(computeHalfSpreadTicks(JUICE, 0.5, tuesday)).toBe(10);
  });

  it('are at the limit price when the market is locked, and valid', () => {
    const up = buildQuote({ ticks: 4700 as never, lock: 'UP' }, 10, startMs);
    expect(up).toMatchObject({ bidTicks: 4700, lastTicks: 4700, askTicks: 4720, lock: 'UP' });
    const down = buildQuote({ ticks: 4500 as never, lock: 'DOWN' }, 10, startMs);
    expect(down).toMatchObject({ bidTicks: 4480, lastTicks: 4500, askTicks: 4500, lock: 'DOWN' });
    for (const quote of [up, down]) expect(findQuoteError(JUICE, quote)).toBeNull();
    expect(buildQuote({ ticks: 4600 as never, lock: null }, 10, startMs)).not.toHaveProperty(
      'lock',
    );
  });
});
