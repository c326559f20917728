import { closeDatabase, openDatabase, prepareDatabasePath } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { USERNAME_PATTERN } from '../../models/account/user.server';
import type { DeskServer, Directory } from '../../models/desks/directory.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { getDatabasePath } from '../books/data-dir';
import { type ProgramCall, UsageError } from '../cli';
import { addNewUser } from '../user/add-new-user';

/** A server that something else starts may be on another machine. */
const findDatabase = ({ name, dataDir, url }: DeskServer): string => {
  if (url === null) return prepareDatabasePath(dataDir);
  try {
    return getDatabasePath(dataDir);
  } catch {
    throw new UsageError(
      `Server ${name} has no database at ${dataDir} on this machine. Add the user where the server runs, with npm run user -- add.`,
    );
  }
};

/** Adds a user on the server with the fewest users. */
export async function addUserSomewhere(
  call: ProgramCall,
  directory: Directory,
  username: string,
): Promise<number> {
  if (!USERNAME_PATTERN.test(username))
    throw new UsageError(
      'A user name has 1 to 64 letters, digits, dots, dashes, underscores and @.',
    );
  const server = directory.chooseServer();
  const db = openDatabase(findDatabase(server));
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    const placement = { directory, server: server.name };
    await addNewUser({ db, call, username, placement });
    return 0;
  } finally {
    closeDatabase(db);
  }
}
