import { describe, expect, it } from 'vitest';
import { contractInstrument } from '../../../app/trading/domain/contract';
import { MINUTES_PER_DAY, WORLD_EPOCH_MS } from '../../../app/trading/simulation/calendar';
import { createChance } from '../../../app/trading/simulation/random-streams';
import { halfSpreadTicks, buildQuote } from '../../../app/trading/simulation/market-depth';
import type { DayPath } from '../../../app/trading/simulation/parts';
import { createTape } from '../../../app/trading/simulation/tape';
import { quoteFault } from '../../../app/trading/domain/quote';
import { DAY_MS } from '../../../app/trading/domain/time';

const JUICE = contractInstrument('orange-juice', 'OJ.F27');
const chance = createChance('tape');
const QUIET: DayPath = {
  scale: 'log',
  from: Math.log(230),
  diffusion: 0,
  sigma: 0,
  steps: [],
  band: null,
  unrest: 1,
};
/** Day 10 rises by 2 % of diffusion and 5 % of news at minute 600; the next day stands. */
const days =
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
  it('begins and ends where its day does, and carries news from the minute after', () => {
    const tape = createTape(chance, JUICE, days());
    expect(tape.midAt(START)).toBeCloseTo(230, 9);
    expect(tape.midAt(START + MINUTES_PER_DAY)).toBeCloseTo(230 * Math.exp(0.07), 9);
    const [before, at, after] = [599, 600, 601].map((minute) =>
      Math.log(tape.midAt(START + minute)),
    ) as [number, number, number];
    expect(Math.abs(at - before)).toBeLessThan(0.005);
    expect(after - at).toBeGreaterThan(0.045);
  });

  it('says the same minute by minute, tick by tick and in any order', () => {
    const one = createTape(chance, JUICE, days());
    const other = createTape(chance, JUICE, days());
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

  it('keeps every tick inside the bar of its minute, the last being its close', () => {
    const tape = createTape(chance, JUICE, days());
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

  it('stops at the daily limit, locked, and nowhere else', () => {
    const tape = createTape(chance, JUICE, days({ band: { low: 225, high: 235 } }));
    const at = (minute: number) => tape.lastAt(startMs + minute * 60_000);
    expect(at(700)).toEqual({ ticks: 4700, lock: 'UP' });
    expect(at(0).lock).toBeNull();
    const falls = createTape(
      chance,
      JUICE,
      days({ band: { low: 225, high: 235 }, steps: [{ minute: 600, size: -0.1 }] }),
    );
    expect(falls.lastAt(startMs + 700 * 60_000)).toEqual({ ticks: 4500, lock: 'DOWN' });
  });

  it('tells the lock of each tick without making the tick', () => {
    const tape = createTape(chance, JUICE, days({ band: { low: 227, high: 233 } }));
    const ticks = Array.from({ length: 3 * 1440 }, (_, third) => startMs + third * 20_000 + 19_999);
    const locks = ticks.map((atMs) => tape.lastAt(atMs).lock);
    expect(ticks.map((atMs) => tape.lockAt(atMs))).toEqual(locks);
    expect(new Set(locks)).toEqual(new Set([null, 'UP']));
    expect(createTape(chance, JUICE, days()).lockAt(startMs)).toBeNull();
  });

  it('passes through zero where its scale is linear, and never where it is a logarithm', () => {
    const power = contractInstrument('electricity', 'ET-ERCOT.20261127');
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
  it('are wider at night, at weekends and in unrest', () => {
    const tuesday = Date.UTC(2026, 10, 17, 15);
    expect(halfSpreadTicks(JUICE, 1, tuesday)).toBe(10);
    expect(halfSpreadTicks(JUICE, 1, tuesday + 12 * 3_600_000)).toBe(20);
    expect(halfSpreadTicks(JUICE, 2, tuesday)).toBe(25);
    expect(halfSpreadTicks(JUICE, 0.5, tuesday)).toBe(10);
  });

  it('stand at the edge when the limit holds the market, and are sound', () => {
    const up = buildQuote({ ticks: 4700 as never, lock: 'UP' }, 10, startMs);
    expect(up).toMatchObject({ bidTicks: 4700, lastTicks: 4700, askTicks: 4720, lock: 'UP' });
    const down = buildQuote({ ticks: 4500 as never, lock: 'DOWN' }, 10, startMs);
    expect(down).toMatchObject({ bidTicks: 4480, lastTicks: 4500, askTicks: 4500, lock: 'DOWN' });
    for (const quote of [up, down]) expect(quoteFault(JUICE, quote)).toBeNull();
    expect(buildQuote({ ticks: 4600 as never, lock: null }, 10, startMs)).not.toHaveProperty(
      'lock',
    );
  });
});
