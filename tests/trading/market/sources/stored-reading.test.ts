import { describe, expect, it } from 'vitest';
import { PUBLIC_SOURCES } from '../../../../app/trading/market/sources/catalog';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { iemSource } from '../../../../app/trading/market/sources/iem/source';
import type { ForecastReading, Reading } from '../../../../app/trading/market/sources/reading';
import type { PublicSource } from '../../../../app/trading/market/sources/source';
import {
  restoreReading,
  storeReading,
} from '../../../../app/trading/market/sources/stored-reading';
import { listExchanges } from '../../../support/cassettes';

/** Readings of all made exchanges that are not refused. */
const listReadings = (source: PublicSource): readonly Reading[] =>
  listExchanges(source.id).flatMap(({ body, request }) => {
    try {
      return source.parseAnswer(body, request).readings;
    } catch (error) {
      expect(error).toBeInstanceOf(RefusedAnswer);
      return [];
    }
  });

describe('stored readings', () => {
  it.each([...PUBLIC_SOURCES, iemSource])('of $id are restored as they were', (source) => {
    const readings = listReadings(source);
    expect(readings.length).toBeGreaterThan(0);
    for (const reading of readings) expect(restoreReading(storeReading(reading))).toEqual(reading);
  });

  it('of every kind occur in the made exchanges', () => {
    const kinds = new Set(
      [...PUBLIC_SOURCES, iemSource].flatMap((source) =>
        listReadings(source).map(({ kind }) => kind),
      ),
    );
    expect([...kinds].sort()).toEqual([
      'alert',
      'archived forecast',
      'climate day',
      'daily bar',
      'forecast',
      'observation',
      'power price',
      'quote',
      'series',
      'storm',
    ]);
  });

  it('of forecasts with names, as earlier versions stored them, are restored', () => {
    const forecasts = PUBLIC_SOURCES.flatMap(listReadings).filter(
      ({ kind }) => kind === 'forecast',
    );
    expect(forecasts.length).toBeGreaterThan(0);
    for (const reading of forecasts) {
      const { days } = reading as ForecastReading;
      const stored = { ...storeReading(reading), value: JSON.stringify(days) };
      expect(restoreReading(stored)).toEqual(reading);
    }
  });

  it('of no kind are an error', () => {
    expect(() => restoreReading({ series: 'dream/1', validMs: 0, value: '1' })).toThrow(
      "no reading is stored as 'dream/1'",
    );
  });
});
