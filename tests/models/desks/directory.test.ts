// The directory: servers, places of users, and moves between servers.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Directory, DirectoryError } from '../../../app/models/desks/directory.server';
import { createScratchDir } from '../../support/test-database';

let folder = '';
let directory: Directory;

function openDirectory(): Directory {
  const opened = Directory.open(folder);
  onTestFinished(() => opened.closeFile());
  return opened;
}

beforeEach(() => {
  folder = createScratchDir();
  directory = openDirectory();
  for (const name of ['a', 'b', 'c'])
    directory.addServer({ name, dataDir: `/srv/${name}`, url: null });
});

const placeUser = (username: string, server: string): void =>
  directory.placeUser({ userId: `id-${username}`, username, server });

describe('servers', () => {
  it('are listed by name, with their addresses, after a restart too', () => {
    directory.addServer({ name: '0-far', dataDir: '/srv/far', url: 'http://10.0.0.7:3000' });
    expect(openDirectory().listServers()).toEqual([
      { name: '0-far', dataDir: '/srv/far', url: 'http://10.0.0.7:3000', isDraining: false },
      ...['a', 'b', 'c'].map((name) => ({
        name,
        dataDir: `/srv/${name}`,
        url: null,
        isDraining: false,
      })),
    ]);
  });

  it.each([
    ['', '/srv/x', /1 to 32 small letters/],
    ['Upper', '/srv/x', /1 to 32 small letters/],
    ['a/b', '/srv/x', /1 to 32 small letters/],
    ['-a', '/srv/x', /1 to 32 small letters/],
    ['x'.repeat(33), '/srv/x', /1 to 32 small letters/],
    ['a', '/srv/x', /exists already/],
    ['d', '/srv/a', /Server a uses \/srv\/a already/],
  ])('rejects %s at %s', (name, dataDir, message) => {
    const add = (): void => directory.addServer({ name, dataDir, url: null });
    expect(add).toThrow(DirectoryError);
    expect(add).toThrow(message);
    expect(directory.listServers()).toHaveLength(3);
  });

  it('are removed only without users, arriving ones included', () => {
    placeUser('ann', 'a');
    directory.startMove('id-ann', 'b');
    for (const name of ['a', 'b'])
      expect(() => directory.removeServer(name)).toThrow(/1 users are on server/);
    directory.removeServer('c');
    directory.finishMove('id-ann');
    directory.removeServer('a');
    expect(directory.listServers().map(({ name }) => name)).toEqual(['b']);
    expect(() => directory.removeServer('a')).toThrow('No server a. Servers: b.');
  });
});

describe('names of users', () => {
  it('are unique over all servers, in any spelling', () => {
    placeUser('Ann', 'a');
    const placeAgain = (): void =>
      directory.placeUser({ userId: 'other', username: 'aNN', server: 'b' });
    expect(placeAgain).toThrow(DirectoryError);
    expect(placeAgain).toThrow(/The name aNN belongs to a user of server a/);
    expect(directory.findPlaceByName('ANN')).toMatchObject({ userId: 'id-Ann', server: 'a' });
    expect(directory.findPlaceByName('bob')).toBeNull();
  });

  it('stay where they are when their user is entered again', () => {
    placeUser('ann', 'a');
    directory.startMove('id-ann', 'b');
    directory.finishMove('id-ann');
    placeUser('ann', 'a');
    expect(directory.findPlaceById('id-ann')).toMatchObject({ server: 'b', movingTo: null });
  });

  it('are free after their place was removed', () => {
    placeUser('ann', 'a');
    directory.removePlace('id-ann');
    directory.placeUser({ userId: 'other', username: 'Ann', server: 'b' });
    expect(directory.findPlaceByName('ann')).toMatchObject({ userId: 'other', server: 'b' });
  });

  it('need a server that exists', () => {
    expect(() => placeUser('ann', 'd')).toThrow('No server d. Servers: a, b, c.');
  });
});

describe('the server of a new user', () => {
  it('has the fewest users, counts arriving ones and is not draining', () => {
    placeUser('ann', 'a');
    placeUser('bob', 'b');
    expect(directory.chooseServer().name).toBe('c');
    directory.startMove('id-bob', 'c');
    expect(directory.chooseServer().name).toBe('b');
    directory.setDraining('b', true);
    placeUser('cho', 'a');
    expect(directory.chooseServer().name).toBe('c');
    expect(directory.chooseServer('c').name).toBe('a');
    directory.setDraining('b', false);
    expect(directory.chooseServer().name).toBe('b');
  });

  it('is missing when all are draining', () => {
    for (const name of ['a', 'b', 'c']) directory.setDraining(name, true);
    expect(() => directory.chooseServer()).toThrow(/No server takes users/);
  });
});

describe('a move', () => {
  it('goes on to the same server, and to no other before it is finished', () => {
    placeUser('ann', 'a');
    directory.startMove('id-ann', 'b');
    directory.startMove('id-ann', 'b');
    expect(() => directory.startMove('id-ann', 'c')).toThrow(/being moved to b/);
    expect(directory.findPlaceById('id-ann')).toMatchObject({ server: 'a', movingTo: 'b' });
    directory.cancelMove('id-ann');
    expect(directory.findPlaceById('id-ann')).toMatchObject({ server: 'a', movingTo: null });
    directory.finishMove('id-ann');
    expect(directory.findPlaceById('id-ann')).toMatchObject({ server: 'a', movingTo: null });
    expect(() => directory.startMove('unknown-id', 'b')).toThrow(/on no server/);
    expect(() => directory.startMove('id-ann', 'd')).toThrow(/No server d/);
  });
});

it('the version changes with each write of another connection alone', () => {
  const reader = openDirectory();
  const first = reader.readVersion();
  expect(reader.readVersion()).toBe(first);
  placeUser('ann', 'a');
  const second = reader.readVersion();
  expect(second).not.toBe(first);
  reader.listPlaces();
  expect(reader.readVersion()).toBe(second);
});
