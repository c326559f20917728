// Stored sessions and users.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import {
  createSession,
  endOtherSessions,
  endSession,
  endUserSessions,
  findSession,
  listSessions,
  onSessionEnd,
  removeOldSessions,
  touchSession,
} from '../../../app/models/account/session.server';
import {
  createUser,
  findUserByName,
  findCredentials,
  hasUsers,
  listUsers,
  setDisabled,
} from '../../../app/models/account/user.server';
import { MIGRATIONS_FOLDER } from '../../../app/server/platform/project.server';

const LIMITS = { idleMs: 1000, ageMsMax: 5000 };
const NOW = Date.UTC(2026, 0, 5);
let db: Database;
let userId: string;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS_FOLDER);
  userId = createUser(db, 'Anna', 'hash', NOW).id;
});

describe('a session', () => {
  it('is found by its id, which is not stored', () => {
    const id = createSession(db, userId, NOW);
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(findSession(db, id, LIMITS, NOW)).toMatchObject({ userId, username: 'Anna' });
    expect(JSON.stringify(db.$client.prepare('SELECT * FROM session').all())).not.toContain(id);
  });

  it('ends after the idle limit, extended by user actions', () => {
    const id = createSession(db, userId, NOW);
    expect(findSession(db, id, LIMITS, NOW + 999)).not.toBeNull();
    expect(findSession(db, id, LIMITS, NOW + 1000)).toBeNull();
    const { idHash } = findSession(db, id, LIMITS, NOW + 900) ?? { idHash: '' };
    touchSession(db, idHash, NOW + 900);
    expect(findSession(db, id, LIMITS, NOW + 1899)).not.toBeNull();
    touchSession(db, idHash, NOW + 100);
    expect(findSession(db, id, LIMITS, NOW + 1899)).not.toBeNull();
  });

  it('ends at the maximum age despite activity', () => {
    const id = createSession(db, userId, NOW);
    const { idHash } = findSession(db, id, LIMITS, NOW) ?? { idHash: '' };
    for (let at = NOW; at < NOW + 5000; at += 500) touchSession(db, idHash, at);
    expect(findSession(db, id, LIMITS, NOW + 4999)).not.toBeNull();
    expect(findSession(db, id, LIMITS, NOW + 5000)).toBeNull();
  });

  it('is listed while it is live, last active first, and others can be ended', () => {
    const other = createUser(db, 'Ben', 'hash', NOW).id;
    const [old, own, ended] = [NOW - 1000, NOW - 500, NOW].map((atMs) => {
      const id = createSession(db, userId, atMs);
      return findSession(db, id, LIMITS, atMs)?.idHash ?? '';
    }) as [string, string, string];
    createSession(db, other, NOW);
    const another = findSession(db, createSession(db, userId, NOW - 100), LIMITS, NOW);
    endSession(db, ended, NOW);
    const listHashes = () => listSessions(db, userId, LIMITS, NOW).map(({ idHash }) => idHash);
    expect(listHashes()).toEqual([another?.idHash, own]);
    const endedHashes: string[] = [];
    const stopListening = onSessionEnd((idHash) => void endedHashes.push(idHash));
    expect(endOtherSessions(db, { userId, idHash: own }, LIMITS, NOW)).toBe(1);
    stopListening();
    expect([listHashes(), endedHashes.sort()]).toEqual([[own], [another?.idHash, old].sort()]);
    expect(listSessions(db, other, LIMITS, NOW)).toHaveLength(1);
  });

  it('can be ended alone or with all sessions of the user', () => {
    const [first, second] = [createSession(db, userId, NOW), createSession(db, userId, NOW)];
    endSession(db, findSession(db, first, LIMITS, NOW)?.idHash ?? '', NOW);
    expect([
      findSession(db, first, LIMITS, NOW),
      findSession(db, second, LIMITS, NOW) !== null,
    ]).toEqual([null, true]);
    endUserSessions(db, userId, NOW);
    expect(findSession(db, second, LIMITS, NOW)).toBeNull();
  });

  it('is not found while its user is disabled', () => {
    const id = createSession(db, userId, NOW);
    setDisabled(db, userId, true, NOW);
    expect(findSession(db, id, LIMITS, NOW)).toBeNull();
  });

  it('is removed after the retention time', () => {
    createSession(db, userId, NOW);
    const countSessions = (): unknown =>
      db.$client.prepare('SELECT count(*) FROM session').pluck().get();
    removeOldSessions(db, LIMITS, NOW + 6 * 86_400_000);
    expect(countSessions()).toBe(1);
    removeOldSessions(db, LIMITS, NOW + 8 * 86_400_000);
    expect(countSessions()).toBe(0);
  });
});

describe('a user', () => {
  it('has a unique, case-insensitive name', () => {
    expect(findUserByName(db, 'aNNA')?.id).toBe(userId);
    expect(() => createUser(db, 'ANNA', 'hash', NOW)).toThrow(/UNIQUE/);
    expect(hasUsers(db)).toBe(true);
  });

  it('hides the password hash and signs in only while enabled', () => {
    expect(JSON.stringify([findUserByName(db, 'Anna'), listUsers(db)])).not.toContain('hash');
    expect(findCredentials(db, 'anna')).toMatchObject({
      passwordHash: 'hash',
      user: { id: userId },
    });
    setDisabled(db, userId, true, NOW);
    expect(findCredentials(db, 'anna')).toBeNull();
    expect(findCredentials(db, 'unknown-user')).toBeNull();
  });
});
