import { describe, expect, test } from 'vitest';
import {
  type Balances,
  EMPTY_BALANCES,
  LOT_ACCOUNTS,
  MONEY_ACCOUNTS,
  type Posting,
  computeAccountBalance,
  buildClosingPostings,
  findPostingError,
  buildEntryFillPostings,
  buildExitFillPostings,
  buildOpeningPostings,
  applyPostings,
  buildReleasePostings,
  buildReservePostings,
  toSignedLots,
} from '../../app/trading/domain/ledger';
import { toLots, toMills } from '../../app/trading/domain/units';

const applyEntries = (...entries: readonly (readonly Posting[])[]): Balances =>
  entries.reduce(applyPostings, EMPTY_BALANCES);
const opened = buildOpeningPostings(toMills(25_000_000));
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

describe('ledger entries of a trade', () => {
  test('opening: equity -> available', () =>
    expect(applyEntries(opened)).toEqual({
      available: 25_000_000,
      reserved: 0,
      equity: -25_000_000,
      realised: 0,
      fees: 0,
    }));

  test('reserve and release', () => {
    expect(applyEntries(opened, buildReservePostings(toMills(840_000)))).toMatchObject({
      available: 24_160_000,
      reserved: 840_000,
    });
    expect(
      applyEntries(
        opened,
        buildReservePostings(toMills(840_000)),
        buildReleasePostings(toMills(840_000)),
      ),
    ).toEqual(applyEntries(opened));
  });

  test('an entry fill moves the hold to the reserve, pays the fee and adds lots', () => {
    expect(
      applyEntries(opened, buildReservePostings(toMills(840_000)), buildEntryFillPostings(bought)),
    ).toEqual({
      available: 24_159_316,
      reserved: 840_600,
      equity: -25_000_000,
      realised: 0,
      fees: 84,
    });
    expect(buildEntryFillPostings(bought).filter(({ unit }) => unit === 'NG')).toEqual([
      { account: 'lots', unit: 'NG', amount: 30 },
      { account: 'market', unit: 'NG', amount: -30 },
    ]);
  });

  test('an exit fill releases the reserve, realizes the profit, pays the fee and removes lots', () => {
    const balances = applyEntries(
      opened,
      buildReservePostings(toMills(840_000)),
      buildEntryFillPostings(bought),
      buildExitFillPostings(sold),
    );
    expect(balances).toEqual({
      available: 25_028_629,
      reserved: 0,
      equity: -25_000_000,
      realised: -28_800,
      fees: 171,
    });
    expect(computeAccountBalance(balances)).toBe(25_000_000 + 28_800 - 171);
  });

  test('a loss has the opposite sign', () =>
    expect(
      applyEntries(
        opened,
        buildExitFillPostings({
          ...sold,
          releasedMills: toMills(0),
          profitMills: toMills(-500),
          feeMills: toMills(0),
        }),
      ),
    ).toMatchObject({ available: 24_999_500, realised: 500 }));

  test('closing an account period leaves every ledger account at zero', () => {
    const balances = applyEntries(
      opened,
      buildReservePostings(toMills(840_000)),
      buildEntryFillPostings(bought),
      buildExitFillPostings(sold),
    );
    expect(applyPostings(balances, buildClosingPostings(balances))).toEqual(EMPTY_BALANCES);
  });

  test.each([
    ['opening', opened],
    ['reserve', buildReservePostings(toMills(5))],
    ['release', buildReleasePostings(toMills(5))],
    ['entry fill', buildEntryFillPostings(bought)],
    ['exit fill', buildExitFillPostings(sold)],
    ['closing', buildClosingPostings(applyEntries(opened, buildExitFillPostings(sold)))],
  ] as const)('%s sums to zero in every unit', (_name, entry) => {
    expect(findPostingError(entry)).toBeNull();
    for (const unit of new Set(entry.map((posting) => posting.unit)))
      expect(
        entry
          .filter((posting) => posting.unit === unit)
          .reduce((sum, { amount }) => sum + amount, 0),
      ).toBe(0);
    for (const { account } of entry)
      expect([...MONEY_ACCOUNTS, ...LOT_ACCOUNTS]).toContain(account);
  });

  test('zero amounts post nothing', () =>
    expect([
      buildReservePostings(toMills(0)),
      buildOpeningPostings(toMills(0)),
      buildClosingPostings(EMPTY_BALANCES),
    ]).toEqual([[], [], []]));
  test('bought lots are positive, sold ones negative', () =>
    expect([toSignedLots('BUY', toLots(3)), toSignedLots('SELL', toLots(3))]).toEqual([3, -3]));
});

describe('unbalanced entry', () => {
  const buildPosting = (account: Posting['account'], amount: number): Posting => ({
    account,
    unit: 'mills',
    amount,
  });

  test.each([
    ['money from nowhere', [buildPosting('available', 5)], 'sum to 5'],
    ['a posting that was dropped', buildOpeningPostings(toMills(7)).slice(1), 'sum to 7'],
    ['a swapped sign', [buildPosting('available', 5), buildPosting('reserved', 5)], 'sum to 10'],
    [
      'half a mill',
      [buildPosting('available', 0.5), buildPosting('reserved', -0.5)],
      'not a whole number',
    ],
    [
      'lots against money',
      [{ account: 'lots', unit: 'NG', amount: 3 }, buildPosting('available', -3)] as Posting[],
      'sum to',
    ],
    ['no number', [buildPosting('available', NaN)], 'not a whole number'],
  ])('%s is refused', (_name, entry, message) => {
    expect(findPostingError(entry)).toContain(message);
    expect(() => applyPostings(EMPTY_BALANCES, entry)).toThrow('invariant broken');
  });

  test('leaves the balances unchanged', () => {
    const before = applyEntries(opened);
    expect(() => applyPostings(before, [buildPosting('available', 1)])).toThrow();
    expect(before).toEqual(applyEntries(opened));
  });
});
