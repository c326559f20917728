// Sessions and users as stored.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import {
  createSession,
  endSession,
  endUserSessions,
  findSession,
  removeOldSessions,
  touchSession,
} from '../../../app/models/account/session.server';
import {
  createUser,
  findUserByName,
  getSignIn,
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
  it('is found by its id, which is nowhere in the database', () => {
    const id = createSession(db, userId, NOW);
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(findSession(db, id, LIMITS, NOW)).toMatchObject({ userId, username: 'Anna' });
    expect(JSON.stringify(db.$client.prepare('SELECT * FROM session').all())).not.toContain(id);
  });

  it('ends after idling, and actions keep it up', () => {
    const id = createSession(db, userId, NOW);
    expect(findSession(db, id, LIMITS, NOW + 999)).not.toBeNull();
    expect(findSession(db, id, LIMITS, NOW + 1000)).toBeNull();
    const { idHash } = findSession(db, id, LIMITS, NOW + 900) ?? { idHash: '' };
    touchSession(db, idHash, NOW + 900);
    expect(findSession(db, id, LIMITS, NOW + 1899)).not.toBeNull();
    touchSession(db, idHash, NOW + 100);
    expect(findSession(db, id, LIMITS, NOW + 1899)).not.toBeNull();
  });

  it('ends at its greatest age, however busy', () => {
    const id = createSession(db, userId, NOW);
    const { idHash } = findSession(db, id, LIMITS, NOW) ?? { idHash: '' };
    for (let at = NOW; at < NOW + 5000; at += 500) touchSession(db, idHash, at);
    expect(findSession(db, id, LIMITS, NOW + 4999)).not.toBeNull();
    expect(findSession(db, id, LIMITS, NOW + 5000)).toBeNull();
  });

  it('ends when told to, alone or with all others of its user', () => {
    const [first, second] = [createSession(db, userId, NOW), createSession(db, userId, NOW)];
    endSession(db, findSession(db, first, LIMITS, NOW)?.idHash ?? '', NOW);
    expect([
      findSession(db, first, LIMITS, NOW),
      findSession(db, second, LIMITS, NOW) !== null,
    ]).toEqual([null, true]);
    endUserSessions(db, userId, NOW);
    expect(findSession(db, second, LIMITS, NOW)).toBeNull();
  });

  it('sleeps while its user is disabled', () => {
    const id = createSession(db, userId, NOW);
    setDisabled(db, userId, true, NOW);
    expect(findSession(db, id, LIMITS, NOW)).toBeNull();
  });

  it('is removed long after its end, not before', () => {
    createSession(db, userId, NOW);
    const count = (): unknown => db.$client.prepare('SELECT count(*) FROM session').pluck().get();
    removeOldSessions(db, LIMITS, NOW + 6 * 86_400_000);
    expect(count()).toBe(1);
    removeOldSessions(db, LIMITS, NOW + 8 * 86_400_000);
    expect(count()).toBe(0);
  });
});

describe('a user', () => {
  it('is found whatever the case of the name, and only once', () => {
    expect(findUserByName(db, 'aNNA')?.id).toBe(userId);
    expect(() => createUser(db, 'ANNA', 'hash', NOW)).toThrow(/UNIQUE/);
    expect(hasUsers(db)).toBe(true);
  });

  it('shows no password hash, and signs in only while enabled', () => {
    expect(JSON.stringify([findUserByName(db, 'Anna'), listUsers(db)])).not.toContain('hash');
    expect(getSignIn(db, 'anna')).toMatchObject({ passwordHash: 'hash', user: { id: userId } });
    setDisabled(db, userId, true, NOW);
    expect(getSignIn(db, 'anna')).toBeNull();
    expect(getSignIn(db, 'nobody')).toBeNull();
  });
});
