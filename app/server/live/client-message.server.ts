// What a client may say: that it wants to be who its session says it is.
import { z } from 'zod';
import { AuthenticateSchema } from '../../contracts/api/socket';

const Typed = z.object({ type: z.string() });

type ClientMessage =
  | { readonly type: 'authenticate'; readonly userId: string }
  | { readonly type: 'malformed'; readonly isAuthenticate: boolean };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a message; a user id is the same as text and as number. */
export function readClientMessage(text: string): ClientMessage {
  const value = parsed(text);
  const asked = AuthenticateSchema.safeParse(value);
  if (asked.success) return { type: 'authenticate', userId: String(asked.data.userId) };
  const typed = Typed.safeParse(value);
  return { type: 'malformed', isAuthenticate: typed.success && typed.data.type === 'authenticate' };
}
