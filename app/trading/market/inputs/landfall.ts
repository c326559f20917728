/** Hurricane landfall by coast; blocks entries and is no playbook input. */
import type { MarketCell } from '../../weather/cell';
import { type WarningData, listActiveWarnings } from './probabilities';

export type Coast = 'gulf' | 'florida';

/** Cell whose warnings apply to a coast. */
export const COAST_CELLS: Readonly<Record<Coast, MarketCell>> = { gulf: 'GOM', florida: 'LAK' };
export const COASTS: readonly Coast[] = ['gulf', 'florida'];

/** Id beside the inputs of a market. */
export const getLandfallInputId = (coast: Coast): string => `evt/storm/${coast}/ashore`;

/** True from a confirmed landfall until its end. */
export const hasLandfall = (data: WarningData, coast: Coast): boolean =>
  listActiveWarnings(data, 'hurricane', [COAST_CELLS[coast]]).some(
    ({ phase, fromMs, untilMs }) =>
      phase === 'confirmed' && fromMs <= data.knownMs && data.knownMs < untilMs,
  );
