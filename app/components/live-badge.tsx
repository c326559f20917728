// Says that what stands beside it is of this minute, or what it is instead. It beats a few times
// and then stands still.
import styles from './live-badge.module.css';

export const LiveBadge = ({ isLive, otherwise }: { isLive: boolean; otherwise: string }) => (
  <span className={isLive ? styles['live'] : styles['still']}>
    <span className={styles['dot']} aria-hidden="true" />
    {isLive ? 'LIVE' : otherwise}
  </span>
);
