// Whether the desk works and how old what is shown is: both true, both in words; and the way to a
// newer or a quieter page.
import type { DeskDto, StandingDto } from '../../contracts/messages';
import type { Preferences } from '../../contracts/preferences';
import { dateTime, timeOfDay } from '../../trading/domain/format';
import { PreferenceForm } from '../preference-form';
import { type LivePhase, useLiveDesk, useLivePhase } from '../live/live-desk';
import styles from './desk-status.module.css';

/** The figures that the page was made with: when, and of which book. */
export type ShownAt = Pick<DeskDto, 'asOfSeq' | 'asOf' | 'mode' | 'epoch'>;

export interface DeskStatusProps {
  readonly standing: StandingDto;
  readonly shownAt: ShownAt;
  readonly timeZone: string;
  /** How often the page asks again by itself while no socket brings figures. */
  readonly refreshMs: number;
  readonly preferences: Preferences;
  readonly here: string;
}

/** What stands beside the dot: the desk's own word, unless this browser cannot reach it. */
function standingText(standing: StandingDto, phase: LivePhase, refreshMs: number): string {
  if (phase === 'offline') return 'Offline';
  return phase === 'polling'
    ? `${standing.word}, refreshed every ${Math.round(refreshMs / 1000)} s`
    : standing.word;
}

export function DeskStatus({
  standing,
  shownAt,
  timeZone,
  refreshMs,
  preferences,
  here,
}: DeskStatusProps) {
  const phase = useLivePhase();
  const { asOf } = useLiveDesk(shownAt);
  const tone = phase === 'offline' ? 'offline' : standing.word.toLowerCase();
  const atMs = Date.parse(asOf);
  return (
    <div className={styles['status']}>
      <p className={styles['standing']} aria-live="polite">
        <span className={`${styles['dot']} ${styles[tone] ?? ''}`} aria-hidden="true" />
        {standingText(standing, phase, refreshMs)}
      </p>
      {phase === 'offline' ? <p className="muted">Offline: figures may be outdated.</p> : null}
      {phase !== 'offline' && standing.reason !== '' ? (
        <p className="muted">{standing.reason}</p>
      ) : null}
      <p className={styles['updated']}>
        <span className="muted">
          Last update{' '}
          <time className="tabular" dateTime={asOf} title={dateTime(atMs, timeZone)}>
            {timeOfDay(atMs, timeZone)}
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
