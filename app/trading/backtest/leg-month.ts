/**
 * Which month of a chain a leg of a spread means.
 * It knows months in order of their rolls from the active one on; it refuses to guess one that is not there.
 */
import type { MonthPick } from '../strategies/playbook';
import type { Month } from './month';

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The month at a place counted from the active one, or the first of a name; undefined when there is none. */
export const monthOf = (listed: readonly Month[], pick: MonthPick): Month | undefined =>
  typeof pick === 'number' ? listed[pick - 1] : listed.find(({ instrument }) => Number(instrument.contract?.delivery.slice(5, 7)) === NAMES.indexOf(pick) + 1);
