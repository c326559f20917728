import { describe, expect, test } from 'vitest';
import {
  type Balances,
  EMPTY_BALANCES,
  LOT_ACCOUNTS,
  MONEY_ACCOUNTS,
  type Posting,
  accountBalanceMills,
  closingEntry,
  entryFault,
  entryFillEntry,
  exitFillEntry,
  openingEntry,
  postAll,
  releaseEntry,
  reserveEntry,
  signedLots,
} from '../../app/trading/domain/ledger';
import { toLots, toMills } from '../../app/trading/domain/units';

const after = (...entries: readonly (readonly Posting[])[]): Balances =>
  entries.reduce(postAll, EMPTY_BALANCES);
const opened = openingEntry(toMills(25_000_000));
const bought = {
  instrumentId: 'NG',
  signedLots: 30,
  holdMills: toMills(840_000),
  reserveMills: toMills(840_600),
  feeMills: toMills(84),
};
const sold = {
  instrumentId: 'NG',
  signedLots: -30,
  releasedMills: toMills(840_600),
  profitMills: toMills(28_800),
  feeMills: toMills(87),
};

describe('the entries of a trade', () => {
  test('opening: equity -> available', () =>
    expect(after(opened)).toEqual({
      available: 25_000_000,
      reserved: 0,
      equity: -25_000_000,
      realised: 0,
      fees: 0,
    }));

  test('reserve and release', () => {
    expect(after(opened, reserveEntry(toMills(840_000)))).toMatchObject({
      available: 24_160_000,
      reserved: 840_000,
    });
    expect(after(opened, reserveEntry(toMills(840_000)), releaseEntry(toMills(840_000)))).toEqual(
      after(opened),
    );
  });

  test('an entry fill: the hold becomes the reserve, the fee is paid, the lots arrive', () => {
    expect(after(opened, reserveEntry(toMills(840_000)), entryFillEntry(bought))).toEqual({
      available: 24_159_316,
      reserved: 840_600,
      equity: -25_000_000,
      realised: 0,
      fees: 84,
    });
    expect(entryFillEntry(bought).filter(({ unit }) => unit === 'NG')).toEqual([
      { account: 'lots', unit: 'NG', amount: 30 },
      { account: 'market', unit: 'NG', amount: -30 },
    ]);
  });

  test('an exit fill: the reserve is released, the profit realised, the fee paid, the lots go back', () => {
    const balances = after(
      opened,
      reserveEntry(toMills(840_000)),
      entryFillEntry(bought),
      exitFillEntry(sold),
    );
    expect(balances).toEqual({
      available: 25_028_629,
      reserved: 0,
      equity: -25_000_000,
      realised: -28_800,
      fees: 171,
    });
    expect(accountBalanceMills(balances)).toBe(25_000_000 + 28_800 - 171);
  });

  test('a loss goes the other way', () =>
    expect(
      after(
        opened,
        exitFillEntry({
          ...sold,
          releasedMills: toMills(0),
          profitMills: toMills(-500),
          feeMills: toMills(0),
        }),
      ),
    ).toMatchObject({ available: 24_999_500, realised: 500 }));

  test('closing an epoch leaves every account at zero', () => {
    const balances = after(
      opened,
      reserveEntry(toMills(840_000)),
      entryFillEntry(bought),
      exitFillEntry(sold),
    );
    expect(postAll(balances, closingEntry(balances))).toEqual(EMPTY_BALANCES);
  });

  test.each([
    ['opening', opened],
    ['reserve', reserveEntry(toMills(5))],
    ['release', releaseEntry(toMills(5))],
    ['entry fill', entryFillEntry(bought)],
    ['exit fill', exitFillEntry(sold)],
    ['closing', closingEntry(after(opened, exitFillEntry(sold)))],
  ] as const)('%s sums to zero in every unit', (_name, entry) => {
    expect(entryFault(entry)).toBeNull();
    for (const unit of new Set(entry.map((posting) => posting.unit)))
      expect(
        entry
          .filter((posting) => posting.unit === unit)
          .reduce((sum, { amount }) => sum + amount, 0),
      ).toBe(0);
    for (const { account } of entry)
      expect([...MONEY_ACCOUNTS, ...LOT_ACCOUNTS]).toContain(account);
  });

  test('nothing is posted for nothing', () =>
    expect([
      reserveEntry(toMills(0)),
      openingEntry(toMills(0)),
      closingEntry(EMPTY_BALANCES),
    ]).toEqual([[], [], []]));
  test('bought lots arrive, sold ones leave', () =>
    expect([signedLots('BUY', toLots(3)), signedLots('SELL', toLots(3))]).toEqual([3, -3]));
});

describe('an entry that does not balance', () => {
  const mills = (account: Posting['account'], amount: number): Posting => ({
    account,
    unit: 'mills',
    amount,
  });

  test.each([
    ['money from nowhere', [mills('available', 5)], 'sum to 5'],
    ['a posting that was dropped', openingEntry(toMills(7)).slice(1), 'sum to 7'],
    ['a swapped sign', [mills('available', 5), mills('reserved', 5)], 'sum to 10'],
    ['half a mill', [mills('available', 0.5), mills('reserved', -0.5)], 'not a whole number'],
    [
      'lots against money',
      [{ account: 'lots', unit: 'NG', amount: 3 }, mills('available', -3)] as Posting[],
      'sum to',
    ],
    ['no number', [mills('available', NaN)], 'not a whole number'],
  ])('%s is refused', (_name, entry, message) => {
    expect(entryFault(entry)).toContain(message);
    expect(() => postAll(EMPTY_BALANCES, entry)).toThrow('invariant broken');
  });

  test('it leaves the balances as they were', () => {
    const before = after(opened);
    expect(() => postAll(before, [mills('available', 1)])).toThrow();
    expect(before).toEqual(after(opened));
  });
});
