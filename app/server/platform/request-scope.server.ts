// The request whose work is under way. Log lines, commands and spans take its id from here, so that no
// function in between has to pass it on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { CommandOrigin } from '../../trading/domain/command-origin';
import type { Span } from './span.server';

interface ServerRequest extends CommandOrigin {
  /** Absent where no traces are recorded. */
  readonly trace?: Span;
}

interface RequestScope extends ServerRequest {
  /** False once the request is answered: what it started and what goes on is not its work. */
  isOpen: boolean;
}

const KEY = Symbol.for('frontmonth request scope');
/** One for all module graphs of the process, as in development. */
const holder = globalThis as { [KEY]?: AsyncLocalStorage<RequestScope> };
const storage = (holder[KEY] ??= new AsyncLocalStorage<RequestScope>());

const ID_BYTES = 8;
/** 16 hexadecimal digits: short enough to quote. */
export const createRequestId = (): string => randomBytes(ID_BYTES).toString('hex');

/** Runs the work of one request; it ends with the returned promise. */
export async function runInRequest<T>(origin: ServerRequest, work: () => Promise<T>): Promise<T> {
  const scope: RequestScope = { ...origin, isOpen: true };
  try {
    return await storage.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** The request that the caller works for; null outside of one. */
export function getRequest(): ServerRequest | null {
  const scope = storage.getStore();
  return scope?.isOpen === true ? scope : null;
}

/** Runs work that belongs to no request, such as that of the engine for all of them. */
export const runOutsideRequests = <T>(work: () => T): T => storage.exit(work);
