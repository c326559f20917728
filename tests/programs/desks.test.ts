// npm run desks without a running front: servers, users, and the order of moves.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Directory, DirectoryError } from '../../app/models/desks/directory.server';
import { findUserByName } from '../../app/models/account/user.server';
import { drainServer } from '../../app/programs/desks/drain-server';
import { desksProgram } from '../../app/programs/desks/program';
import type { ProgramCall } from '../../app/programs/cli';
import { closeDatabase, openDatabase } from '../../db/client.server';
import { createScratchDir } from '../support/test-database';
import { runCaptured } from '../support/run-captured';

let root = '';
beforeEach(() => void (root = createScratchDir()));

const runDesks = (...args: string[]) =>
  runCaptured(desksProgram, ...args, '--desks-dir', join(root, 'desks'));

async function addServers(...names: readonly string[]): Promise<void> {
  for (const name of names) await runDesks('add', name, '--data-dir', join(root, name));
}

/** Calls `work` with the directory that the program has written. */
function useDirectory<T>(work: (directory: Directory) => T): T {
  const directory = Directory.open(join(root, 'desks'));
  const result = work(directory);
  if (!(result instanceof Promise)) directory.closeFile();
  return result;
}

const placeUsers = (server: string, ...names: readonly string[]): void =>
  useDirectory((directory) => {
    for (const username of names)
      directory.placeUser({ userId: `id-${username}`, username, server });
  });

describe('servers', () => {
  it('are added, listed and removed', async () => {
    await addServers('a');
    await runDesks('add', 'b', '--data-dir', join(root, 'b'), '--url', 'http://10.0.0.7:3000/');
    placeUsers('a', 'ann', 'bob');
    const { printed } = await runDesks('list', '--json');
    const row = { isUp: null, isDraining: false };
    expect(JSON.parse(printed)).toEqual({
      isFrontRunning: false,
      servers: [
        {
          ...row,
          name: 'a',
          dataDir: join(root, 'a'),
          url: null,
          address: null,
          users: ['ann', 'bob'],
        },
        {
          ...row,
          name: 'b',
          dataDir: join(root, 'b'),
          url: 'http://10.0.0.7:3000',
          address: 'http://10.0.0.7:3000',
          users: [],
        },
      ],
    });
    expect(await runDesks('remove', 'a')).toMatchObject({
      code: 1,
      printed: 'desks: 2 users are on server a. Drain it first.\n',
    });
    expect(await runDesks('remove', 'b')).toMatchObject({ code: 0 });
  });

  it.each([
    [['add', 'a'], 'Give the data directory of the server with --data-dir DIR.'],
    [['add', 'a', '--data-dir', 'x', '--url', 'https://x'], '--url must be an http address'],
    [['add', 'a', '--data-dir', 'x', '--url', 'http://x/path'], '--url must be an http address'],
    [['add', 'A', '--data-dir', 'x'], 'small letters, digits and hyphens'],
    [['remove', 'x'], 'No server x. Servers: none; add one first.'],
    [['drain', 'x'], 'No server x.'],
    [['user', 'two words'], 'A user name has 1 to 64 letters'],
    [['user', 'ann'], 'No server takes users. Add one'],
    [['add'], 'Use serve, list, add NAME'],
    [['list', 'all'], 'Use serve, list, add NAME'],
    [['move', 'ann'], 'Use serve, list, add NAME'],
    [[], 'Use serve, list, add NAME'],
  ])('%j is rejected with what to do', async (args, message) => {
    const { code, printed } = await runDesks(...args);
    expect([code, printed]).toEqual([1, expect.stringContaining(message)]);
  });
});

it('users are added on the server with the fewest, and the first one is an operator', async () => {
  await addServers('a', 'b');
  const added: string[] = [];
  for (const name of ['ann', 'bob', 'cho']) added.push((await runDesks('user', name)).printed);
  expect(added.map((text) => text.split('. ')[0])).toEqual([
    'ann: added as operator on server a',
    'bob: added as trader on server b',
    'cho: added as trader on server a',
  ]);
  expect(added[0]).toMatch(/Passphrase \(shown once\): \S{10,}/);
  const db = openDatabase(join(root, 'b', 'frontmonth.db'));
  expect(findUserByName(db, 'bob')).toMatchObject({ role: 'trader' });
  closeDatabase(db);
  expect(await runDesks('user', 'ANN')).toMatchObject({
    code: 1,
    printed: expect.stringContaining('The name ANN belongs to a user of server a.') as string,
  });
});

describe('drain', () => {
  /** Runs a drain whose moves change the directory alone, and fail for some users. */
  async function runDrain(
    server: string,
    failing: readonly string[] = [],
    ...args: readonly string[]
  ) {
    const moves: string[] = [];
    const program = {
      ...desksProgram,
      run: (call: ProgramCall) =>
        useDirectory((directory) =>
          drainServer(call, directory, server, (moveCall, _directory, username, to) => {
            moveCall.printJson({ moved: username });
            moves.push(`${username} to ${to}`);
            if (failing.includes(username)) throw new DirectoryError('The disk is full.');
            const userId = `id-${username}`;
            directory.startMove(userId, to);
            directory.finishMove(userId);
            return Promise.resolve(0);
          }),
        ),
    };
    return { ...(await runCaptured(program, ...args)), moves };
  }

  it('moves each user to the server with the fewest, and takes no new ones', async () => {
    await addServers('a', 'b', 'c');
    placeUsers('a', 'ann', 'bob', 'cho');
    placeUsers('b', 'dan', 'eve');
    const { code, moves } = await runDrain('a');
    expect([code, moves]).toEqual([0, ['ann to c', 'bob to c', 'cho to b']]);
    expect((await runDesks('user', 'fay')).printed).toMatch(/on server c\./);
    expect((await runDesks('remove', 'a')).code).toBe(0);
  });

  it('prints one JSON document', async () => {
    await addServers('a', 'b');
    placeUsers('a', 'ann', 'bob');
    const { printed } = await runDrain('a', [], '--json');
    expect(JSON.parse(printed)).toEqual({ server: 'a', moved: ['ann', 'bob'] });
  });

  it('ends at the first move that fails, and goes on when it runs again', async () => {
    await addServers('a', 'b', 'c');
    placeUsers('a', 'ann', 'bob', 'cho');
    // As if an earlier move had been cut short.
    useDirectory((directory) => directory.startMove('id-bob', 'c'));
    const first = await runDrain('a', ['bob']);
    expect([first.code, first.moves]).toEqual([1, ['ann to b', 'bob to c']]);
    expect(first.printed).toContain(
      'The disk is full.\nThe move of bob to c failed: 1 users moved, 2 left on server a.',
    );
    const second = await runDrain('a');
    expect([second.code, second.moves]).toEqual([0, ['bob to c', 'cho to b']]);
  });
});

it('explains itself', async () => {
  const { code, printed } = await runCaptured(desksProgram, '--help');
  expect(code).toBe(0);
  for (const action of ['serve', 'list', 'add NAME', 'remove NAME', 'drain NAME', 'move USER NAME'])
    expect(printed).toContain(action);
});
