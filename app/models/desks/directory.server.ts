// Directory of many servers: which servers there are, and which of them holds the accounts of a user.
// A database of its own, used by the front, by each server and by programs.
import type Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { openDatabase, prepareDataDir } from '../../../db/client.server';
import { SERVER_NAME_PATTERN, SERVER_NAME_RULE } from './server-name';

export interface DeskServer {
  /** Letters, digits and hyphens. */
  readonly name: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of a server that something else starts; null for one that the front starts. */
  readonly url: string | null;
  /** True: no new users. */
  readonly isDraining: boolean;
}

export interface UserPlace {
  readonly userId: string;
  readonly username: string;
  readonly server: string;
  /** Server to which the user is being moved; null while nothing moves. */
  readonly movingTo: string | null;
}

/** A change of the directory is not possible. The message gives the cause and the fix. */
export class DirectoryError extends Error {}

const FILE = 'directory.db';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS server (
  name TEXT PRIMARY KEY,
  data_dir TEXT NOT NULL UNIQUE,
  url TEXT,
  is_draining INTEGER NOT NULL DEFAULT 0 CHECK (is_draining IN (0, 1))
) STRICT;
CREATE TABLE IF NOT EXISTS place (
  user_id TEXT PRIMARY KEY,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  server TEXT NOT NULL REFERENCES server (name),
  moving_to TEXT REFERENCES server (name)
) STRICT;
`;

const SERVER_COLUMNS = 'name, data_dir AS dataDir, url, is_draining AS isDraining';
const PLACE_COLUMNS = 'user_id AS userId, username, server, moving_to AS movingTo';

type ServerRow = Omit<DeskServer, 'isDraining'> & { readonly isDraining: number };

const toServer = (row: ServerRow): DeskServer => ({ ...row, isDraining: row.isDraining === 1 });

export class Directory {
  private constructor(private readonly raw: Sqlite.Database) {}

  /** Creates the folder and the database where they are missing. Throws DatabaseError. */
  static open(folder: string): Directory {
    prepareDataDir(folder);
    const { $client } = openDatabase(join(folder, FILE));
    $client.exec(SCHEMA);
    return new Directory($client);
  }

  closeFile(): void {
    this.raw.close();
  }

  /** Changes whenever another connection, of this process or of another, has written. */
  readVersion(): number {
    return this.raw.pragma('data_version', { simple: true }) as number;
  }

  /** In the order of their names. */
  listServers(): DeskServer[] {
    return this.raw
      .prepare<[], ServerRow>(`SELECT ${SERVER_COLUMNS} FROM server ORDER BY name`)
      .all()
      .map(toServer);
  }

  /** Throws DirectoryError. */
  readServer(name: string): DeskServer {
    const row = this.raw
      .prepare<[string], ServerRow>(`SELECT ${SERVER_COLUMNS} FROM server WHERE name = ?`)
      .get(name);
    if (!row)
      throw new DirectoryError(
        `No server ${name}. Servers: ${
          this.listServers()
            .map((server) => server.name)
            .join(', ') || 'none; add one first'
        }.`,
      );
    return toServer(row);
  }

  /** Throws DirectoryError when the name or the data directory is in use. */
  addServer({ name, dataDir, url }: Omit<DeskServer, 'isDraining'>): void {
    if (!SERVER_NAME_PATTERN.test(name))
      throw new DirectoryError(`The name of a server has ${SERVER_NAME_RULE}.`);
    const other = this.listServers().find(
      (server) => server.name === name || server.dataDir === dataDir,
    );
    if (other)
      throw new DirectoryError(
        other.name === name
          ? `Server ${name} exists already.`
          : `Server ${other.name} uses ${dataDir} already. Each server needs a data directory of its own.`,
      );
    this.raw
      .prepare('INSERT INTO server (name, data_dir, url) VALUES (?, ?, ?)')
      .run(name, dataDir, url);
  }

  /** Throws DirectoryError while users are on the server or move to it. */
  removeServer(name: string): void {
    const { name: known } = this.readServer(name);
    const users = this.listPlaces().filter(
      ({ server, movingTo }) => server === known || movingTo === known,
    );
    if (users.length > 0)
      throw new DirectoryError(`${users.length} users are on server ${name}. Drain it first.`);
    this.raw.prepare('DELETE FROM server WHERE name = ?').run(name);
  }

  setDraining(name: string, isDraining: boolean): void {
    this.readServer(name);
    this.raw
      .prepare('UPDATE server SET is_draining = ? WHERE name = ?')
      .run(isDraining ? 1 : 0, name);
  }

  /** In the order of the names of the users. */
  listPlaces(): UserPlace[] {
    return this.raw
      .prepare<[], UserPlace>(`SELECT ${PLACE_COLUMNS} FROM place ORDER BY username`)
      .all();
  }

  findPlaceByName(username: string): UserPlace | null {
    return (
      this.raw
        .prepare<[string], UserPlace>(`SELECT ${PLACE_COLUMNS} FROM place WHERE username = ?`)
        .get(username) ?? null
    );
  }

  findPlaceById(userId: string): UserPlace | null {
    return (
      this.raw
        .prepare<[string], UserPlace>(`SELECT ${PLACE_COLUMNS} FROM place WHERE user_id = ?`)
        .get(userId) ?? null
    );
  }

  /**
   * Enters a user, or nothing if the user is there already. Throws DirectoryError if another user has
   * the name, on whichever server.
   */
  placeUser({ userId, username, server }: Omit<UserPlace, 'movingTo'>): void {
    const enter = this.raw.transaction(() => {
      this.readServer(server);
      const other = this.findPlaceByName(username);
      if (other && other.userId !== userId)
        throw new DirectoryError(
          `The name ${username} belongs to a user of server ${other.server}. Names are unique over all servers: choose another.`,
        );
      this.raw
        .prepare(
          'INSERT INTO place (user_id, username, server) VALUES (?, ?, ?) ON CONFLICT (user_id) DO NOTHING',
        )
        .run(userId, username, server);
    });
    enter.immediate();
  }

  /** For a user who was not created after all. */
  removePlace(userId: string): void {
    this.raw.prepare('DELETE FROM place WHERE user_id = ?').run(userId);
  }

  /** Server without new users left out: the one with the fewest users. Throws DirectoryError. */
  chooseServer(except: string | null = null): DeskServer {
    const places = this.listPlaces();
    const countUsers = (name: string): number =>
      places.filter(({ server, movingTo }) => (movingTo ?? server) === name).length;
    const [chosen] = this.listServers()
      .filter(({ name, isDraining }) => !isDraining && name !== except)
      .map((server) => ({ server, users: countUsers(server.name) }))
      .sort((a, b) => a.users - b.users);
    if (!chosen)
      throw new DirectoryError('No server takes users. Add one: npm run desks -- add NAME.');
    return chosen.server;
  }

  /** From here on the front answers the user with "try again". Throws DirectoryError. */
  startMove(userId: string, to: string): void {
    this.readServer(to);
    const place = this.readPlace(userId);
    if (place.movingTo !== null && place.movingTo !== to)
      throw new DirectoryError(
        `${place.username} is being moved to ${place.movingTo}. Finish that first: npm run desks -- move ${place.username} ${place.movingTo}.`,
      );
    this.raw.prepare('UPDATE place SET moving_to = ? WHERE user_id = ?').run(to, userId);
  }

  /** The user is on the new server. */
  finishMove(userId: string): void {
    this.raw
      .prepare(
        'UPDATE place SET server = moving_to, moving_to = NULL WHERE user_id = ? AND moving_to IS NOT NULL',
      )
      .run(userId);
  }

  /** The user stays where the accounts are. */
  cancelMove(userId: string): void {
    this.raw.prepare('UPDATE place SET moving_to = NULL WHERE user_id = ?').run(userId);
  }

  private readPlace(userId: string): UserPlace {
    const place = this.findPlaceById(userId);
    if (!place) throw new DirectoryError('This user is on no server of the directory.');
    return place;
  }
}
