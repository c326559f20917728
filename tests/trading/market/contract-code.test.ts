import { describe, expect, it } from 'vitest';
import { findContractCode, getContractCode } from '../../../app/trading/market/contract-code';

const NOW_MS = Date.UTC(2026, 10, 27, 15);

const findCode = (name: string, nowMs = NOW_MS): string => {
  const found = findContractCode(name, nowMs);
  return found.ok ? `${found.value.code} ${found.value.instrumentId}` : found.refusal.message;
};

describe('the contract of a file name', () => {
  it.each([
    ['NGF27.csv', 'NGF27 NG.F27'],
    ['ngf27.CSV', 'NGF27 NG.F27'],
    ['NGF27-2026-11.csv', 'NGF27 NG.F27'],
    ['ZCH27 daily.csv', 'ZCH27 CORN.H27'],
    ['cornh27.csv', 'ZCH27 CORN.H27'],
    ['zch7_price-history-11-27-2026.csv', 'ZCH27 CORN.H27'],
    ['NYMEX_NGF2027, 1D.csv', 'NGF27 NG.F27'],
    ['CBOT:ZWN27.csv', 'ZWN27 WHEAT.N27'],
    ['CME-NYMEX.CLZ2028.csv', 'CLZ28 CL.Z28'],
    ['NGF27.NYM.csv', 'NGF27 NG.F27'],
    ['@KCH27 (1).csv', 'KCH27 KC.H27'],
    ['NGF27 and ngf27.csv', 'NGF27 NG.F27'],
    ['L1F27.csv', 'L1F27 ET-PJM.F27'],
    ['ETNYISO-20261204.csv', 'ETNYISO-20261204 ET-NYISO.20261204'],
    ['et-ercot.20261211 hourly.csv', 'ETERCOT-20261211 ET-ERCOT.20261211'],
  ])('%s is %s', (name, expected) => {
    expect(findCode(name)).toBe(expected);
  });

  it.each([
    [2026, 'NGF7.csv', 'NGF27 NG.F27'],
    [2026, 'NGF3.csv', 'NGF33 NG.F33'],
    [2026, 'NGF4.csv', 'NGF 2024 last traded on 2023-12-27'],
    [2026, 'NGF5.csv', 'NGF 2025 last traded on 2024-12-27'],
    [2029, 'NGF0.csv', 'NGF30 NG.F30'],
    [2030, 'NGZ0.csv', 'NGZ30 NG.Z30'],
  ])('in %i reads the one-digit year of %s', (year, name, expected) => {
    expect(findCode(name, Date.UTC(year, 10, 20))).toContain(expected);
  });

  it('ends with the last trading day of the contract', () => {
    expect(findCode('NGZ26.csv', Date.UTC(2026, 10, 25, 20))).toBe('NGZ26 NG.Z26');
    expect(findCode('NGZ26.csv', Date.UTC(2026, 10, 26, 20))).toBe(
      'NGZ 2026 last traded on 2026-11-25. Only prices of a contract that still trades are imported, such as NGF27.',
    );
  });

  it.each([
    ['ZCF27.csv', 'ZC has no month F. Its months are H, K, N, U, Z.'],
    ['NGA27.csv', 'NG has no month A. Its months are F, G, H, J, K, M, N, Q, U, V, X, Z.'],
    ['NGF41.csv', 'NGF 2041 is more than 13 years ahead. Check the year in the name.'],
    [
      'QGF27.csv',
      'QGF27 is no contract of this server. Its contracts begin with L1, NG, ZC, ZS, ZW, OJ, HO, KC, CL, CT.',
    ],
    [
      'NGF27-NGG27 spread.csv',
      'The name holds 2 contracts, NGF27 and NGG27. A file is for one contract: leave only its code in the name.',
    ],
    [
      'NG=F.csv',
      'The name holds no contract month of Natural Gas Futures, and a continuous series opens nothing. Rename the file to its month, for example NGF27.csv.',
    ],
    ['NG_M30.csv', 'Rename the file to its month, for example NGF27.csv.'],
    ['NG_H1.csv', 'Rename the file to its month, for example NGF27.csv.'],
    ['corn continuous 2020-2026.csv', 'for example ZCZ26.csv.'],
    ['ercot power.csv', 'for example ETERCOT-20261204.csv.'],
    ['export (3).csv', 'The name holds no contract. Rename the file to its contract month'],
    ['.csv', 'The name holds no contract.'],
    ['ETNYISO-20261203.csv', 'A power strip begins on a Friday, and 2026-12-03 is none.'],
    ['ETNYISO-20261340.csv', '2026-13-40 is no date.'],
    ['ETNYISO-20261120.csv', 'no longer trades.'],
    ['<img src=x onerror=alert(1)>.csv', 'The name holds no contract.'],
  ])('refuses %s with a remedy', (name, expected) => {
    expect(findContractCode(name, NOW_MS).ok).toBe(false);
    expect(findCode(name)).toContain(expected);
  });

  it.each(['NGF27', 'ZCH27', 'L1F27', 'ETNYISO-20261204'])('is %s again by its id', (code) => {
    const found = findContractCode(`${code}.csv`, NOW_MS);
    expect(found.ok && getContractCode(found.value.instrumentId)).toBe(code);
  });
});
