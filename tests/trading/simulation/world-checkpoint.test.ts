// A market continued from a checkpoint has the same values as one computed from the first day.
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../app/trading/domain/time';
import { WORLD_EPOCH_MS, getDayStartMs } from '../../../app/trading/simulation/calendar';
import { CHECKPOINT_DAYS } from '../../../app/trading/simulation/checkpointed-fold';
import type { WorldCheckpoint } from '../../../app/trading/simulation/market-models';
import { type World, createWorld, getCheckpointDay } from '../../../app/trading/simulation/world';
import { chooseSize } from '../../support/run-size';

const SEED = 'continued';
const DAYS = 200;

const whole = createWorld({ seed: SEED });
whole.foldTo(getDayStartMs(DAYS), 90);
const checkpoint = deserialize(serialize(whole.takeCheckpoint())) as WorldCheckpoint;

/** What pages and strategies read of a moment. */
const readMoment = (world: World, atMs: number) => ({
  quotes: world.listInstrumentsAt(atMs).map((instrument) => world.quoteAt(instrument, atMs)),
  bars: world
    .listInstrumentsAt(atMs)
    .map((instrument) => world.barAt(instrument, atMs - 2 * HOUR_MS, HOUR_MS)),
  curve: world.curveAt('NG', atMs),
  observations: world.weather.listObservations(atMs),
  series: world.series.listPublished(atMs - 24 * HOUR_MS, atMs),
});

describe('a market continued from a checkpoint', () => {
  it('starts at the last day of which all models have a state', () => {
    expect(getCheckpointDay(checkpoint)).toBe(3 * CHECKPOINT_DAYS);
    expect(getCheckpointDay({ ...checkpoint, power: checkpoint.power.slice(0, 2) })).toBe(
      CHECKPOINT_DAYS,
    );
    expect(getCheckpointDay(createWorld({ seed: SEED }).takeCheckpoint())).toBe(0);
  });

  it('has the same values at any moment, before and after the checkpoint, in any order', () => {
    const continued = createWorld({ seed: SEED, checkpoint });
    const hours = fc.integer({ min: 30 * 24, max: (DAYS + 20) * 24 });
    fc.assert(
      fc.property(hours, (hour) => {
        const atMs = WORLD_EPOCH_MS + hour * HOUR_MS;
        expect(readMoment(continued, atMs)).toEqual(readMoment(whole, atMs));
      }),
      { numRuns: chooseSize(8, 25) },
    );
  });

  it('gives the same next checkpoint', () => {
    const continued = createWorld({
      seed: SEED,
      checkpoint: { ...checkpoint, weather: checkpoint.weather.slice(0, 2) },
    });
    continued.foldTo(getDayStartMs(DAYS), 90);
    expect(continued.takeCheckpoint()).toEqual(whole.takeCheckpoint());
  });

  it('has the published series of the stored days', () => {
    expect(checkpoint.published.map(([day]) => day)).toEqual(
      Array.from({ length: 90 }, (_, index) => DAYS - 90 + index),
    );
    const [atMs, untilMs] = [getDayStartMs(DAYS - 5), getDayStartMs(DAYS - 4)];
    const altered = checkpoint.published.map(
      ([day, values]) => [day, values.map((value) => ({ ...value, value: 1 }))] as const,
    );
    const continued = createWorld({
      seed: SEED,
      checkpoint: { ...checkpoint, published: altered },
    });
    const values = continued.series.listPublished(atMs, untilMs).map(({ value }) => value);
    expect(values.length).toBeGreaterThan(20);
    expect(new Set(values)).toEqual(new Set([1]));
  });

  it('does not use the checkpoint after its caches are dropped', () => {
    const broken = { ...checkpoint, futures: checkpoint.power } as WorldCheckpoint;
    const continued = createWorld({ seed: SEED, checkpoint: broken });
    continued.forget();
    const atMs = getDayStartMs(40);
    expect(readMoment(continued, atMs)).toEqual(readMoment(whole, atMs));
  });
});
