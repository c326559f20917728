import { beforeAll, describe, expect, it } from 'vitest';
import { isBusinessDay } from '../../../../app/trading/market/calendar';
import { getDay, getDayStartMs } from '../../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import {
  CYCLES_PER_DAY,
  type DayPath,
  type FuturesModel,
  type StormThreat,
  type WorldOptions,
} from '../../../../app/trading/simulation/market-models';
import { FUTURES_CHAINS } from '../../../../app/trading/simulation/prices/futures-chains';
import type { ClimatologyRow } from '../../../../app/trading/simulation/prices/climatology';
import { createFuturesFromClimatology } from '../../../../app/trading/simulation/prices/futures';
import { measureClimatology } from '../../../../app/trading/simulation/prices/measure-climatology';
import { type FakeWeather, createFakeWeather } from '../../../support/fake-weather';

const CHI = 2;
const DAYS = 400;
const computeEnd = ({ from, diffusion, steps }: DayPath): number =>
  from + diffusion + steps.reduce((sum, { size }) => sum + size, 0);

let climatology: readonly ClimatologyRow[];
let baseline: FuturesModel;

function createTestFutures(options: WorldOptions, fake: FakeWeather = {}): FuturesModel {
  const chance = createRandomStreams(options.seed);
  return createFuturesFromClimatology(
    climatology,
    options,
    chance,
    createFakeWeather(chance, fake),
  );
}

const getSecondMonth = (part: FuturesModel, chain: string, day: number) =>
  part.listInstruments(chain, day)[1]!;

beforeAll(() => {
  climatology = measureClimatology(
    [0, 1].map((index) => createFakeWeather(createRandomStreams(`climate ${index}`))),
    6,
  );
  baseline = createTestFutures({ seed: 'usual' });
});

describe('a day path', () => {
  it('ends where the next one starts, through the last trading day', () => {
    for (const { id } of FUTURES_CHAINS) {
      const instrument = baseline.listInstruments(id, 400)[0]!;
      const last = Math.floor((instrument.contract!.expiresMs - Date.UTC(2010, 0, 1)) / 86_400_000);
      for (let day = 400; day < last; day += 1)
        expect(computeEnd(baseline.getPath(instrument, day))).toBeCloseTo(
          baseline.getPath(instrument, day + 1).from,
          9,
        );
      expect(Math.exp(computeEnd(baseline.getPath(instrument, last)))).toBeCloseTo(
        baseline.getSettlement(instrument, last + 1),
        6,
      );
    }
  });

  it('jumps at forecast publications and at report minutes', () => {
    // Thursday 4 March 2010: storage at 10:30 in New York, 15:30 UTC
    const { steps } = baseline.getPath(getSecondMonth(baseline, 'NG', 62), 62);
    expect(steps.map(({ minute }) => minute)).toEqual(
      expect.arrayContaining([240, 600, 930, 960, 1320]),
    );
    expect(steps.map(({ minute }) => minute)).toEqual(
      [...steps.map(({ minute }) => minute)].sort((a, b) => a - b),
    );
    const news = steps
      .filter(({ minute }) => [240, 600, 960, 1320].includes(minute))
      .map(({ size }) => Math.abs(size));
    expect(Math.min(...news)).toBeGreaterThan(0);
    expect(Math.abs(steps.find(({ minute }) => minute === 930)!.size)).toBeGreaterThan(1e-4);
  });

  it('is less volatile at weekends, except for weather news', () => {
    const [friday, saturday] = [
      baseline.getPath(getSecondMonth(baseline, 'NG', 63), 63),
      baseline.getPath(getSecondMonth(baseline, 'NG', 64), 64),
    ];
    expect(saturday.sigma / friday.sigma).toBeGreaterThan(0.25);
    expect(saturday.sigma / friday.sigma).toBeLessThan(0.5);
    expect(saturday.steps.some(({ size }) => Math.abs(size) > 1e-4)).toBe(true);
  });

  it('keeps settlements within the daily limits', () => {
    const outside: string[] = [];
    let atLimit = 0;
    for (const { id } of FUTURES_CHAINS) {
      for (let day = 100; day < DAYS; day += 1) {
        const instrument = baseline.listInstruments(id, day)[2]!;
        const { band } = baseline.getPath(instrument, day);
        const settlement = baseline.getSettlement(instrument, day + 1);
        if (band !== null && (settlement < band.low || settlement > band.high))
          outside.push(`${instrument.id} on day ${day}`);
        if (settlement === band?.low || settlement === band?.high) atLimit += 1;
      }
    }
    expect(outside).toEqual([]);
    expect(atLimit).toBeGreaterThan(0);
  });
});

