// Messages from clients: only `authenticate`.
import { z } from 'zod';
import { AuthenticateSchema } from '../../contracts/api/socket';

const TypedSchema = z.object({ type: z.string() });

type ClientMessage =
  | { readonly type: 'authenticate'; readonly userId: string }
  | { readonly type: 'malformed'; readonly isAuthenticate: boolean };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses a message. A user id may be text or number. */
export function parseClientMessage(text: string): ClientMessage {
  const value = parseJson(text);
  const authentication = AuthenticateSchema.safeParse(value);
  if (authentication.success)
    return { type: 'authenticate', userId: String(authentication.data.userId) };
  const typed = TypedSchema.safeParse(value);
  return { type: 'malformed', isAuthenticate: typed.success && typed.data.type === 'authenticate' };
}
