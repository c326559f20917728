import { beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import {
  CYCLES_PER_DAY,
  type DayPath,
  type FuturesPart,
  type StormThreat,
  type WorldOptions,
} from '../../../../app/trading/simulation/parts';
import { CHAINS } from '../../../../app/trading/simulation/prices/chains';
import type { ClimatologyRow } from '../../../../app/trading/simulation/prices/climatology';
import { futuresAbout } from '../../../../app/trading/simulation/prices/futures';
import { measureClimatology } from '../../../../app/trading/simulation/prices/measure-climatology';
import { type FakeWeather, fakeWeather } from '../../../support/fake-weather';

const CHI = 2;
const DAYS = 400;
const computeEnd = ({ from, diffusion, steps }: DayPath): number =>
  from + diffusion + steps.reduce((sum, { size }) => sum + size, 0);

let climatology: readonly ClimatologyRow[];
let usual: FuturesPart;

function futures(options: WorldOptions, fake: FakeWeather = {}): FuturesPart {
  const chance = createChance(options.seed);
  return futuresAbout(climatology, options, chance, fakeWeather(chance, fake));
}

const front = (part: FuturesPart, chain: string, day: number) => part.listed(chain, day)[1]!;

beforeAll(() => {
  climatology = measureClimatology(
    [0, 1].map((index) => fakeWeather(createChance(`climate ${index}`))),
    6,
  );
  usual = futures({ seed: 'usual' });
});

describe('the course of a day', () => {
  it('ends where the next one begins, to the last day of trading', () => {
    for (const { id } of CHAINS) {
      const instrument = usual.listed(id, 400)[0]!;
      const last = Math.floor((instrument.contract!.expiresMs - Date.UTC(2010, 0, 1)) / 86_400_000);
      for (let day = 400; day < last; day += 1)
        expect(computeEnd(usual.path(instrument, day))).toBeCloseTo(
          usual.path(instrument, day + 1).from,
          9,
        );
      expect(Math.exp(computeEnd(usual.path(instrument, last)))).toBeCloseTo(
        usual.settlement(instrument, last + 1),
        6,
      );
    }
  });

  it('brings weather news when the cycles are published and reports at their minute', () => {
    // Thursday 4 March 2010: storage at 10:30 in New York, 15:30 UTC
    const { steps } = usual.path(front(usual, 'NG', 62), 62);
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

  it('is calmer at weekends, but for the weather', () => {
    const [friday, saturday] = [
      usual.path(front(usual, 'NG', 63), 63),
      usual.path(front(usual, 'NG', 64), 64),
    ];
    expect(saturday.sigma / friday.sigma).toBeGreaterThan(0.25);
    expect(saturday.sigma / friday.sigma).toBeLessThan(0.5);
    expect(saturday.steps.some(({ size }) => Math.abs(size) > 1e-4)).toBe(true);
  });

  it('keeps settlements inside the band of the day before', () => {
    const outside: string[] = [];
    let atLimit = 0;
    for (const { id } of CHAINS) {
      for (let day = 100; day < DAYS; day += 1) {
        const instrument = usual.listed(id, day)[2]!;
        const { band } = usual.path(instrument, day);
        const settlement = usual.settlement(instrument, day + 1);
        if (band !== null && (settlement < band.low || settlement > band.high))
          outside.push(`${instrument.id} on day ${day}`);
        if (settlement === band?.low || settlement === band?.high) atLimit += 1;
      }
    }
    expect(outside).toEqual([]);
    expect(atLimit).toBeGreaterThan(0);
  });
});

describe('what prices answer to', () => {
  it('lifts gas and heating oil with a cold that nobody expected, and nothing else', () => {
    const cold = futures({ seed: 'usual' }, { shock: { day: 380, cell: CHI, departureF: -25 } });
    const before = CHAINS.map(({ id }) =>
      Math.abs(
        Math.log(
          cold.settlement(front(cold, id, 380), 380) / usual.settlement(front(usual, id, 380), 380),
        ),
      ),
    );
    expect(Math.max(...before)).toBe(0);
    const gas = cold.path(front(cold, 'NG', 380), 380);
    expect(computeEnd(gas) - computeEnd(usual.path(front(usual, 'NG', 380), 380))).toBeGreaterThan(
      0.005,
    );
    for (const id of ['CL', 'KC', 'OJ', 'CT'])
      expect(computeEnd(cold.path(front(cold, id, 380), 380))).toBe(
        computeEnd(usual.path(front(usual, id, 380), 380)),
      );
  });

  it('prices a storm by its chance and its category', () => {
    const storm = (probability: number): StormThreat => ({
      id: 1,
      basin: 'gulf',
      category: 4,
      probability,
      landfallDay: 300,
    });
    const logs = [0, 0.25, 0.5, 1].map((probability) => {
      const part = futures({ seed: 'usual' }, { storms: [storm(probability)] });
      return Math.log(part.settlement(front(part, 'CL', 296), 296));
    });
    expect((logs[3]! - logs[0]!) / (logs[1]! - logs[0]!)).toBeCloseTo(4, 6);
    expect(logs[3]! - logs[0]!).toBeGreaterThan(0.01);
  });

  it('tells tightness as what is known: more cold, more of it', () => {
    const cold = futures({ seed: 'usual' }, { shock: { day: 380, cell: CHI, departureF: -25 } });
    const at = (part: FuturesPart, cycles: number) => part.tightness('NG', { day: 380, cycles });
    expect(at(cold, 0)).toBe(at(usual, 0));
    expect(at(cold, 1)).toBeGreaterThan(at(usual, 1) + 0.005);
    expect(
      Math.abs(at(usual, CYCLES_PER_DAY) - usual.tightness('NG', { day: 381, cycles: 0 })),
    ).toBeLessThan(0.05);
  });
});

describe('a world', () => {
  const sample = (part: FuturesPart, days: readonly number[]) =>
    days.map((day) =>
      CHAINS.map(({ id }) => [
        part.settlement(front(part, id, day), day),
        part.path(front(part, id, day), day),
      ]),
    );

  it('is the same in whatever order it is asked, and after it forgot', () => {
    const days = [30, 500, 129, 128, 640];
    const first = sample(futures({ seed: 'order' }), days);
    const other = futures({ seed: 'order' });
    expect([...sample(other, [...days].reverse())].reverse()).toEqual(first);
    other.forget();
    expect(sample(other, days)).toEqual(first);
    expect(sample(futures({ seed: 'another' }), [500])).not.toEqual(sample(other, [500]));
  });

  it('leaves something on the table unless it is efficient', () => {
    const fair = futures({ seed: 'usual', alpha: { efficient: true } });
    expect(fair.settlement(front(fair, 'NG', 300), 300)).not.toBe(
      usual.settlement(front(usual, 'NG', 300), 300),
    );
  });

  it('refuses contracts that do not trade on the day, and chains that it has not', () => {
    const instrument = usual.listed('NG', 100)[0]!;
    expect(() => usual.path(instrument, 200)).toThrow(/NG.K10 is not traded on day 200/);
    expect(() => usual.settlement(instrument, 200)).toThrow(/has no settlement on day 200/);
    expect(() => usual.listed('XX', 100)).toThrow(/no futures of XX; it has NG, CL/);
  });
});
