import { type Directory, DirectoryError } from '../../models/desks/directory.server';
import { type ProgramCall, UsageError } from '../cli';
import { moveUser } from './move-user';

type MoveUser = typeof moveUser;

/**
 * Takes no new users on a server and moves its users one after the other, each to the server with the
 * fewest. Ends at the first move that fails; the next call goes on.
 */
export async function drainServer(
  call: ProgramCall,
  directory: Directory,
  name: string,
  move: MoveUser = moveUser,
): Promise<number> {
  directory.setDraining(name, true);
  const places = directory.listPlaces().filter(({ server }) => server === name);
  call.print(`Server ${name} takes no new users. Users to move: ${places.length}`);
  // One JSON document for all moves.
  const moveCall: ProgramCall = { ...call, printJson: () => undefined };
  for (const [index, { username, movingTo }] of places.entries()) {
    // A move that was cut short goes on to the same server.
    const to = movingTo ?? directory.chooseServer(name).name;
    const fault = await findMoveFault(() => move(moveCall, directory, username, to));
    if (fault !== null)
      throw new UsageError(
        `${fault}\nThe move of ${username} to ${to} failed: ${index} users moved, ${places.length - index} left on server ${name}. Correct the cause and run npm run desks -- drain ${name} again.`,
      );
  }
  call.print(`Server ${name} has no users. npm run desks -- remove ${name} removes it.`);
  call.printJson({ server: name, moved: places.map(({ username }) => username) });
  return 0;
}

/** Why a move failed; null if it succeeded. */
async function findMoveFault(move: () => Promise<number>): Promise<string | null> {
  try {
    const code = await move();
    return code === 0 ? null : `The move ended with ${code}.`;
  } catch (error) {
    if (error instanceof UsageError || error instanceof DirectoryError) return error.message;
    throw error;
  }
}
