// A part of a page that cannot be made takes no other with it.
import { log } from './log.server';

/** What cannot be made is null and in the log: the page says so where it would stand. */
export function orFailed<T>(what: string, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    log().error({ err: error, what }, 'a part of a page could not be made');
    return null;
  }
}
