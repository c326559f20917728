// Invariants of simulated futures for any contract, day and call order.
import fc from 'fast-check';
import { expect } from 'vitest';
import { MINUTES_PER_DAY } from '../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../app/trading/simulation/random-streams';
import { FUTURES_CHAINS } from '../../app/trading/simulation/prices/futures-chains';
import { createFuturesFromClimatology } from '../../app/trading/simulation/prices/futures';
import { computeBand, getDailyLimit } from '../../app/trading/simulation/prices/limits';
import { measureClimatology } from '../../app/trading/simulation/prices/measure-climatology';
import { computeLogMeanResponse } from '../../app/trading/simulation/prices/quadrature';
import { createFakeWeather } from '../support/fake-weather';
import { assertEqual, property } from './property';

const DAYS_MAX = 150;
const climatology = measureClimatology([createFakeWeather(createRandomStreams('climate'))], 4);
const createPricing = (seed: string) => {
  const chance = createRandomStreams(seed);
  return createFuturesFromClimatology(climatology, { seed }, chance, createFakeWeather(chance));
};
const futures = createPricing('properties');
const sameSeed = createPricing('properties');

const chain = fc.constantFrom(...FUTURES_CHAINS);
const moment = fc.record({
  chain,
  day: fc.integer({ min: 0, max: DAYS_MAX }),
  month: fc.nat({ max: 12 }),
});
type Moment = {
  readonly chain: (typeof FUTURES_CHAINS)[number];
  readonly day: number;
  readonly month: number;
};
const contractAt = ({ chain: { id }, day, month }: Moment) => {
  const months = futures.listInstruments(id, day);
  return months[month % months.length]!;
};

property('daily settlements chain within the daily limits', moment, (at) => {
  const instrument = contractAt(at);
  const {
    from,
    diffusion,
    sigma,
    steps,
    band,
    volatilityRatio: volatility,
  } = futures.getPath(instrument, at.day);
  const end = from + diffusion + steps.reduce((sum, { size }) => sum + size, 0);
  const settlement = futures.getSettlement(instrument, at.day + 1);
  expect(Number.isFinite(end) && sigma > 0 && volatility > 0 && settlement > 0).toBe(true);
  expect(
    steps.every(
      ({ minute }, index) => minute >= (steps[index - 1]?.minute ?? 0) && minute < MINUTES_PER_DAY,
    ),
  ).toBe(true);
  if (Date.UTC(2010, 0, 1 + at.day + 1) < instrument.contract!.expiresMs)
    expect(Math.abs(end - futures.getPath(instrument, at.day + 1).from)).toBeLessThan(1e-9);
  const [low, high] = [band?.low ?? 0, band?.high ?? Infinity];
  expect(settlement).toBe(Math.min(high, Math.max(low, settlement)));
  if (Math.exp(end) > low && Math.exp(end) < high)
    expect(Math.abs(Math.log(settlement) - end)).toBeLessThan(1e-9);
});

let requestCount = 0;
property('a price does not depend on call order or cache', moment, (at) => {
  const contract = contractAt(at);
  requestCount += 1;
  // The second simulation drops its cache at times and requests path, tomorrow and today first.
  if (requestCount % 20 === 0) sameSeed.forget();
  const path = sameSeed.getPath(contract, at.day);
  const [after, before] = [
    sameSeed.getSettlement(contract, at.day + 1),
    sameSeed.getSettlement(contract, at.day),
  ];
  assertEqual(before, futures.getSettlement(contract, at.day), 'settlement');
  assertEqual(after, futures.getSettlement(contract, at.day + 1), 'the next settlement');
  assertEqual(path, futures.getPath(contract, at.day), 'path');
});

property(
  'a price band contains the settlement and widens after a limit day',
  fc.record({ chain, settlement: fc.double({ min: 0.5, max: 3000, noNaN: true }) }),
  ({ chain: row, settlement }) => {
    const [usual, after] = [
      computeBand(getDailyLimit(row), settlement, false),
      computeBand(getDailyLimit(row), settlement, true),
    ];
    if (usual === null || after === null) return expect(['KC', 'NG', 'CL', 'HO']).toContain(row.id);
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
  'the expected response rises with mean and uncertainty',
  response,
  ({ mean, sd, beta, gamma }) => {
    const at = computeLogMeanResponse(mean, sd, beta, gamma);
    expect(computeLogMeanResponse(mean + 0.01, sd, beta, gamma)).toBeGreaterThan(at);
    expect(computeLogMeanResponse(mean, sd + 0.01, beta, gamma)).toBeGreaterThan(at);
  },
);
