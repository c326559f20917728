// Invariants of simulated futures over a weather of one cause: any contract, any day, any order of
// asking.
import fc from 'fast-check';
import { expect } from 'vitest';
import { MINUTES_PER_DAY } from '../../app/trading/simulation/calendar';
import { createChance } from '../../app/trading/simulation/random-streams';
import { CHAINS } from '../../app/trading/simulation/prices/chains';
import { futuresAbout } from '../../app/trading/simulation/prices/futures';
import { computeBand, getDailyLimit } from '../../app/trading/simulation/prices/limits';
import { measureClimatology } from '../../app/trading/simulation/prices/measure-climatology';
import { logMeanResponse } from '../../app/trading/simulation/prices/quadrature';
import { fakeWeather } from '../support/fake-weather';
import { agree, property } from './property';

const DAYS_MAX = 150;
const climatology = measureClimatology([fakeWeather(createChance('climate'))], 4);
const world = (seed: string) => {
  const chance = createChance(seed);
  return futuresAbout(climatology, { seed }, chance, fakeWeather(chance));
};
const futures = world('properties');
const twin = world('properties');

const chain = fc.constantFrom(...CHAINS);
const moment = fc.record({
  chain,
  day: fc.integer({ min: 0, max: DAYS_MAX }),
  month: fc.nat({ max: 12 }),
});
type Moment = {
  readonly chain: (typeof CHAINS)[number];
  readonly day: number;
  readonly month: number;
};
const contractAt = ({ chain: { id }, day, month }: Moment) => {
  const months = futures.listed(id, day);
  return months[month % months.length]!;
};

property('a day of a future adds up to the next one, inside its limits', moment, (at) => {
  const instrument = contractAt(at);
  const { from, diffusion, sigma, steps, band, unrest } = futures.path(instrument, at.day);
  const end = from + diffusion + steps.reduce((sum, { size }) => sum + size, 0);
  const settlement = futures.settlement(instrument, at.day + 1);
  expect(Number.isFinite(end) && sigma > 0 && unrest > 0 && settlement > 0).toBe(true);
  expect(
    steps.every(
      ({ minute }, index) => minute >= (steps[index - 1]?.minute ?? 0) && minute < MINUTES_PER_DAY,
    ),
  ).toBe(true);
  if (Date.UTC(2010, 0, 1 + at.day + 1) < instrument.contract!.expiresMs)
    expect(Math.abs(end - futures.path(instrument, at.day + 1).from)).toBeLessThan(1e-9);
  const [low, high] = [band?.low ?? 0, band?.high ?? Infinity];
  expect(settlement).toBe(Math.min(high, Math.max(low, settlement)));
  if (Math.exp(end) > low && Math.exp(end) < high)
    expect(Math.abs(Math.log(settlement) - end)).toBeLessThan(1e-9);
});

let asked = 0;
property('a price is the same whoever asks first, and after all was forgotten', moment, (at) => {
  const contract = contractAt(at);
  asked += 1;
  // The twin has its days dropped now and then, and is asked for the path, tomorrow and today
  // before the others are.
  if (asked % 20 === 0) twin.forget();
  const path = twin.path(contract, at.day);
  const [after, before] = [
    twin.settlement(contract, at.day + 1),
    twin.settlement(contract, at.day),
  ];
  agree(before, futures.settlement(contract, at.day), 'settlement');
  agree(after, futures.settlement(contract, at.day + 1), 'the next settlement');
  agree(path, futures.path(contract, at.day), 'path');
});

property(
  'a band holds the settlement, and is wider after a day at the limit',
  fc.record({ chain, settlement: fc.double({ min: 0.5, max: 3000, noNaN: true }) }),
  ({ chain: row, settlement }) => {
    const [usual, after] = [
      computeBand(getDailyLimit(row), settlement, false),
      computeBand(getDailyLimit(row), settlement, true),
    ];
    if (usual === null || after === null) return expect(row.id).toBe('KC');
    expect(usual.low > 0 && usual.low < settlement && usual.high > settlement).toBe(true);
    expect(after.low <= usual.low && after.high >= usual.high).toBe(true);
  },
);

const response = fc.record({
  mean: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  sd: fc.double({ min: 0, max: 0.1, noNaN: true }),
  beta: fc.double({ min: 0.1, max: 3, noNaN: true }),
  gamma: fc.double({ min: 0.1, max: 3, noNaN: true }),
});
property(
  'the expected response rises with the mean and with doubt',
  response,
  ({ mean, sd, beta, gamma }) => {
    const at = logMeanResponse(mean, sd, beta, gamma);
    expect(logMeanResponse(mean + 0.01, sd, beta, gamma)).toBeGreaterThan(at);
    expect(logMeanResponse(mean, sd + 0.01, beta, gamma)).toBeGreaterThan(at);
  },
);
