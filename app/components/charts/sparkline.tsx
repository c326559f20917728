// Small line chart with a text alternative.
import styles from './sparkline.module.css';

export const Sparkline = ({ path, text }: { path: string; text: string }) => (
  <svg
    className={styles['sparkline']}
    width="80"
    height="20"
    viewBox="0 0 80 20"
    role="img"
    aria-label={text}
  >
    <title>{text}</title>
    <path d={path} />
  </svg>
);
