// Badges for the origin of data: SIM, REPLAY, DELAYED or LIVE, whichever is true. Only a page that
// updates its figures can be live. The animation stops after a few beats.
import { createContext, useContext } from 'react';
import type { DataAge } from '../contracts/messages';
import { useLivePhase, useRefreshControl } from './live/live-desk';
import styles from './live-badge.module.css';
import { useHydrated } from './use-now';

/** Origin of the prices, as last refreshed. */
export const PriceAgeContext = createContext<DataAge>({ word: 'NO PRICES', isLive: false });

interface BadgeState {
  /** False shows `otherwise`, a state of the panel. */
  readonly isShown: boolean;
  readonly otherwise: string;
}

/** Word of a badge. A page that does not update its figures shows those of its load. */
export const formatBadge = ({ word, isLive }: DataAge, isUpdated: boolean): string =>
  isLive && !isUpdated ? 'AT LOAD' : word;

/** False without script, while live updates are off and while the browser is offline. */
function useUpdated(): boolean {
  const { isEnabled } = useRefreshControl();
  const phase = useLivePhase();
  return useHydrated() && isEnabled && phase !== 'offline';
}

interface DataBadgeProps extends BadgeState {
  /** What the badge describes, for screen readers. */
  readonly subject: string;
  readonly age: DataAge;
}

export function DataBadge({ subject, age, isShown, otherwise }: DataBadgeProps) {
  const isUpdated = useUpdated();
  const isLive = isShown && age.isLive && isUpdated;
  return (
    <span className={isLive ? styles['live'] : styles['still']} data-live={isLive}>
      <span className={styles['dot']} aria-hidden="true" />
      <span className="visually-hidden">{subject}: </span>
      {isShown ? formatBadge(age, isUpdated) : otherwise}
    </span>
  );
}

export const PriceBadge = (state: BadgeState) => (
  <DataBadge subject="Prices" age={useContext(PriceAgeContext)} {...state} />
);
