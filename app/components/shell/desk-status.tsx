// System status and age of the figures, with a refresh link and the live update preference.
import type { DeskDto, TradingStatusDto } from '../../contracts/messages';
import type { Preferences } from '../../contracts/preferences';
import { formatDateTime, formatTimeOfDay } from '../../trading/domain/format';
import { assertNever } from '../../trading/domain/outcome';
import { SECOND_MS } from '../../trading/domain/time';
import { PreferenceForm } from '../preference-form';
import { useHydrated } from '../use-now';
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

/** Status text: the server's status, and the channel while it is disconnected. */
export function formatStatus(
  word: TradingStatusDto['word'],
  phase: LivePhase,
  refreshMs: number,
): string {
  switch (phase) {
    case 'static':
    case 'connecting':
    case 'live':
      return word;
    case 'polling':
      return `${word}, channel disconnected, refreshed every ${Math.round(refreshMs / SECOND_MS)} s`;
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
  preferences,
  here,
}: DeskStatusProps) {
  const phase = useLivePhase();
  const { asOf } = useLiveDesk(shownAt);
  const isScripted = useHydrated();
  const tone = phase === 'offline' ? 'offline' : tradingStatus.word.toLowerCase();
  const atMs = Date.parse(asOf);
  return (
    <div className={styles['status']}>
      <p className={styles['standing']} aria-live="polite">
        <span className={`${styles['dot']} ${styles[tone] ?? ''}`} aria-hidden="true" />
        {formatStatus(tradingStatus.word, phase, refreshMs)}
      </p>
      {phase === 'offline' ? <p className="muted">Offline: figures may be outdated.</p> : null}
      {phase !== 'offline' && tradingStatus.reason !== '' ? (
        <p className="muted">{tradingStatus.reason}</p>
      ) : null}
      <p className={styles['updated']}>
        <span className="muted">
          {isScripted ? 'Last update' : 'Updated'}{' '}
          <time className="tabular" dateTime={asOf} title={formatDateTime(atMs, timeZone)}>
            {formatTimeOfDay(atMs, timeZone)}
          </time>
          {isScripted ? null : ', refresh to update'}
        </span>
        <a href={here} className={styles['refresh']}>
          Refresh
        </a>
      </p>
      <PreferenceForm name="live" chosen={preferences.live} from={here} isLabelled />
    </div>
  );
}
