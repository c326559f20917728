// Badge for current data, or for its state if not current. The animation stops after a few beats.
import styles from './live-badge.module.css';

export const LiveBadge = ({ isLive, otherwise }: { isLive: boolean; otherwise: string }) => (
  <span className={isLive ? styles['live'] : styles['still']}>
    <span className={styles['dot']} aria-hidden="true" />
    {isLive ? 'LIVE' : otherwise}
  </span>
);
