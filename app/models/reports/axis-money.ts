import {
  signedMoneyThousands,
  moneyThousands,
  formatMoney,
  signedMoney,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';

/** A span of an axis, in dollars, from which its marks differ in whole thousands. */
const WIDE_DOLLARS = 2000;

/** The text of a mark on an axis of dollars: thousands on a wide axis, cents on a narrow one. */
export const axisMoney =
  (span: number): ((dollars: number) => string) =>
  (dollars) =>
    (span >= WIDE_DOLLARS ? moneyThousands : formatMoney)(fromDollars(dollars));

/** The same with a sign in front. */
export const signedAxisMoney =
  (span: number): ((dollars: number) => string) =>
  (dollars) =>
    (span >= WIDE_DOLLARS ? signedMoneyThousands : signedMoney)(fromDollars(dollars));
