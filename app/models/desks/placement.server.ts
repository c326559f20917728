// User names of one server of many: entered in the directory, where they are unique over all servers.
import type { Database } from '../../../db/client.server';
import { type User, findUserById, listUsers } from '../account/user.server';
import { type Directory, DirectoryError } from './directory.server';

/** The directory, and the name of this server in it. */
export interface Placement {
  readonly directory: Directory;
  readonly server: string;
}

/** Frees a name that this server entered for a user whose creation was cut short. */
export function freeAbandonedName(
  { directory, server }: Placement,
  db: Database,
  username: string,
): void {
  const place = directory.findPlaceByName(username);
  if (place?.server === server && place.movingTo === null && !findUserById(db, place.userId))
    directory.removePlace(place.userId);
}

/** Enters all users of a server. Throws DirectoryError if another server has one of the names. */
export function placeAllUsers(placement: Placement, db: Database): void {
  const { directory, server } = placement;
  directory.readServer(server);
  for (const { id, username } of listUsers(db)) {
    freeAbandonedName(placement, db, username);
    const place = directory.findPlaceByName(username);
    if (place && place.userId !== id)
      throw new DirectoryError(
        `Server ${server} cannot start: its user ${username} has the name of a user of server ${place.server}, and names are unique over all servers. Run one of the two servers in a directory of its own.`,
      );
    directory.placeUser({ userId: id, username, server });
  }
}

/**
 * Creates a user whose name is in the directory before the user exists. Throws DirectoryError for a
 * name of another server; then no user is created.
 */
export function createPlacedUser(placement: Placement, db: Database, create: () => User): User {
  const { directory, server } = placement;
  const createUser = db.$client.transaction((): User => {
    const user = create();
    freeAbandonedName(placement, db, user.username);
    directory.placeUser({ userId: user.id, username: user.username, server });
    return user;
  });
  return createUser.immediate();
}

/** The first user of the first server; null if any server has users. */
export function createFirstPlacedUser(
  placement: Placement,
  db: Database,
  create: () => User,
): User | null {
  if (placement.directory.listPlaces().length > 0) return null;
  try {
    return createPlacedUser(placement, db, create);
  } catch (error) {
    // Another server was first.
    if (error instanceof DirectoryError && placement.directory.listPlaces().length > 0) return null;
    throw error;
  }
}
