// User names of one server of many: in the directory before the user exists, and free again without one.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../db/client.server';
import { type Administration, addUser } from '../../../app/models/account/administration.server';
import {
  REQUESTS_WAITING_MAX,
  createRequest,
} from '../../../app/models/account/operator-request.server';
import { type User, createUser, listUsers } from '../../../app/models/account/user.server';
import { Directory, DirectoryError } from '../../../app/models/desks/directory.server';
import {
  type Placement,
  createFirstPlacedUser,
  placeAllUsers,
} from '../../../app/models/desks/placement.server';
import { createEmptyDatabase, createScratchDir } from '../../support/test-database';

let directory: Directory;
let db: Database;
let placement: Placement;

beforeEach(() => {
  directory = Directory.open(createScratchDir());
  onTestFinished(() => directory.closeFile());
  for (const name of ['a', 'b']) directory.addServer({ name, dataDir: `/srv/${name}`, url: null });
  ({ db } = createEmptyDatabase());
  placement = { directory, server: 'a' };
});

const createNamed = (username: string, database = db): User =>
  createUser(database, username, 'hash', 0);
const getAdministration = (): Administration => ({
  db,
  byUserId: null,
  byName: 'operator',
  reason: 'test',
  nowMs: 0,
});
const add = (username: string) =>
  addUser(getAdministration(), { username, role: 'trader', passwordHash: 'hash', placement });
const listNames = (): string[] => listUsers(db).map(({ username }) => username);

describe('a start', () => {
  it('enters all users of the server, again without a change', () => {
    const [ann, bob] = [createNamed('ann'), createNamed('bob')];
    for (let start = 0; start < 2; start += 1) placeAllUsers(placement, db);
    expect(directory.listPlaces()).toEqual([
      { userId: ann.id, username: 'ann', server: 'a', movingTo: null },
      { userId: bob.id, username: 'bob', server: 'a', movingTo: null },
    ]);
  });

  it('takes over a name that a crash has left at its server', () => {
    directory.placeUser({ userId: 'of-the-crash', username: 'Ann', server: 'a' });
    const { id } = createNamed('ann');
    placeAllUsers(placement, db);
    expect(directory.listPlaces()).toMatchObject([{ userId: id, username: 'ann' }]);
  });

  it('fails when another server has one of the names, and for an unknown server', () => {
    directory.placeUser({ userId: 'other', username: 'Ann', server: 'b' });
    createNamed('ann');
    expect(() => placeAllUsers(placement, db)).toThrow(DirectoryError);
    expect(() => placeAllUsers(placement, db)).toThrow(
      /its user ann has the name of a user of server b, .* Run one of the two/,
    );
    expect(() => placeAllUsers({ directory, server: 'c' }, db)).toThrow(/No server c/);
  });

  it('creates a first user on the first of the servers alone', () => {
    const { db: otherDb } = createEmptyDatabase();
    const first = createFirstPlacedUser(placement, db, () => createNamed('trader'));
    const other = { directory, server: 'b' };
    const second = createFirstPlacedUser(other, otherDb, () => createNamed('trader', otherDb));
    expect(directory.findPlaceByName('trader')).toMatchObject({ userId: first?.id, server: 'a' });
    expect([second, listUsers(otherDb)]).toEqual([null, []]);
  });

  it('creates no first user when another server is a moment faster', () => {
    const user = createFirstPlacedUser(placement, db, () => {
      directory.placeUser({ userId: 'other', username: 'trader', server: 'b' });
      return createNamed('trader');
    });
    expect([user, listNames()]).toEqual([null, []]);
  });
});

describe('a new user', () => {
  it('is in the directory', () => {
    const outcome = add('ann');
    expect(outcome.ok).toBe(true);
    expect(directory.findPlaceByName('ann')).toMatchObject({
      userId: listUsers(db)[0]?.id,
      server: 'a',
    });
  });

  it('is not created with a name of another server', () => {
    directory.placeUser({ userId: 'other', username: 'Ann', server: 'b' });
    expect(add('ann')).toEqual({
      ok: false,
      error:
        'The name ann belongs to a user of server b. Names are unique over all servers: choose another.',
    });
    expect(listNames()).toEqual([]);
    expect(directory.findPlaceByName('ann')).toMatchObject({ userId: 'other', server: 'b' });
  });

  it('that is rejected leaves the name free, and that of an existing user in place', () => {
    add('ann');
    for (let count = 0; count < REQUESTS_WAITING_MAX; count += 1)
      createRequest(
        db,
        { command: { type: 'EnableUser', userId: 'x' }, reason: 'test', requestedBy: 'test' },
        0,
      );
    expect(add('bob')).toMatchObject({ ok: false });
    expect(add('ann')).toMatchObject({ ok: false });
    expect(directory.listPlaces().map(({ username }) => username)).toEqual(['ann']);
    expect(listNames()).toEqual(['ann']);
  });

  it('takes over a name that a crash has left at its server', () => {
    directory.placeUser({ userId: 'of-the-crash', username: 'Ann', server: 'a' });
    expect(add('ann').ok).toBe(true);
    expect(directory.findPlaceByName('ann')?.userId).toBe(listUsers(db)[0]?.id);
  });

  it('does not take the name of a user on the way to its server', () => {
    directory.placeUser({ userId: 'other', username: 'ann', server: 'a' });
    directory.startMove('other', 'b');
    expect(add('ann').ok).toBe(false);
    directory.finishMove('other');
    directory.startMove('other', 'a');
    expect(add('ann').ok).toBe(false);
  });
});
