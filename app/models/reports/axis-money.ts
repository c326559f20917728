import {
  formatSignedMoneyThousands,
  formatMoneyThousands,
  formatMoney,
  formatSignedMoney,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';

/** Axis range, in dollars, from which labels use whole thousands. */
const WIDE_DOLLARS = 2000;

/** Formats axis labels: thousands on a wide axis, cents on a narrow one. */
export const buildAxisMoney =
  (span: number): ((dollars: number) => string) =>
  (dollars) =>
    (span >= WIDE_DOLLARS ? formatMoneyThousands : formatMoney)(fromDollars(dollars));

/** Same with a sign. */
export const buildSignedAxisMoney =
  (span: number): ((dollars: number) => string) =>
  (dollars) =>
    (span >= WIDE_DOLLARS ? formatSignedMoneyThousands : formatSignedMoney)(fromDollars(dollars));
