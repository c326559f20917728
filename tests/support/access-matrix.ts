// The cells of the matrix of access: every route and call in every form of asking, and who asks.
import { createHash } from 'node:crypto';
import { API_CALLS } from '../../app/routes/api.$/table';
import { CALL_ROWS, FORM_ROWS, ROUTE_ROWS, type RouteRow } from './access-rows';
import { Visitor } from './desk-server';
import { plainCookies } from './plain-cookies';
import type { StandingDesk, StandingUser } from './standing-desk';

export type Manner = 'document' | 'data' | '.data' | 'json' | 'head';

export interface Cell {
  readonly name: string;
  readonly kind: RouteRow['kind'] | 'call' | 'open call';
  readonly manner: Manner;
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** With `:id` where the id of a position belongs. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the user gets who may ask. */
  readonly status: number;
}

export const MISSING_ID = '0123456789abcdef0123456789abcdef';
const DATA_SUFFIX = (path: string): string => (path === '/' ? '/_root.data' : `${path}.data`);

/**
 * The forms of asking for one address: as a page, as data of a route, with the suffix of data, as
 * JSON.
 */
function buildManners(
  routeId: string,
  path: string,
  hasDocument: boolean,
): { manner: Manner; method: Cell['method']; path: string }[] {
  const data = `${path}?_data=${encodeURIComponent(routeId)}`;
  const inData = (['GET', 'POST'] as const).map((method) => ({
    manner: 'data' as const,
    method,
    path: data,
  }));
  if (!hasDocument) return inData;
  const plain = (['document', 'json'] as const).flatMap((manner) =>
    (['GET', 'POST'] as const).map((method) => ({ manner, method, path })),
  );
  return [
    ...plain,
    ...inData,
    { manner: '.data', method: 'GET', path: DATA_SUFFIX(path) },
    { manner: '.data', method: 'POST', path: DATA_SUFFIX(path) },
    { manner: 'head', method: 'HEAD', path },
  ];
}

function routeCells([id, row]: readonly [string, RouteRow]): Cell[] {
  const status = row.status ?? 200;
  // Signing in is asked without a name: failures are counted, and that is not for the cookie to
  // change.
  const fieldsAt = (path: string) =>
    path === '/login' || path === '/logout'
      ? {}
      : (FORM_ROWS.find(({ action }) => action === path)?.fields ?? {
          intent: 'close-position',
          position: ':id',
        });
  return row.paths.flatMap((path) =>
    buildManners(id, path, row.kind !== 'layout' && row.kind !== 'frame').map((way) => ({
      ...way,
      name: `${id}, ${way.manner} ${way.method} ${way.path}`,
      kind: row.kind,
      body: fieldsAt(path),
      status,
    })),
  );
}

const callCells = (): Cell[] =>
  API_CALLS.flatMap(({ method, path, isOpen }) => {
    const row = CALL_ROWS[`${method} ${path}`];
    const ways = buildManners('routes/api.$', `/api/${path}`, true).filter(
      (way) => (way.method === 'POST') === (method === 'POST') && way.manner !== 'document',
    );
    return ways.map((way) => ({
      ...way,
      name: `${method} ${path}, ${way.manner}`,
      kind: isOpen ? ('open call' as const) : ('call' as const),
      body: path === 'auth/login' ? {} : (row?.body ?? {}),
      status: row?.status ?? 200,
    }));
  });

export const CELLS: readonly Cell[] = [
  ...Object.entries(ROUTE_ROWS).flatMap(routeCells),
  ...callCells(),
];

/** Asks a cell as a visitor; a form where a page would send one, JSON elsewhere. */
export function ask(cell: Cell, visitor: Visitor, id: string): Promise<Response> {
  const path = cell.path.replace(':id', id);
  const isCall = cell.kind === 'call' || cell.kind === 'open call' || cell.kind === 'calls';
  const accept = cell.manner === 'json' || isCall ? 'application/json' : 'text/html';
  if (cell.method !== 'POST')
    return visitor.ask(path, { method: cell.method, headers: { Accept: accept } });
  const body = Object.fromEntries(
    Object.entries(cell.body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^:(id|position)$/, id) : value,
    ]),
  );
  const headers = { Accept: accept, Origin: visitor.origin, 'Sec-Fetch-Site': 'same-origin' };
  return isCall || cell.manner === 'json'
    ? visitor.postJson(path, body, headers)
    : visitor.postForm(path, body as Record<string, string>, headers);
}

export interface Seen {
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly text: string;
}

/**
 * An answer without what differs from one answer to the next: nonces, ids of requests, the key of a
 * rendering, moments.
 */
export async function seen(response: Response): Promise<Seen> {
  const text = (await response.text())
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/"(requestId|key)":"[^"]*"/g, '"$1"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  const location = response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect');
  return { status: response.status, location, cookies: plainCookies(response), text };
}

/**
 * Cookies that must be worth nothing: each outsider gets what a visitor without any cookie gets.
 */
export function outsiders(
  desk: StandingDesk,
  owner: StandingUser,
): ReadonlyMap<string, () => Visitor> {
  const carrying = (value: string) => (): Visitor =>
    new Visitor(desk.origin).carry('frontmonth', value);
  const aged = (change: string): (() => Visitor) => {
    const visitor = desk.session(owner);
    const idHash = createHash('sha256')
      .update(visitor.cookie('frontmonth') ?? '')
      .digest('hex');
    desk.db.$client.prepare(`UPDATE session SET ${change} WHERE id_hash = ?`).run(idHash);
    return carrying(visitor.cookie('frontmonth') ?? '');
  };
  const id = owner.sessionId;
  const stored = createHash('sha256').update(id).digest();
  const flipped = `${id.slice(0, 20)}${id[20] === 'A' ? 'B' : 'A'}${id.slice(21)}`;
  return new Map([
    [
      'an idle session',
      aged('active_ms = active_ms - 9 * 3600000, created_ms = created_ms - 9 * 3600000'),
    ],
    ['an old session', aged('created_ms = created_ms - 25 * 3600000')],
    ['an ended session', aged('ended_ms = created_ms')],
    ['a changed letter', carrying(flipped)],
    ['a cut id', carrying(id.slice(0, -1))],
    ['a longer id', carrying(`${id}A`)],
    ['the stored hash', carrying(stored.toString('hex'))],
    ['the stored hash, as long as an id', carrying(stored.toString('base64url'))],
    ['the name of the owner', carrying(owner.id)],
    ['garbage', carrying('%00"; DROP TABLE session; --')],
  ]);
}
