// System status and age of the figures, with a refresh link and the live update preference.
import type { TradingStatusDto } from '../../contracts/messages';
import type { Preferences } from '../../contracts/preferences';
import { formatDateTime, formatTimeOfDay } from '../../trading/domain/format';
import { assertNever } from '../../trading/domain/outcome';
import { SECOND_MS } from '../../trading/domain/time';
import { PreferenceForm } from '../preference-form';
import { useHydrated } from '../use-now';
import { getFiguresMs } from '../live/cadences';
import {
  type LivePhase,
  type ShownAt,
  useLastUpdate,
  useLivePhase,
  useRefreshControl,
} from '../live/live-desk';
import { buildHref } from '../../contracts/base-path';
import styles from './desk-status.module.css';

export interface DeskStatusProps {
  readonly tradingStatus: TradingStatusDto;
  readonly shownAt: ShownAt;
  readonly timeZone: string;
  /** Refresh interval of the user, in ms. */
  readonly refreshMs: number;
  readonly path: string;
  readonly preferences: Preferences;
  readonly here: string;
}

/**
 * Status text: the server's status, and the channel while it is disconnected. `figuresMs`: interval
 * at which the screen then requests its figures; null if it does not.
 */
export function formatStatus(
  word: TradingStatusDto['word'],
  phase: LivePhase,
  figuresMs: number | null,
): string {
  switch (phase) {
    case 'static':
    case 'connecting':
    case 'live':
      return word;
    case 'polling':
      return figuresMs === null
        ? `${word}, channel disconnected`
        : `${word}, channel disconnected, figures requested every ${Math.round(figuresMs / SECOND_MS)} s`;
    case 'offline':
      return 'Offline';
    default:
      return assertNever(phase);
  }
}

export function DeskStatus({
  tradingStatus,
  shownAt,
  timeZone,
  refreshMs,
  path,
  preferences,
  here,
}: DeskStatusProps) {
  const phase = useLivePhase();
  const { isEnabled } = useRefreshControl();
  const asOf = useLastUpdate(shownAt);
  const isUpdated = useHydrated() && isEnabled;
  const tone = phase === 'offline' ? 'offline' : tradingStatus.word.toLowerCase();
  const atMs = Date.parse(asOf);
  return (
    <div className={styles['status']}>
      <p className={styles['standing']} aria-live="polite">
        <span className={`${styles['dot']} ${styles[tone] ?? ''}`} aria-hidden="true" />
        {formatStatus(tradingStatus.word, phase, getFiguresMs(path, refreshMs))}
      </p>
      {phase === 'offline' ? <p className="muted">Offline: figures may be outdated.</p> : null}
      {phase !== 'offline' && tradingStatus.reason !== '' ? (
        <p className="muted">{tradingStatus.reason}</p>
      ) : null}
      <p className={styles['updated']}>
        <span className="muted">
          {isUpdated ? 'Last update' : 'Updated'}{' '}
          <time className="tabular" dateTime={asOf} title={formatDateTime(atMs, timeZone)}>
            {formatTimeOfDay(atMs, timeZone)}
          </time>
          {isUpdated ? null : ', refresh to update'}
        </span>
        <a href={buildHref(here)} className={styles['refresh']}>
          Refresh
        </a>
      </p>
      <PreferenceForm name="live" chosen={preferences.live} from={here} isLabelled />
    </div>
  );
}
