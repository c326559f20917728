// Weather results do not depend on call order and stay within physical bounds.
import fc from 'fast-check';
import { expect } from 'vitest';
import { createRandomStreams } from '../../app/trading/simulation/random-streams';
import { getDayStartMs } from '../../app/trading/simulation/calendar';
import type { Outlook, WeatherModel } from '../../app/trading/simulation/market-models';
import { createWeather } from '../../app/trading/simulation/weather/weather';
import { MARKET_CELLS, WEATHER_CELLS } from '../../app/trading/weather/cell';
import { assertEqual, property } from './property';

/** September to January, from storms to frost: as many days as a fold caches. */
const [FIRST_DAY, LAST_DAY] = [245, 390];
const buildWeather = (seed: string): WeatherModel =>
  createWeather({ seed }, createRandomStreams(seed));
const shuffled = buildWeather('any');
/** Read once in order of time as a reference. */
const reference = buildWeather('any');
for (let day = 0; day <= LAST_DAY + 1; day += 1) reference.getPastDay(day);

const days = fc.integer({ min: FIRST_DAY, max: LAST_DAY });
const knowledge = fc.record({ day: days, cycles: fc.nat(4) });
const place = fc.record({ cell: fc.nat(MARKET_CELLS.length - 1), lead: fc.nat(14) });
const listFigures = (
  outlook: Outlook,
  { cell, lead }: { cell: number; lead: number },
): number[] => [
  outlook.meanF(cell, lead),
  outlook.expectedAboveF(cell, lead, 65),
  outlook.expectedBelowF(cell, lead, 65),
  outlook.rainInches(cell, lead),
  outlook.windMph(cell, lead),
  outlook.getRidge(cell, lead),
  outlook.getSoil(cell),
  outlook.nino,
  outlook.storms.length,
];

property(
  'an outlook depends on seed and information state only',
  fc.record({ knowledge, place, isForgotten: fc.nat(99) }),
  ({ knowledge: known, place: where, isForgotten }) => {
    if (isForgotten === 0) shuffled.forget();
    assertEqual(
      listFigures(shuffled.getOutlook(known), where),
      listFigures(reference.getOutlook(known), where),
      'asked in any order',
    );
  },
);

property(
  'the outlook at the end of a day equals that of the next midnight',
  fc.record({ day: days, place }),
  ({ day, place: { cell, lead } }) => {
    if (lead === 14) return;
    const [end, next] = [
      listFigures(shuffled.getOutlook({ day, cycles: 4 }), { cell, lead: lead + 1 }),
      listFigures(shuffled.getOutlook({ day: day + 1, cycles: 0 }), { cell, lead }),
    ];
    for (const index of [0, 1, 2, 3, 4, 5, 7])
      expect(Math.abs((end[index] ?? NaN) - (next[index] ?? NaN))).toBeLessThan(1e-9);
  },
);

property(
  'expected degrees are monotonic in the base, and all figures are within physical bounds',
  fc.record({ knowledge, place, baseF: fc.integer({ min: -20, max: 110 }) }),
  ({ knowledge: known, place: { cell, lead }, baseF }) => {
    const outlook = shuffled.getOutlook(known);
    const [above, below] = [
      outlook.expectedAboveF(cell, lead, baseF),
      outlook.expectedBelowF(cell, lead, baseF),
    ];
    expect(outlook.expectedAboveF(cell, lead, baseF + 1)).toBeLessThanOrEqual(above + 1e-9);
    expect(outlook.expectedBelowF(cell, lead, baseF + 1)).toBeGreaterThanOrEqual(below - 1e-9);
    expect(above >= 0 && below >= 0).toBe(true);
    const meanF = outlook.meanF(cell, lead);
    expect(
      meanF > -60 &&
        meanF < 130 &&
        outlook.rainInches(cell, lead) >= 0 &&
        outlook.windMph(cell, lead) > 0,
    ).toBe(true);
    for (const { probability } of outlook.storms)
      expect(probability >= 0 && probability <= 1).toBe(true);
  },
);

property(
  'observations and public runs are finite and reproducible',
  fc.record({ day: days, hour: fc.nat(23), cell: fc.constantFrom(...WEATHER_CELLS) }),
  ({ day, hour, cell }) => {
    const hourMs = getDayStartMs(day) + hour * 3_600_000;
    const readings = shuffled.listObservations(hourMs);
    assertEqual(readings, reference.listObservations(hourMs), 'readings');
    for (const { temperatureF, humidityPercent: humidity, pressureMb: pressure } of readings) {
      const humidityPercent = humidity ?? Number.NaN;
      const pressureMb = pressure ?? Number.NaN;
      expect(
        temperatureF > -60 &&
          temperatureF < 130 &&
          humidityPercent >= 10 &&
          humidityPercent <= 100 &&
          pressureMb >= 940 &&
          pressureMb <= 1060,
      ).toBe(true);
    }
    const issuedMs = hourMs - (hour % 6) * 3_600_000;
    assertEqual(
      shuffled.getForecastRun(cell, issuedMs),
      reference.getForecastRun(cell, issuedMs),
      'public run',
    );
  },
);
