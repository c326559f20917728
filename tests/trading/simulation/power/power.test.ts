// Hourly spot and the strips that are traded on it: what holds on every day of a world.
import { describe, expect, it } from 'vitest';
import { POWER_HUBS } from '../../../../app/trading/domain/contract';
import { priceText, toNumber } from '../../../../app/trading/domain/instrument';
import { toTicks } from '../../../../app/trading/domain/units';
import { dayStartMs } from '../../../../app/trading/simulation/calendar';
import { HUB_ROWS } from '../../../../app/trading/simulation/power/hubs';
import { buildPower } from './fakes';
import { DAY_MS } from '../../../../app/trading/domain/time';

const power = buildPower({ seed: 'power' });
const efficient = buildPower({ seed: 'power', alpha: { efficient: true } });
const DAYS = [0, 6, 7, 40, 411, 700];

describe('power contracts', () => {
  it('are eight weeks from the next Friday, named by it, with a roll the day before local midnight', () => {
    const listed = power.listed('ET-ERCOT', 9);
    expect(listed.map(({ id }) => id).slice(0, 2)).toEqual([
      'ET-ERCOT.20100115',
      'ET-ERCOT.20100122',
    ]);
    expect(listed).toHaveLength(8);
    const [front] = listed;
    expect(front?.contract).toEqual({
      chain: 'ET-ERCOT',
      code: 'ETERCOT-20100115',
      delivery: '2010-01-15',
      expiresMs: Date.UTC(2010, 0, 15, 6),
      rollMs: Date.UTC(2010, 0, 14, 6),
    });
    expect(front && priceText(front, toTicks(8512))).toBe('85.12');
    expect(front && toNumber(front.tick)).toBe(0.01);
  });

  it('are traded through the first hours of their Friday and listed anew the day after', () => {
    expect(power.listed('ET-PJM', 14)[0]?.contract?.delivery).toBe('2010-01-15');
    expect(power.listed('ET-PJM', 15)[0]?.contract?.delivery).toBe('2010-01-22');
    for (const day of DAYS)
      for (const { contract } of power.listed('ET-CAISO', day))
        expect(contract?.expiresMs).toBeGreaterThan(dayStartMs(day));
  });

  it('are refused by name when nobody makes them', () => {
    expect(() => power.listed('ET-SERC', 3)).toThrow("no power hub 'ET-SERC'");
    expect(() =>
      power.settlement({ ...power.listed('ET-PJM', 0)[0]!, contract: undefined as never }, 0),
    ).toThrow('is no week of power');
    expect(() => power.settlement(power.listed('ET-PJM', 200)[7]!, 20)).toThrow('no price yet');
  });
});

