// Badges for the origin of data: SIM, REPLAY, DELAYED or LIVE, whichever is true. Only a page with
// script can be live. The animation stops after a few beats.
import { createContext, useContext } from 'react';
import type { DataAge } from '../contracts/messages';
import styles from './live-badge.module.css';
import { useHydrated } from './use-now';

/** Origin of the prices, as last refreshed. */
export const PriceAgeContext = createContext<DataAge>({ word: 'NO PRICES', isLive: false });

interface BadgeState {
  /** False shows `otherwise`, a state of the panel. */
  readonly isShown: boolean;
  readonly otherwise: string;
}

/** Word of a badge. Without script a page shows the figures of its load. */
export const formatBadge = ({ word, isLive }: DataAge, isScripted: boolean): string =>
  isLive && !isScripted ? 'AT LOAD' : word;

interface DataBadgeProps extends BadgeState {
  /** What the badge describes, for screen readers. */
  readonly subject: string;
  readonly age: DataAge;
}

export function DataBadge({ subject, age, isShown, otherwise }: DataBadgeProps) {
  const isScripted = useHydrated();
  const isLive = isShown && age.isLive && isScripted;
  return (
    <span className={isLive ? styles['live'] : styles['still']} data-live={isLive}>
      <span className={styles['dot']} aria-hidden="true" />
      <span className="visually-hidden">{subject}: </span>
      {isShown ? formatBadge(age, isScripted) : otherwise}
    </span>
  );
}

export const PriceBadge = (state: BadgeState) => (
  <DataBadge subject="Prices" age={useContext(PriceAgeContext)} {...state} />
);
