// One call of the API: its method, its path, the body it takes and what it answers.
import type { ZodType } from 'zod';
import { RequestFault, jsonAnswer } from '../../answer.server';
import type { Call } from '../../guard.server';
import type { Session } from '../../models/session.server';
import { statusOf } from '../../refusal.server';
import type { Command, CommandValue } from '../../trading/domain/command';
import type { Refusal } from '../../trading/domain/outcome';

export interface Request<S extends Session | null, B> extends Call<S> {
  /** The named parts of the path. */
  readonly parts: Readonly<Record<string, string>>;
  readonly input: B;
}
export type SignedIn<B = unknown> = Request<Session, B>;

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Below /api/, with `:name` for a part that varies. */
  readonly path: string;
  /** Answers without a session too. */
  readonly isOpen: boolean;
  run(call: Call<Session | null>, parts: Readonly<Record<string, string>>): Promise<Response>;
}

/** A value is answered as JSON with status 200. */
type Answer = Response | object;
const toResponse = (answer: Answer): Response => (answer instanceof Response ? answer : jsonAnswer(answer));

function parsed<B>(schema: ZodType<B>, call: Call<Session | null>): B {
  const result = schema.safeParse(call.body.json() ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw new RequestFault(400, field === '' ? (issue?.message ?? 'The body is malformed.') : `${field}: ${issue?.message ?? 'is malformed'}`);
}

/** A read of the signed-in user. */
export const read = (path: string, handle: (call: SignedIn) => Answer | Promise<Answer>): ApiCall => ({
  method: 'GET', path, isOpen: false,
  run: async (call, parts) => toResponse(await handle({ ...signedIn(call), parts, input: undefined })),
});

/** A write of the signed-in user. */
export const write = <B>(path: string, schema: ZodType<B>, handle: (call: SignedIn<B>) => Answer | Promise<Answer>): ApiCall => ({
  method: 'POST', path, isOpen: false,
  run: async (call, parts) => toResponse(await handle({ ...signedIn(call), parts, input: parsed(schema, call) })),
});

/** A call that answers without a session. */
export const openRead = (path: string, handle: (call: Call<Session | null>) => Answer): ApiCall => ({
  method: 'GET', path, isOpen: true, run: (call) => Promise.resolve(toResponse(handle(call))),
});
export const openWrite = <B>(path: string, schema: ZodType<B>, handle: (call: Request<Session | null, B>) => Answer | Promise<Answer>): ApiCall => ({
  method: 'POST', path, isOpen: true,
  run: async (call, parts) => toResponse(await handle({ ...call, parts, input: parsed(schema, call) })),
});

export const NOT_SIGNED_IN = 'Sign in first: POST /api/auth/login with username and password.';

function signedIn(call: Call<Session | null>): Call<Session> {
  if (!call.session) throw new RequestFault(401, NOT_SIGNED_IN);
  return { ...call, session: call.session };
}

/** A refusal as an answer: its sentence, its name and its figures. */
export const refusalAnswer = ({ code, message, asked, allowed }: Refusal, more: object = {}): Response =>
  jsonAnswer({ error: message, code, asked: asked ?? null, allowed: allowed ?? null, ...more }, statusOf({ code, message }));

type Sent = { readonly value: CommandValue; readonly seq: number; readonly refusal: null } | { readonly value: null; readonly refusal: Refusal };

/** Sends a command of the caller. `part` tells apart the commands of one call, which share its idempotency key. */
export async function send(call: SignedIn, command: Command, part = ''): Promise<Sent> {
  await call.desk.ensureBook(call.session.userId);
  const idempotencyKey = call.idempotencyKey === null ? null : `${call.idempotencyKey}${part}`;
  const { outcome, lastSeq } = await call.desk.execute({ userId: call.session.userId, command, idempotencyKey });
  return outcome.ok ? { value: outcome.value, seq: lastSeq, refusal: null } : { value: null, refusal: outcome.refusal };
}
