// A small line beside a figure, with what it shows in words.
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