describe('days without trading', () => {
  it('keep the price band and limit state of the last trading day', () => {
    const changed: string[] = [];
    let trading = 0;
    for (const id of ['OJ', 'CORN', 'CT']) {
      for (let day = 100; day < DAYS - 1; day += 1) {
        const instrument = baseline.listInstruments(id, day)[2]!;
        const [today, next] = [day, day + 1].map((one) =>
          JSON.stringify([
            baseline.getPath(instrument, one).band,
            baseline.getLock(instrument, one),
          ]),
        );
        if (isBusinessDay(getDayStartMs(day))) trading += today === next ? 0 : 1;
        else if (today !== next) changed.push(`${instrument.id} on day ${day}`);
      }
    }
    expect(changed).toEqual([]);
    expect(trading).toBeGreaterThan(500);
  });

  it('keep the reference of the circuit breaker', () => {
    const gas = getSecondMonth(baseline, 'NG', 102);
    // 2010-04-16 is a Friday.
    const friday = getDay(Date.UTC(2010, 3, 16));
    const [close, ...references] = [1, 2, 3].flatMap((after) => {
      const { from, breaker } = baseline.getPath(gas, friday + after);
      return after === 1 ? [Math.exp(from), breaker?.reference] : [breaker?.reference];
    });
    expect(references).toHaveLength(3);
    for (const reference of references) expect(reference).toBeCloseTo(close ?? NaN, 9);
  });
});

describe('price drivers', () => {
  it('raise gas and heating oil on unexpected cold, and nothing else', () => {
    const cold = createTestFutures(
      { seed: 'usual' },
      { shock: { day: 380, cell: CHI, departureF: -25 } },
    );
    const before = FUTURES_CHAINS.map(({ id }) =>
      Math.abs(
        Math.log(
          cold.getSettlement(getSecondMonth(cold, id, 380), 380) /
            baseline.getSettlement(getSecondMonth(baseline, id, 380), 380),
        ),
      ),
    );
    expect(Math.max(...before)).toBe(0);
    const gas = cold.getPath(getSecondMonth(cold, 'NG', 380), 380);
    expect(
      computeEnd(gas) - computeEnd(baseline.getPath(getSecondMonth(baseline, 'NG', 380), 380)),
    ).toBeGreaterThan(0.005);
    for (const id of ['CL', 'KC', 'OJ', 'CT'])
      expect(computeEnd(cold.getPath(getSecondMonth(cold, id, 380), 380))).toBe(
        computeEnd(baseline.getPath(getSecondMonth(baseline, id, 380), 380)),
      );
  });

  it('price a storm by probability and category', () => {
    const createStorm = (probability: number): StormThreat => ({
      id: 1,
      basin: 'gulf',
      category: 4,
      probability,
      landfallDay: 300,
    });
    const logs = [0, 0.25, 0.5, 1].map((probability) => {
      const part = createTestFutures({ seed: 'usual' }, { storms: [createStorm(probability)] });
      return Math.log(part.getSettlement(getSecondMonth(part, 'CL', 296), 296));
    });
    expect((logs[3]! - logs[0]!) / (logs[1]! - logs[0]!)).toBeCloseTo(4, 6);
    expect(logs[3]! - logs[0]!).toBeGreaterThan(0.01);
  });

  it('raise tightness with forecast cold', () => {
    const cold = createTestFutures(
      { seed: 'usual' },
      { shock: { day: 380, cell: CHI, departureF: -25 } },
    );
    const getTightness = (part: FuturesModel, cycles: number) =>
      part.getTightness('NG', { day: 380, cycles });
    expect(getTightness(cold, 0)).toBe(getTightness(baseline, 0));
    expect(getTightness(cold, 1)).toBeGreaterThan(getTightness(baseline, 1) + 0.005);
    expect(
      Math.abs(
        getTightness(baseline, CYCLES_PER_DAY) -
          baseline.getTightness('NG', { day: 381, cycles: 0 }),
      ),
    ).toBeLessThan(0.05);
  });
});

describe('the futures model', () => {
  const sampleModel = (part: FuturesModel, days: readonly number[]) =>
    days.map((day) =>
      FUTURES_CHAINS.map(({ id }) => [
        part.getSettlement(getSecondMonth(part, id, day), day),
        part.getPath(getSecondMonth(part, id, day), day),
      ]),
    );

  it('does not depend on order of calls or cleared caches', () => {
    const days = [30, 500, 129, 128, 640];
    const first = sampleModel(createTestFutures({ seed: 'order' }), days);
    const other = createTestFutures({ seed: 'order' });
    expect([...sampleModel(other, [...days].reverse())].reverse()).toEqual(first);
    other.forget();
    expect(sampleModel(other, days)).toEqual(first);
    expect(sampleModel(createTestFutures({ seed: 'another' }), [500])).not.toEqual(
      sampleModel(other, [500]),
    );
  });

  it('has predictable moves unless efficient', () => {
    const fair = createTestFutures({ seed: 'usual', alpha: { efficient: true } });
    expect(fair.getSettlement(getSecondMonth(fair, 'NG', 300), 300)).not.toBe(
      baseline.getSettlement(getSecondMonth(baseline, 'NG', 300), 300),
    );
  });

  it('rejects contracts not traded on the day and unknown chains', () => {
    const instrument = baseline.listInstruments('NG', 100)[0]!;
    expect(() => baseline.getPath(instrument, 200)).toThrow(/NG.K10 is not traded on day 200/);
    expect(() => baseline.getSettlement(instrument, 200)).toThrow(/has no settlement on day 200/);
    expect(() => baseline.listInstruments('XX', 100)).toThrow(/no futures of XX; it has NG, CL/);
  });
});
