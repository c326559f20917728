// Access matrix: every route and call, in every request form, for every kind of visitor.
import { createHash } from 'node:crypto';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { CALL_ROWS, FORM_ROWS, ROUTE_ROWS, type RouteRow } from './access-rows';
import { Visitor } from './desk-server';
import { normalizeCookies } from './normalized-cookies';
import { buildDataPath, buildSuffixPath } from './request-paths';
import type { StaticDesk, StaticUser } from './static-desk';

export type RequestForm = 'document' | 'data' | '.data' | 'json' | 'head';

export interface Cell {
  readonly name: string;
  readonly kind: RouteRow['kind'] | 'call' | 'open call';
  readonly form: RequestForm;
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** `:id` stands for a position id. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Status for an authorized user. */
  readonly status: number;
}

export const MISSING_ID = '0123456789abcdef0123456789abcdef';

/** Request forms of one address: page, route data, `.data` suffix, JSON. */
function buildRequestForms(
  routeId: string,
  path: string,
  hasDocument: boolean,
): { form: RequestForm; method: Cell['method']; path: string }[] {
  const data = buildDataPath(path, routeId);
  const inData = (['GET', 'POST'] as const).map((method) => ({
    form: 'data' as const,
    method,
    path: data,
  }));
  if (!hasDocument) return inData;
  const plain = (['document', 'json'] as const).flatMap((form) =>
    (['GET', 'POST'] as const).map((method) => ({ form, method, path })),
  );
  return [
    ...plain,
    ...inData,
    { form: '.data', method: 'GET', path: buildSuffixPath(path) },
    { form: '.data', method: 'POST', path: buildSuffixPath(path) },
    { form: 'head', method: 'HEAD', path },
  ];
}

function buildRouteCells([id, row]: readonly [string, RouteRow]): Cell[] {
  const status = row.status ?? 200;
  // Sign-in is requested without a name: failures are counted and must not depend on the cookie.
  const fieldsAt = (path: string) =>
    // A valid form of these would end the session of later cells.
    path === '/login' || path === '/logout' || path === '/account'
      ? {}
      : (FORM_ROWS.find(({ action }) => action === path)?.fields ?? {
          intent: 'close-position',
          position: ':id',
        });
  return row.paths.flatMap((path) =>
    buildRequestForms(id, path, row.kind !== 'layout' && row.kind !== 'frame').map((way) => ({
      ...way,
      name: `${id}, ${way.form} ${way.method} ${way.path}`,
      kind: row.kind,
      body: fieldsAt(path),
      status,
    })),
  );
}

const buildCallCells = (): Cell[] =>
  API_CALLS.flatMap(({ method, path, isPublic: isOpen }) => {
    const row = CALL_ROWS[`${method} ${path}`];
    const forms = buildRequestForms('routes/api.$', `/api/${path}`, true).filter(
      (way) => (way.method === 'POST') === (method === 'POST') && way.form !== 'document',
    );
    return forms.map((way) => ({
      ...way,
      name: `${method} ${path}, ${way.form}`,
      kind: isOpen ? ('open call' as const) : ('call' as const),
      body: path === 'auth/login' ? {} : (row?.body ?? {}),
      status: row?.status ?? 200,
    }));
  });

export const CELLS: readonly Cell[] = [
  ...Object.entries(ROUTE_ROWS).flatMap(buildRouteCells),
  ...buildCallCells(),
];

/** Requests a cell as a visitor: forms as a page sends them, else JSON. */
export function requestCell(cell: Cell, visitor: Visitor, id: string): Promise<Response> {
  const path = cell.path.replace(':id', id);
  const isCall = cell.kind === 'call' || cell.kind === 'open call' || cell.kind === 'calls';
  const accept = cell.form === 'json' || isCall ? 'application/json' : 'text/html';
  if (cell.method !== 'POST')
    return visitor.request(path, { method: cell.method, headers: { Accept: accept } });
  const body = Object.fromEntries(
    Object.entries(cell.body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^:(id|position)$/, id) : value,
    ]),
  );
  const headers = { Accept: accept, Origin: visitor.origin, 'Sec-Fetch-Site': 'same-origin' };
  return isCall || cell.form === 'json'
    ? visitor.postJson(path, body, headers)
    : visitor.postForm(path, body as Record<string, string>, headers);
}

/**
 * Cells in progress at once. With all of them, connections idle until the server closes them, and
 * a request that was just sent breaks.
 */
const CELLS_AT_ONCE = 16;

/** Does the work for every cell, some at a time. */
export async function forEachCell(work: (cell: Cell) => Promise<void>): Promise<void> {
  const cells = CELLS.values();
  const takeCells = async (): Promise<void> => {
    for (const cell of cells) await work(cell);
  };
  await Promise.all(Array.from({ length: CELLS_AT_ONCE }, takeCells));
}

export interface NormalizedResponse {
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** A response without parts that vary between requests: nonces, request ids, render keys, times. */
export async function normalizeResponse(response: Response): Promise<NormalizedResponse> {
  const text = (await response.text())
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/"(requestId|key)":"[^"]*"/g, '"$1":""')
    .replace(/data-request="[^"]*"/g, 'data-request')
    .replace(/Request <code>[^<]*</g, 'Request <code><')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  const location = response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect');
  return { status: response.status, location, cookies: normalizeCookies(response), text };
}

/** Invalid cookies; each must get the same response as no cookie. */
export function createOutsiders(
  desk: StaticDesk,
  owner: StaticUser,
): ReadonlyMap<string, () => Visitor> {
  const withCookie = (value: string) => (): Visitor =>
    new Visitor(desk.origin).setCookie('frontmonth', value);
  const withChangedSession = (change: string): (() => Visitor) => {
    const visitor = desk.session(owner);
    const idHash = createHash('sha256')
      .update(visitor.cookie('frontmonth') ?? '')
      .digest('hex');
    desk.db.$client.prepare(`UPDATE session SET ${change} WHERE id_hash = ?`).run(idHash);
    return withCookie(visitor.cookie('frontmonth') ?? '');
  };
  const id = owner.sessionId;
  const stored = createHash('sha256').update(id).digest();
  const changedId = `${id.slice(0, 20)}${id[20] === 'A' ? 'B' : 'A'}${id.slice(21)}`;
  return new Map([
    [
      'an idle session',
      withChangedSession(
        'active_ms = active_ms - 9 * 3600000, created_ms = created_ms - 9 * 3600000',
      ),
    ],
    ['an old session', withChangedSession('created_ms = created_ms - 25 * 3600000')],
    ['an ended session', withChangedSession('ended_ms = created_ms')],
    ['a changed letter', withCookie(changedId)],
    ['a cut id', withCookie(id.slice(0, -1))],
    ['a longer id', withCookie(`${id}A`)],
    ['the stored hash', withCookie(stored.toString('hex'))],
    ['the stored hash, as long as an id', withCookie(stored.toString('base64url'))],
    ['the name of the owner', withCookie(owner.id)],
    ['garbage', withCookie('%00"; DROP TABLE session; --')],
  ]);
}
