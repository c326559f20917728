// `npm run desks`: the directory of many servers, and the front that serves them at one address.
import { resolve } from 'node:path';
import { Directory } from '../../models/desks/directory.server';
import { type Program, type ProgramCall, UsageError } from '../cli';
import { REQUEST_OPTIONS, REQUEST_OPTION_HELP } from '../operator/request-options';
import { ROLE_LIST } from '../user/role-option';
import { addServer, removeServer } from './change-servers';
import { addUserSomewhere } from './add-user';
import { drainServer } from './drain-server';
import { listServers } from './list-servers';
import { moveUser } from './move-user';
import { serveFront } from './serve';

interface DesksAction {
  /** Number of names after the action. */
  readonly names: number;
  readonly run: (
    call: ProgramCall,
    directory: Directory,
    names: readonly string[],
  ) => Promise<number> | number;
}

const ACTIONS: Readonly<Record<string, DesksAction>> = {
  list: { names: 0, run: listServers },
  add: { names: 1, run: (call, directory, [name = '']) => addServer(call, directory, name) },
  remove: { names: 1, run: (call, directory, [name = '']) => removeServer(call, directory, name) },
  user: {
    names: 1,
    run: (call, directory, [name = '']) => addUserSomewhere(call, directory, name),
  },
  drain: { names: 1, run: (call, directory, [name = '']) => drainServer(call, directory, name) },
  move: {
    names: 2,
    run: (call, directory, [username = '', to = '']) => moveUser(call, directory, username, to),
  },
};

const USAGE =
  'serve | list | add NAME --data-dir DIR [--url URL] | remove NAME | user NAME [--role ROLE] | drain NAME | move USER NAME';

const readDesksDir = ({ option }: ProgramCall): string =>
  resolve(option('desks-dir') ?? (process.env['DESKS_DIR'] || './desks'));

export const desksProgram: Program = {
  name: 'desks',
  summary:
    'Runs many servers behind one address, each with its own users and data directory. `serve` is the front: it starts the servers of the directory and passes each request on to the server of its user.',
  usage: USAGE,
  options: {
    'desks-dir': { type: 'string' },
    url: { type: 'string' },
    role: { type: 'string' },
    close: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
    ...REQUEST_OPTIONS,
  },
  optionHelp: {
    '--desks-dir DIR': 'folder of the directory (default: DESKS_DIR, or ./desks)',
    '--url URL':
      'with add: address of a server that something else starts (default: the front starts it)',
    '--role ROLE': `with user: ${ROLE_LIST} (default: trader; operator for the first user)`,
    '--close': 'with drain and move: close open positions at market first',
    '--password-stdin':
      'with user: read the password from the first line of standard input (default: generate a passphrase and print it once)',
    '--reason TEXT': 'with user, drain and move: reason for the event log',
    ...REQUEST_OPTION_HELP,
    '--data-dir DIR': 'with add: data directory of the server',
  },
  async run(call) {
    const [action = '', ...names] = call.files;
    if (action === 'serve' && names.length === 0) return serveFront(call, readDesksDir(call));
    const known = ACTIONS[action];
    if (!known || names.length !== known.names)
      throw new UsageError(`Use ${USAGE.replaceAll(' | ', ', ')}. Try --help.`);
    const directory = Directory.open(readDesksDir(call));
    try {
      return await known.run(call, directory, names);
    } finally {
      directory.closeFile();
    }
  },
};
