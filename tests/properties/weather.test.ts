// Whatever is asked of the weather, in whatever order: one answer, inside the bounds of the earth.
import fc from 'fast-check';
import { expect } from 'vitest';
import { createChance } from '../../app/trading/simulation/random-streams';
import { dayStartMs } from '../../app/trading/simulation/calendar';
import type { Outlook, WeatherPart } from '../../app/trading/simulation/parts';
import { createWeather } from '../../app/trading/simulation/weather/weather';
import { MARKET_CELLS, WEATHER_CELLS } from '../../app/trading/weather/cell';
import { agree, property } from './property';

/** From September to January, storms to frost: as many days as a lane remembers. */
const [FIRST_DAY, LAST_DAY] = [245, 390];
const buildWeather = (seed: string): WeatherPart => createWeather({ seed }, createChance(seed));
const asked = buildWeather('any');
/** Asked first in the order of time, and never again out of it. */
const reference = buildWeather('any');
for (let day = 0; day <= LAST_DAY + 1; day += 1) reference.pastDay(day);

const days = fc.integer({ min: FIRST_DAY, max: LAST_DAY });
const knowledge = fc.record({ day: days, cycles: fc.nat(4) });
const place = fc.record({ cell: fc.nat(MARKET_CELLS.length - 1), lead: fc.nat(14) });
const figures = (outlook: Outlook, { cell, lead }: { cell: number; lead: number }): number[] => [
  outlook.meanF(cell, lead),
  outlook.expectedAboveF(cell, lead, 65),
  outlook.expectedBelowF(cell, lead, 65),
  outlook.rainInches(cell, lead),
  outlook.windMph(cell, lead),
  outlook.ridge(cell, lead),
  outlook.soil(cell),
  outlook.nino,
  outlook.storms.length,
];

property(
  'an outlook depends on seed and knowledge alone',
  fc.record({ knowledge, place, isForgotten: fc.nat(99) }),
  ({ knowledge: known, place: where, isForgotten }) => {
    if (isForgotten === 0) asked.forget();
    agree(
      figures(asked.outlookAt(known), where),
      figures(reference.outlookAt(known), where),
      'asked in any order',
    );
  },
);

property(
  'the end of a day is the midnight that follows',
  fc.record({ day: days, place }),
  ({ day, place: { cell, lead } }) => {
    if (lead === 14) return;
    const [end, next] = [
      figures(asked.outlookAt({ day, cycles: 4 }), { cell, lead: lead + 1 }),
      figures(asked.outlookAt({ day: day + 1, cycles: 0 }), { cell, lead }),
    ];
    for (const index of [0, 1, 2, 3, 4, 5, 7])
      expect(Math.abs((end[index] ?? NaN) - (next[index] ?? NaN))).toBeLessThan(1e-9);
  },
);

property(
  'expected degrees grow with the base, and all figures keep to the earth',
  fc.record({ knowledge, place, baseF: fc.integer({ min: -20, max: 110 }) }),
  ({ knowledge: known, place: { cell, lead }, baseF }) => {
    const outlook = asked.outlookAt(known);
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
  'readings and public runs are finite and the same again',
  fc.record({ day: days, hour: fc.nat(23), cell: fc.constantFrom(...WEATHER_CELLS) }),
  ({ day, hour, cell }) => {
    const hourMs = dayStartMs(day) + hour * 3_600_000;
    const readings = asked.observations(hourMs);
    agree(readings, reference.observations(hourMs), 'readings');
    for (const { temperatureF, humidityPercent, pressureMb } of readings)
      expect(
        temperatureF > -60 &&
          temperatureF < 130 &&
          humidityPercent >= 10 &&
          humidityPercent <= 100 &&
          pressureMb >= 940 &&
          pressureMb <= 1060,
      ).toBe(true);
    const issuedMs = hourMs - (hour % 6) * 3_600_000;
    agree(asked.forecastRun(cell, issuedMs), reference.forecastRun(cell, issuedMs), 'public run');
  },
);
