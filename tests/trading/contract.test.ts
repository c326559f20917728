import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import {
  POWER_HUBS,
  getContractCosts,
  createContractInstrument,
  getContract,
  computeContractFraction,
  getFrontInstrument,
  getHub,
  listInstruments,
  computePhysicalQuantity,
} from '../../app/trading/domain/contract';
import { MONTH_LETTERS } from '../../app/trading/domain/contract-row';
import {
  requireDecimal,
  toWholeLots,
  parsePrice,
  toNumber,
  computeValueMills,
} from '../../app/trading/domain/instrument';
import { type Ticks, toLots } from '../../app/trading/domain/units';

describe.each(COMMODITY_KEYS)('the contract of %s', (key) => {
  const row = getContract(key);
  const instrument = getFrontInstrument(key);

  it('values a tick of a lot in whole mills', () => {
    expect(instrument.tickMillsDivisor).toBe(1);
    expect(instrument.tickMills).toBeGreaterThanOrEqual(1);
  });

  it('has the price decimals of its tick', () => {
    expect(COMMODITIES[key].priceDecimals).toBe(requireDecimal(row.tick).decimals);
  });

  it('has a tick value of tick x size', () => {
    expect(toNumber(requireDecimal(row.tickDollars))).toBeCloseTo(
      toNumber(requireDecimal(row.tick)) * row.unitsPerContract,
      9,
    );
  });

  it('is worth one dollar per unit of size for 1.00 of the quoted price', () => {
    const one = parsePrice(instrument, '1.00');
    expect(one).not.toBeNull();
    expect(computeValueMills(instrument, one as Ticks, toWholeLots(instrument, 100))).toBe(100_000);
  });

  it('agrees with the names of its commodity', () => {
    expect(row.commodity).toBe(key);
    expect(row.quotedUnit).toBe(COMMODITIES[key].priceUnit);
    expect(row.venueCode).toBe(COMMODITIES[key].venueSymbol);
  });

  it('has size units of 100 quantity units when quoted in cents', () => {
    const perUnit = row.quotedUnit.startsWith('cents') ? 100 : 1;
    expect(row.quantity).toBe(row.unitsPerContract * perUnit);
    for (const small of row.smallContracts) expect(small.units).toBeLessThan(row.unitsPerContract);
  });

  it('lists months in calendar order', () => {
    const places = [...row.listedMonths].map((letter) => MONTH_LETTERS.indexOf(letter));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  });

  it('has positive trading costs', () => {
    const costs = getContractCosts(instrument);
    expect(costs.halfSpreadTicks).toBeGreaterThanOrEqual(0.5);
    expect(Number.isInteger(2 * costs.halfSpreadTicks)).toBe(true);
    expect(costs.slippageTicks).toBeGreaterThanOrEqual(1);
    expect(costs.feeBasisPoints).toBeGreaterThanOrEqual(0.15);
    expect(costs.feeBasisPoints).toBeLessThanOrEqual(1);
  });
});

describe('contracts', () => {
  it.each([
    ['natural-gas', '10', 10_000],
    ['corn', '12.50', 50],
    ['soybeans', '12.50', 50],
    ['wheat', '12.50', 50],
    ['orange-juice', '7.50', 150],
    ['oil', '4.20', 42_000],
    ['coffee', '18.75', 375],
    ['crude-oil', '10', 1000],
    ['cotton', '5', 500],
  ] as const)('%s: a tick of one contract is $%s', (key, dollars, units) => {
    expect(getContract(key)).toMatchObject({ tickDollars: dollars, unitsPerContract: units });
  });

  it('allows negative prices for power and crude oil only', () => {
    expect(COMMODITY_KEYS.filter((key) => getContract(key).priceMayBeNegative)).toEqual([
      'electricity',
      'crude-oil',
    ]);
  });

  it('lists fourteen instruments, power hubs first, each once', () => {
    const ids = listInstruments().map(({ id }) => id);
    expect(ids).toEqual([
      'ET-NYISO',
      'ET-ERCOT',
      'ET-CAISO',
      'ET-PJM',
      'ET-MISO',
      'NG',
      'CORN',
      'SOYB',
      'WHEAT',
      'OJ',
      'HO',
      'KC',
      'CL',
      'CT',
    ]);
    expect(listInstruments().slice(0, 5).map(getHub)).toEqual(POWER_HUBS);
    expect(getHub(getFrontInstrument('corn'))).toBeNull();
  });

  it('has the same costs in a finer tick', () => {
    const fine = createContractInstrument('electricity', 'ET-PJM', '0.0001');
    const usual = getContractCosts(getFrontInstrument('electricity', 'PJM'));
    expect(getContractCosts(fine).halfSpreadTicks).toBe(100 * 12.5);
    expect(getContractCosts(fine).slippageTicks).toBe(100 * usual.slippageTicks);
  });

  it('computes physical quantity and contract fraction', () => {
    const corn = getFrontInstrument('corn');
    const lots = toLots(250);
    expect(computePhysicalQuantity(corn, lots)).toEqual({ quantity: 2500, unit: 'bu' });
    expect(computeContractFraction(corn, lots)).toBe(0.5);
  });
});
