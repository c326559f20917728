// Sessions of the signed-in user: list, and end of the others.
import type { Database } from '../../../db/client.server';
import type { SessionDto } from '../../contracts/account-page';
import { type Session, endOtherSessions, listSessions } from '../../models/account/session.server';
import { getSessionLimits } from '../auth/session.server';
import { getLog, getUserTag } from '../platform/log.server';

const SHOWN_MAX = 20;

/** Live sessions of the user, this one first, at most `SHOWN_MAX`, and the number of all. */
export function listOwnSessions(
  db: Database,
  session: Session,
  nowMs: number,
): { readonly sessions: readonly SessionDto[]; readonly sessionCount: number } {
  const live = listSessions(db, session.userId, getSessionLimits(), nowMs).map(
    ({ idHash, createdMs, activeMs }): SessionDto => ({
      createdMs,
      activeMs,
      isCurrent: idHash === session.idHash,
    }),
  );
  const ordered = [
    ...live.filter(({ isCurrent }) => isCurrent),
    ...live.filter(({ isCurrent }) => !isCurrent),
  ];
  return { sessions: ordered.slice(0, SHOWN_MAX), sessionCount: live.length };
}

/** Ends all other sessions of the user; returns their number. */
export function signOutElsewhere(db: Database, session: Session, nowMs: number): number {
  const endedSessions = endOtherSessions(db, session, getSessionLimits(), nowMs);
  getLog().info(
    { user: getUserTag(session.userId), endedSessions },
    'a user signed out other sessions',
  );
  return endedSessions;
}
