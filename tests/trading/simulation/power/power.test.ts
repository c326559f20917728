// Hourly spot and the strips that are traded on it: what holds on every day of a world.
import { describe, expect, it } from 'vitest';
import { POWER_HUBS } from '../../../../app/trading/domain/contract';
import { toPriceText, toNumber } from '../../../../app/trading/domain/instrument';
import { toTicks } from '../../../../app/trading/domain/units';
import { getDayStartMs } from '../../../../app/trading/simulation/calendar';
import { HUB_ROWS } from '../../../../app/trading/simulation/power/hubs';
import { buildPower } from './fakes';
import { DAY_MS } from '../../../../app/trading/domain/time';

const power = buildPower({ seed: 'power' });
const efficient = buildPower({ seed: 'power', alpha: { efficient: true } });
const DAYS = [0, 6, 7, 40, 411, 700];

describe('power contracts', () => {
  it('are eight weeks from the next Friday, named by it, with a roll the day before local midnight', () => {
    const listed = power.listInstruments('ET-ERCOT', 9);
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
    expect(front && toPriceText(front, toTicks(8512))).toBe('85.12');
    expect(front && toNumber(front.tick)).toBe(0.01);
  });

  it('trade in the first hours of their Friday and are listed again the day after', () => {
    expect(power.listInstruments('ET-PJM', 14)[0]?.contract?.delivery).toBe('2010-01-15');
    expect(power.listInstruments('ET-PJM', 15)[0]?.contract?.delivery).toBe('2010-01-22');
    for (const day of DAYS)
      for (const { contract } of power.listInstruments('ET-CAISO', day))
        expect(contract?.expiresMs).toBeGreaterThan(getDayStartMs(day));
  });

  it('rejects unknown hubs, instruments and weeks without a price', () => {
    expect(() => power.listInstruments('ET-SERC', 3)).toThrow("no power hub 'ET-SERC'");
    expect(() =>
      power.getSettlement(
        { ...power.listInstruments('ET-PJM', 0)[0]!, contract: undefined as never },
        0,
      ),
    ).toThrow('is not a power strip');
    expect(() => power.getSettlement(power.listInstruments('ET-PJM', 200)[7]!, 20)).toThrow(
      'no price yet',
    );
  });
});

describe('a strip', () => {
  it.each(POWER_HUBS)(
    'of %s equals the mean of its 168 expected hours in an efficient market',
    (hub) => {
      const lag = HUB_ROWS.find((row) => row.hub === hub)?.lagHours ?? 0;
      for (const [day, week] of [
        [408, 0],
        [405, 1],
        [400, 4],
        [413, 0],
      ] as const) {
        const strip = efficient.listInstruments(`ET-${hub}`, day)[week]!;
        const first = (Date.parse(strip.contract?.delivery ?? '') - getDayStartMs(0)) / DAY_MS;
        let sum = 0;
        for (let hour = lag; hour < 168 + lag; hour += 1)
          sum += efficient.getExpectedSpot(
            hub,
            { day, cycles: 0 },
            first - day + Math.floor(hour / 24),
            hour % 24,
          );
        expect(efficient.getSettlement(strip, day)).toBeCloseTo(sum / 168, 9);
      }
    },
  );

  it('changes from midnight to midnight by diffusion plus jumps, through expiry', () => {
    for (const market of [power, efficient]) {
      for (const hub of POWER_HUBS) {
        const strip = market.listInstruments(`ET-${hub}`, 401)[1]!;
        for (let day = 392; day <= 416; day += 1) {
          const path = market.getPath(strip, day);
          expect(path.scale).toBe('linear');
          expect(path.band).toBeNull();
          const end =
            path.from + path.diffusion + path.steps.reduce((sum, { size }) => sum + size, 0);
          expect(Math.abs(end - market.getPath(strip, day + 1).from)).toBeLessThan(1e-9);
          expect(market.getSettlement(strip, day)).toBe(path.from);
        }
      }
    }
  });

  it('jumps when forecasts are published, while it trades', () => {
    const strip = power.listInstruments('ET-CAISO', 408)[0]!;
    expect(power.getPath(strip, 410).steps.map(({ minute }) => minute)).toEqual([
      240, 600, 960, 1320,
    ]);
    expect(power.getPath(strip, 413).steps.map(({ minute }) => minute)).toEqual([240]);
    expect(power.getPath(strip, 414)).toMatchObject({ diffusion: 0, sigma: 0, steps: [] });
    expect(
      power
        .getPath(power.listInstruments('ET-CAISO', 408)[7]!, 408)
        .steps.map(({ minute }) => minute),
    ).toEqual([240, 600, 960, 1320]);
  });

  it('has a positive price, sigma and volatility ratio', () => {
    for (const hub of POWER_HUBS) {
      for (let day = 380; day < 720; day += 17) {
        const path = power.getPath(power.listInstruments(`ET-${hub}`, day)[1]!, day);
        expect(path.from).toBeGreaterThan(5);
        expect(path.sigma).toBeGreaterThan(0);
        expect(path.volatilityRatio).toBeGreaterThan(0.2);
        expect(path.volatilityRatio).toBeLessThan(6);
      }
    }
  });
});

describe('power', () => {
  it('does not depend on earlier calls or cleared caches', () => {
    const other = buildPower({ seed: 'power' });
    const strip = other.listInstruments('ET-MISO', 600)[2]!;
    const seen = [
      other.getSettlement(strip, 605),
      other.getPath(strip, 590),
      other.getSpotPrices('ERCOT', 610),
    ];
    other.forget();
    const again = [
      other.getSpotPrices('ERCOT', 610),
      other.getPath(strip, 590),
      other.getSettlement(strip, 605),
    ].reverse();
    expect(again).toEqual(seen);
    expect([
      power.getSettlement(strip, 605),
      power.getPath(strip, 590),
      power.getSpotPrices('ERCOT', 610),
    ]).toEqual(seen);
  });

  it('differs by seed', () => {
    const other = buildPower({ seed: 'another' });
    for (const hub of POWER_HUBS)
      expect(other.getSpotPrices(hub, 50)).not.toEqual(power.getSpotPrices(hub, 50));
  });

  it('reacts most in Texas to a Texas heat dome, from its first forecast', () => {
    const planted = buildPower({
      seed: 'power',
      planted: [
        { kind: 'temperature', center: 'DFW', departureF: 12, firstDay: 560, days: 8, lead: 6 },
      ],
    });
    const getPrice = (market: typeof power, hub: string, day: number): number =>
      market.getSettlement(market.listInstruments(`ET-${hub}`, 558)[0]!, day);
    expect(getPrice(planted, 'ERCOT', 553)).toBe(getPrice(power, 'ERCOT', 553));
    const computeRise = (hub: string): number =>
      getPrice(planted, hub, 557) / getPrice(power, hub, 557) - 1;
    expect(computeRise('ERCOT')).toBeGreaterThan(0.1);
    for (const hub of ['NYISO', 'PJM', 'CAISO'])
      expect(Math.abs(computeRise(hub))).toBeLessThan(0.5 * computeRise('ERCOT'));
  });

  it('rejects hours and leads out of range', () => {
    expect(() => power.getExpectedSpot('PJM', { day: 5, cycles: 0 }, 1, 24)).toThrow(
      'hours 0 to 23',
    );
    expect(() => power.getExpectedSpot('PJM', { day: 5, cycles: 0 }, 71, 3)).toThrow(
      '0 to 70 days ahead',
    );
  });
});
