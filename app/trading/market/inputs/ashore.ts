/** Whether a hurricane comes ashore now, by coast: what no playbook reads and every entry asks. */
import type { MarketCell } from '../../weather/cell';
import { type Warned, warningsFor } from './chances';

export type Coast = 'gulf' | 'florida';

/** The cell whose warnings tell of a coast. */
export const COAST_CELLS: Readonly<Record<Coast, MarketCell>> = { gulf: 'GOM', florida: 'LAK' };
export const COASTS: readonly Coast[] = ['gulf', 'florida'];

/** The name under which a market keeps it beside its inputs. */
export const ashoreId = (coast: Coast): string => `evt/storm/${coast}/ashore`;

/** True from the moment a landfall is certain until its day is over. */
export const isAshore = (known: Warned, coast: Coast): boolean =>
  warningsFor(known, 'hurricane', [COAST_CELLS[coast]]).some(
    ({ phase, fromMs, untilMs }) =>
      phase === 'confirmed' && fromMs <= known.knownMs && known.knownMs < untilMs,
  );
