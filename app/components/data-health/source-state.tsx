// State of a source as a word with its color, and how much of the allowed age has passed.
import type { SourceDto } from '../../contracts/data-health';
import type { SourceState } from '../../trading/domain/public-source';
import styles from './data-health.module.css';

type Tone = 'good' | 'warning' | 'bad' | 'off';

const TONES: Readonly<Record<SourceState, Tone>> = {
  LIVE: 'good',
  LATE: 'warning',
  STALE: 'bad',
  BREAKER: 'bad',
  OFF: 'off',
  'NO KEY': 'off',
};

/** In words for those who do not know the terms. */
export const STATE_TEXTS: Readonly<Record<SourceState, string>> = {
  LIVE: 'answers as planned',
  LATE: 'the last request failed; earlier data are still current',
  STALE: 'data are older than allowed, or none have arrived',
  BREAKER: 'paused after five failures in a row',
  OFF: 'its terms are not accepted',
  'NO KEY': 'needs a free key',
};

const BAR_WIDTH = 64;
const BAR_HEIGHT = 6;

export function SourceStateCell({ source, nowMs }: { source: SourceDto; nowMs: number }) {
  const { state, answeredMs, staleAfterMs } = source;
  const tone = TONES[state];
  const left =
    answeredMs === null ? 0 : Math.max(0, 1 - Math.max(0, nowMs - answeredMs) / staleAfterMs);
  return (
    <span className={styles['state']} data-tone={tone}>
      <span className={styles['word']}>{state}</span>
      {tone === 'off' ? null : (
        <svg width={BAR_WIDTH} height={BAR_HEIGHT} aria-hidden="true" className={styles['bar']}>
          <rect width={BAR_WIDTH} height={BAR_HEIGHT} rx="3" />
          <rect width={BAR_WIDTH * left} height={BAR_HEIGHT} rx="3" />
        </svg>
      )}
    </span>
  );
}
