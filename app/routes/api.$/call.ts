// One call of the API: its method, its path, the body it takes, what it answers and what it may
// refuse.
import { type ZodType, z } from 'zod';
import { RequestFault, jsonAnswer } from '../../server/http/answer.server';
import type { FaultName } from '../../contracts/api/faults';
import type { Call } from '../../server/http/guard.server';
import type { Session } from '../../models/account/session.server';
import { getStatus } from '../../server/http/refusal.server';
import type { Command, CommandValue } from '../../trading/domain/command';
import type { Refusal } from '../../trading/domain/outcome';

export interface Request<S extends Session | null, B> extends Call<S> {
  /** The named parts of the path. */
  readonly parts: Readonly<Record<string, string>>;
  readonly input: B;
}
export type SignedIn<B = unknown> = Request<Session, B>;

/**
 * What a call says of itself: docs/api.md is made of it, and the answers of its routes are held to
 * it.
 */
export interface About<A> {
  /** One sentence or two. */
  readonly summary: string;
  /** The shape of what it answers when it is granted. */
  readonly answer: ZodType<A>;
  /** The status of a granted call; 200 unless it says otherwise. */
  readonly status?: string;
  /** What it may refuse, besides what any call may. */
  readonly faults?: readonly FaultName[];
  /** What it takes behind the question mark. */
  readonly query?: ZodType;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Below /api/, with `:name` for a part that varies. */
  readonly path: string;
  readonly about: About<unknown>;
  /** The body that it takes; null when it takes none. */
  readonly body: ZodType | null;
  /** Answers without a session too. */
  readonly isOpen: boolean;
  run(call: Call<Session | null>, parts: Readonly<Record<string, string>>): Promise<Response>;
}

/**
 * A value is answered as JSON with status 200, and must have the shape that the call promises; a
 * response is its own affair, and tests hold it to the same shape.
 */
type Answer<A> = Response | A;
const toResponse = (answer: Answer<unknown>): Response =>
  answer instanceof Response ? answer : jsonAnswer(answer);

function parsed<B>(schema: ZodType<B>, call: Call<Session | null>): B {
  const result = schema.safeParse(call.body.json() ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw new RequestFault(
    400,
    field === ''
      ? (issue?.message ?? 'The body is malformed.')
      : `${field}: ${issue?.message ?? 'is malformed'}`,
  );
}

/** A read of the signed-in user. */
export const read = <A>(
  path: string,
  about: About<A>,
  handle: (call: SignedIn) => Answer<NoInfer<A>> | Promise<Answer<NoInfer<A>>>,
): ApiCall => ({
  method: 'GET',
  path,
  about,
  body: null,
  isOpen: false,
  run: async (call, parts) =>
    toResponse(await handle({ ...signedIn(call), parts, input: undefined })),
});

/** A write of the signed-in user. */
export const write = <B, A>(
  path: string,
  schema: ZodType<B>,
  about: About<A>,
  handle: (call: SignedIn<B>) => Answer<NoInfer<A>> | Promise<Answer<NoInfer<A>>>,
): ApiCall => ({
  method: 'POST',
  path,
  about,
  body: schema,
  isOpen: false,
  run: async (call, parts) =>
    toResponse(await handle({ ...signedIn(call), parts, input: parsed(schema, call) })),
});

/** A call that answers without a session. */
export const openRead = <A>(
  path: string,
  about: About<A>,
  handle: (call: Call<Session | null>) => Answer<NoInfer<A>>,
): ApiCall => ({
  method: 'GET',
  path,
  about,
  body: null,
  isOpen: true,
  run: (call) => Promise.resolve(toResponse(handle(call))),
});
export const openWrite = <B, A>(
  path: string,
  schema: ZodType<B>,
  about: About<A>,
  handle: (call: Request<Session | null, B>) => Answer<NoInfer<A>> | Promise<Answer<NoInfer<A>>>,
): ApiCall => ({
  method: 'POST',
  path,
  about,
  body: schema,
  isOpen: true,
  run: async (call, parts) =>
    toResponse(await handle({ ...call, parts, input: parsed(schema, call) })),
});

export const NOT_SIGNED_IN = 'Sign in first: POST /api/auth/login with username and password.';

function signedIn(call: Call<Session | null>): Call<Session> {
  if (!call.session) throw new RequestFault(401, NOT_SIGNED_IN);
  return { ...call, session: call.session };
}

/** A refusal as an answer: its sentence, its name and its figures. */
export const refusalAnswer = (
  { code, message, asked, allowed }: Refusal,
  more: object = {},
): Response =>
  jsonAnswer(
    { error: message, code, asked: asked ?? null, allowed: allowed ?? null, ...more },
    getStatus({ code, message }),
  );

type Sent =
  | { readonly value: CommandValue; readonly seq: number; readonly refusal: null }
  | { readonly value: null; readonly refusal: Refusal };

/** The body of a write that needs nothing. */
export const NOTHING = z.looseObject({});

/**
 * Sends a command of the caller. `part` distinguishes the commands of one call, which share its
 * idempotency key.
 */
export async function send(call: SignedIn, command: Command, part = ''): Promise<Sent> {
  await call.desk.ensureBook(call.session.userId);
  const idempotencyKey = call.idempotencyKey === null ? null : `${call.idempotencyKey}${part}`;
  const { outcome, lastSeq } = await call.desk.execute({
    userId: call.session.userId,
    command,
    idempotencyKey,
  });
  return outcome.ok
    ? { value: outcome.value, seq: lastSeq, refusal: null }
    : { value: null, refusal: outcome.refusal };
}
