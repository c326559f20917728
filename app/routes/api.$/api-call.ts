// Definition of an API call: method, path, input, response and faults.
import { type ZodType, z } from 'zod';
import { HttpError, createJsonResponse } from '../../server/http/responses.server';
import type { FaultName } from '../../contracts/api/faults';
import type { Call } from '../../server/http/guard.server';
import type { Session } from '../../models/account/session.server';
import { getRefusalStatus } from '../../server/http/refusal-status.server';
import type { Command, CommandValue } from '../../trading/domain/command';
import type { Refusal } from '../../trading/domain/outcome';

export interface Request<S extends Session | null, B> extends Call<S> {
  /** Named path segments. */
  readonly parts: Readonly<Record<string, string>>;
  readonly input: B;
}
export type SignedInRequest<B = unknown> = Request<Session, B>;

/**
 * Description of a call. docs/api.md is generated from it, and tests check responses against it.
 */
export interface CallDescription<A> {
  /** One or two sentences. */
  readonly summary: string;
  /** Schema of a successful response. */
  readonly answer: ZodType<A>;
  /** Status of success; 200 by default. */
  readonly status?: string;
  /** Faults beyond those of every call. */
  readonly faults?: readonly FaultName[];
}

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Path below /api/, with `:name` for variable segments. */
  readonly path: string;
  readonly description: CallDescription<unknown>;
  /** Schema of the query parameters; null if it takes none. */
  readonly query: ZodType | null;
  /** Body schema; null if it takes none. */
  readonly body: ZodType | null;
  /** Also responds without a session. */
  readonly isPublic: boolean;
  run(call: Call<Session | null>, parts: Readonly<Record<string, string>>): Promise<Response>;
}

/**
 * A value becomes JSON with status 200, typed by the schema; tests check the body of a Response.
 */
type HandlerResult<A> = Response | A;
const toResponse = (answer: HandlerResult<unknown>): Response =>
  answer instanceof Response ? answer : createJsonResponse(answer);

function parseInput<B>(schema: ZodType<B>, value: unknown): B {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw new HttpError(
    400,
    field === ''
      ? (issue?.message ?? 'The request is malformed.')
      : `${field}: ${issue?.message ?? 'is malformed'}`,
  );
}

const parseQuery = <Q>(schema: ZodType<Q>, { url }: Call<Session | null>): Q =>
  parseInput(schema, Object.fromEntries(url.searchParams));
const parseBody = <B>(schema: ZodType<B>, { body }: Call<Session | null>): B =>
  parseInput(schema, body.json() ?? {});

/** Read call of the signed-in user. */
export const defineRead = <A>(
  path: string,
  description: CallDescription<A>,
  handle: (call: SignedInRequest) => HandlerResult<NoInfer<A>> | Promise<HandlerResult<NoInfer<A>>>,
): ApiCall => ({
  method: 'GET',
  path,
  description,
  query: null,
  body: null,
  isPublic: false,
  run: async (call, parts) =>
    toResponse(await handle({ ...requireSession(call), parts, input: undefined })),
});

/** Read call of the signed-in user with query parameters. */
export const defineReadWithQuery = <Q, A>(
  path: string,
  schema: ZodType<Q>,
  description: CallDescription<A>,
  handle: (
    call: SignedInRequest<Q>,
  ) => HandlerResult<NoInfer<A>> | Promise<HandlerResult<NoInfer<A>>>,
): ApiCall => ({
  method: 'GET',
  path,
  description,
  query: schema,
  body: null,
  isPublic: false,
  run: async (call, parts) =>
    toResponse(await handle({ ...requireSession(call), parts, input: parseQuery(schema, call) })),
});

/** Write call of the signed-in user. */
export const defineWrite = <B, A>(
  path: string,
  schema: ZodType<B>,
  description: CallDescription<A>,
  handle: (
    call: SignedInRequest<B>,
  ) => HandlerResult<NoInfer<A>> | Promise<HandlerResult<NoInfer<A>>>,
): ApiCall => ({
  method: 'POST',
  path,
  description,
  query: null,
  body: schema,
  isPublic: false,
  run: async (call, parts) =>
    toResponse(await handle({ ...requireSession(call), parts, input: parseBody(schema, call) })),
});

/** Call without a session. */
export const definePublicRead = <A>(
  path: string,
  description: CallDescription<A>,
  handle: (call: Call<Session | null>) => HandlerResult<NoInfer<A>>,
): ApiCall => ({
  method: 'GET',
  path,
  description,
  query: null,
  body: null,
  isPublic: true,
  run: (call) => Promise.resolve(toResponse(handle(call))),
});
export const definePublicWrite = <B, A>(
  path: string,
  schema: ZodType<B>,
  description: CallDescription<A>,
  handle: (
    call: Request<Session | null, B>,
  ) => HandlerResult<NoInfer<A>> | Promise<HandlerResult<NoInfer<A>>>,
): ApiCall => ({
  method: 'POST',
  path,
  description,
  query: null,
  body: schema,
  isPublic: true,
  run: async (call, parts) =>
    toResponse(await handle({ ...call, parts, input: parseBody(schema, call) })),
});

export const NOT_SIGNED_IN = 'Sign in first: POST /api/auth/login with username and password.';

function requireSession(call: Call<Session | null>): Call<Session> {
  if (!call.session) throw new HttpError(401, NOT_SIGNED_IN);
  return { ...call, session: call.session };
}

/** Refusal as a response: message, code and figures. */
export const createRefusalResponse = (
  { code, message, asked, allowed }: Refusal,
  extraFields: object = {},
): Response =>
  createJsonResponse(
    { error: message, code, asked: asked ?? null, allowed: allowed ?? null, ...extraFields },
    getRefusalStatus({ code, message }),
  );

type CommandOutcome =
  | { readonly value: CommandValue; readonly seq: number; readonly refusal: null }
  | { readonly value: null; readonly refusal: Refusal };

/** Body of a write without input. */
export const NO_INPUT = z.looseObject({});

/**
 * Sends a command of the caller. `keySuffix` separates commands of one call, which share its
 * idempotency key.
 */
export async function sendCommand(
  call: SignedInRequest,
  command: Command,
  keySuffix = '',
): Promise<CommandOutcome> {
  await call.desk.ensureBook(call.session.userId);
  const idempotencyKey = call.idempotencyKey === null ? null : `${call.idempotencyKey}${keySuffix}`;
  const { outcome, lastSeq } = await call.desk.execute({
    userId: call.session.userId,
    command,
    idempotencyKey,
  });
  return outcome.ok
    ? { value: outcome.value, seq: lastSeq, refusal: null }
    : { value: null, refusal: outcome.refusal };
}
