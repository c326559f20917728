// System status and age of the figures, with a refresh link and the live update preference.
import type { DeskDto, TradingStatusDto } from '../../contracts/messages';
import type { Preferences } from '../../contracts/preferences';
import { formatDateTime, formatTimeOfDay } from '../../trading/domain/format';
import { PreferenceForm } from '../preference-form';
import { type LivePhase, useLiveDesk, useLivePhase } from '../live/live-desk';
import styles from './desk-status.module.css';

/** Time and account of the figures in the loaded page. */
export type ShownAt = Pick<DeskDto, 'asOfSeq' | 'asOf' | 'mode' | 'epoch'>;

export interface DeskStatusProps {
  readonly tradingStatus: TradingStatusDto;
  readonly shownAt: ShownAt;
  readonly timeZone: string;
  /** Interval of automatic reloads without a socket, in ms. */
  readonly refreshMs: number;
  readonly preferences: Preferences;
  readonly here: string;
}

/** Status text: the server's status, or 'Offline' if the browser has no connection. */
function formatStatus(
  tradingStatus: TradingStatusDto,
  phase: LivePhase,
  refreshMs: number,
): string {
  if (phase === 'offline') return 'Offline';
  return phase === 'polling'
    ? `${tradingStatus.word}, refreshed every ${Math.round(refreshMs / 1000)} s`
    : tradingStatus.word;
}

export function DeskStatus({
  tradingStatus,
  shownAt,
  timeZone,
  refreshMs,
  preferences,
  here,
}: DeskStatusProps) {
  const phase = useLivePhase();
  const { asOf } = useLiveDesk(shownAt);
  const tone = phase === 'offline' ? 'offline' : tradingStatus.word.toLowerCase();
  const atMs = Date.parse(asOf);
  return (
    <div className={styles['status']}>
      <p className={styles['standing']} aria-live="polite">
        <span className={`${styles['dot']} ${styles[tone] ?? ''}`} aria-hidden="true" />
        {formatStatus(tradingStatus, phase, refreshMs)}
      </p>
      {phase === 'offline' ? <p className="muted">Offline: figures may be outdated.</p> : null}
      {phase !== 'offline' && tradingStatus.reason !== '' ? (
        <p className="muted">{tradingStatus.reason}</p>
      ) : null}
      <p className={styles['updated']}>
        <span className="muted">
          Last update{' '}
          <time className="tabular" dateTime={asOf} title={formatDateTime(atMs, timeZone)}>
            {formatTimeOfDay(atMs, timeZone)}
          </time>
        </span>
        <a href={here} className={styles['refresh']}>
          Refresh
        </a>
      </p>
      <PreferenceForm name="live" chosen={preferences.live} from={here} isLabelled />
    </div>
  );
}
