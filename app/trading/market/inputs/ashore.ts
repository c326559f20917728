/**
 * Whether a hurricane comes ashore now, by coast: what no playbook reads and every entry asks.
 * It knows warnings as published; it refuses the hour of a landfall, because a warning tells the day.
 */
import type { MarketCell } from '../../weather/cell';
import type { WeatherWarning } from '../../weather/bulletin';
import type { PublicKnowledge } from './knowledge';

export type Coast = 'gulf' | 'florida';

/** The cells whose warnings tell of a coast. */
const CELLS: Readonly<Record<Coast, readonly MarketCell[]>> = { gulf: ['GOM'], florida: ['LAK'] };
export const COASTS: readonly Coast[] = ['gulf', 'florida'];

/** The name under which a market keeps it beside its inputs. */
export const ashoreId = (coast: Coast): string => `evt/storm/${coast}/ashore`;

/** True from the moment a landfall is certain until its day is over. */
export const isAshore = (known: Pick<PublicKnowledge, 'knownMs' | 'warnings'>, coast: Coast): boolean =>
  known.warnings().some((warning) => warning.kind === 'hurricane' && warning.cells.some((cell) => CELLS[coast].includes(cell as MarketCell)) && strikesAt(warning, known.knownMs));

const strikesAt = ({ phase, fromMs, untilMs }: WeatherWarning, nowMs: number): boolean => phase === 'confirmed' && fromMs <= nowMs && nowMs < untilMs;