describe('a strip', () => {
  it.each(POWER_HUBS)(
    'of %s is the mean of its 168 expected hours when the market is efficient',
    (hub) => {
      const lag = HUB_ROWS.find((row) => row.hub === hub)?.lagHours ?? 0;
      for (const [day, week] of [
        [408, 0],
        [405, 1],
        [400, 4],
        [413, 0],
      ] as const) {
        const strip = efficient.listed(`ET-${hub}`, day)[week]!;
        const first = (Date.parse(strip.contract?.delivery ?? '') - dayStartMs(0)) / DAY_MS;
        let sum = 0;
        for (let hour = lag; hour < 168 + lag; hour += 1)
          sum += efficient.expectedSpot(
            hub,
            { day, cycles: 0 },
            first - day + Math.floor(hour / 24),
            hour % 24,
          );
        expect(efficient.settlement(strip, day)).toBeCloseTo(sum / 168, 9);
      }
    },
  );

  it('goes from midnight to midnight by its diffusion and its steps, to the last day and past it', () => {
    for (const market of [power, efficient]) {
      for (const hub of POWER_HUBS) {
        const strip = market.listed(`ET-${hub}`, 401)[1]!;
        for (let day = 392; day <= 416; day += 1) {
          const path = market.path(strip, day);
          expect(path.scale).toBe('linear');
          expect(path.band).toBeNull();
          const end =
            path.from + path.diffusion + path.steps.reduce((sum, { size }) => sum + size, 0);
          expect(Math.abs(end - market.path(strip, day + 1).from)).toBeLessThan(1e-9);
          expect(market.settlement(strip, day)).toBe(path.from);
        }
      }
    }
  });

  it('steps when forecasts are published, on its last day only while it is traded', () => {
    const strip = power.listed('ET-CAISO', 408)[0]!;
    expect(power.path(strip, 410).steps.map(({ minute }) => minute)).toEqual([240, 600, 960, 1320]);
    expect(power.path(strip, 413).steps.map(({ minute }) => minute)).toEqual([240]);
    expect(power.path(strip, 414)).toMatchObject({ diffusion: 0, sigma: 0, steps: [] });
    expect(
      power.path(power.listed('ET-CAISO', 408)[7]!, 408).steps.map(({ minute }) => minute),
    ).toEqual([240, 600, 960, 1320]);
  });

  it('has a positive price, deviation and unrest', () => {
    for (const hub of POWER_HUBS) {
      for (let day = 380; day < 720; day += 17) {
        const path = power.path(power.listed(`ET-${hub}`, day)[1]!, day);
        expect(path.from).toBeGreaterThan(5);
        expect(path.sigma).toBeGreaterThan(0);
        expect(path.unrest).toBeGreaterThan(0.2);
        expect(path.unrest).toBeLessThan(6);
      }
    }
  });
});

describe('power', () => {
  it('is the same whatever was asked before, and after it forgot', () => {
    const other = buildPower({ seed: 'power' });
    const strip = other.listed('ET-MISO', 600)[2]!;
    const seen = [
      other.settlement(strip, 605),
      other.path(strip, 590),
      other.spot('ERCOT', 610),
      other.spikeChance('PJM', { day: 603, cycles: 2 }, 3),
    ];
    other.forget();
    const again = [
      other.spikeChance('PJM', { day: 603, cycles: 2 }, 3),
      other.spot('ERCOT', 610),
      other.path(strip, 590),
      other.settlement(strip, 605),
    ].reverse();
    expect(again).toEqual(seen);
    expect([
      power.settlement(strip, 605),
      power.path(strip, 590),
      power.spot('ERCOT', 610),
    ]).toEqual(seen.slice(0, 3));
  });

  it('is another one with another seed', () => {
    const other = buildPower({ seed: 'another' });
    for (const hub of POWER_HUBS) expect(other.spot(hub, 50)).not.toEqual(power.spot(hub, 50));
  });

  it('answers to a heat dome over Texas in Texas most, from the day it is seen', () => {
    const planted = buildPower({
      seed: 'power',
      planted: [
        { kind: 'temperature', center: 'DFW', departureF: 12, firstDay: 560, days: 8, lead: 6 },
      ],
    });
    const price = (market: typeof power, hub: string, day: number): number =>
      market.settlement(market.listed(`ET-${hub}`, 558)[0]!, day);
    expect(price(planted, 'ERCOT', 553)).toBe(price(power, 'ERCOT', 553));
    const rise = (hub: string): number => price(planted, hub, 557) / price(power, hub, 557) - 1;
    expect(rise('ERCOT')).toBeGreaterThan(0.1);
    for (const hub of ['NYISO', 'PJM', 'CAISO'])
      expect(Math.abs(rise(hub))).toBeLessThan(0.5 * rise('ERCOT'));
  });

  it('refuses hours and days that it cannot expect', () => {
    expect(() => power.expectedSpot('PJM', { day: 5, cycles: 0 }, 1, 24)).toThrow('hours 0 to 23');
    expect(() => power.expectedSpot('PJM', { day: 5, cycles: 0 }, 71, 3)).toThrow(
      '0 to 70 days ahead',
    );
    expect(() => power.spikeChance('PJM', { day: 5, cycles: 0 }, 15)).toThrow('0 to 14 days');
  });
});
