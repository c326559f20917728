// Badge for current data: SIM, LIVE or the delay, whichever is true. Only a page with script can be
// live. The animation stops after a few beats.
import { useRouteLoaderData } from '@remix-run/react';
import type { DataAge } from '../contracts/messages';
import type { ShellStatus } from '../contracts/sections';
import styles from './live-badge.module.css';
import { useHydrated } from './use-now';

interface BadgeProps {
  /** False shows `otherwise`, a state of the panel. */
  readonly isLive: boolean;
  readonly otherwise: string;
}

/** Word of a badge. Without script a page shows the figures of its load. */
export const formatBadge = ({ word, isLive }: DataAge, isScripted: boolean): string =>
  isLive && !isScripted ? 'AT LOAD' : word;

export function LiveBadge({ isLive, otherwise }: BadgeProps) {
  const isScripted = useHydrated();
  const shell = useRouteLoaderData('routes/_terminal') as
    | { readonly status?: ShellStatus }
    | undefined;
  const age = shell?.status?.dataAge ?? { word: 'SIM', isLive: false };
  return (
    <span className={isLive ? styles['live'] : styles['still']} data-live={isLive && age.isLive}>
      <span className={styles['dot']} aria-hidden="true" />
      {isLive ? formatBadge(age, isScripted) : otherwise}
    </span>
  );
}
