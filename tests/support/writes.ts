// All write requests, built from the rows of calls and forms, for forgery and repeat tests.
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { SHORT_BACKTEST, CALL_ROWS, type WriteEffect, FORM_ROWS, getFormName } from './access-rows';
import type { Visitor } from './desk-server';
import type { StaticDesk, StaticUser } from './static-desk';

export interface Write {
  readonly name: string;
  readonly isCall: boolean;
  readonly routeId: string;
  /** `:position` stands for a position id. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly effect: WriteEffect | null;
}

/** Route of an action, for `_data` requests. */
const getRoute = (action: string): string =>
  ({
    '/': 'routes/_terminal.(dashboard)',
    '/backtest': 'routes/_terminal.backtest',
    '/account': 'routes/_terminal.account',
  })[action] ?? `routes/${action.slice(1)}`;

export const WRITES: readonly Write[] = [
  ...API_CALLS.filter(({ method }) => method === 'POST').map(({ path }): Write => {
    const row = CALL_ROWS[`POST ${path}`];
    return {
      name: `call ${path}`,
      isCall: true,
      routeId: 'routes/api.$',
      path: `/api/${path.replace(':id', ':position')}`,
      fields: row?.body ?? {},
      effect: row?.effect ?? null,
    };
  }),
  ...FORM_ROWS.map(
    ({ action, fields, effect }): Write => ({
      name: `form ${getFormName(action, fields)}`,
      isCall: false,
      routeId: getRoute(action),
      path: action,
      fields,
      effect: effect ?? null,
    }),
  ),
];

/** User with the positions or backtest a write needs. */
export interface Writer extends StaticUser {
  readonly position: string;
  readonly csrf: string;
}

let users = 0;

export async function createWriter(
  desk: StaticDesk,
  { effect }: Pick<Write, 'effect'>,
): Promise<Writer> {
  users += 1;
  const user = await desk.user(`writer-${users}`);
  if (effect?.needsPositions) await user.visitor.postJson('/api/auto-trading/start', {});
  const path = effect?.needsBacktest ? '/api/backtests' : '/api/trading-positions';
  if (effect?.needsBacktest) await user.visitor.postJson(path, SHORT_BACKTEST);
  const list = (await (await user.visitor.request(path)).json()) as { id: string }[];
  return { ...user, position: list[0]?.id ?? '', csrf: (await user.visitor.formFields('/')).csrf };
}

const fillPosition = (value: unknown, { position }: Writer): unknown =>
  value === ':position' ? position : value;

export const getPath = (write: Write, writer: Writer): string =>
  write.path.replace(':position', writer.position);

export const buildFields = (write: Write, writer: Writer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(write.fields).map(([name, value]) => [name, fillPosition(value, writer)]),
  );

export const getForm = (
  write: Write,
  writer: Writer,
  more: Readonly<Record<string, string>> = {},
): string =>
  new URLSearchParams({
    ...Object.fromEntries(
      Object.entries(buildFields(write, writer)).map(([name, value]) => [name, String(value)]),
    ),
    ...more,
  }).toString();

/** Sends a write as intended: JSON from a program, a form with token from a page. */
export function sendWrite(
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, string>> = {},
  visitor: Visitor = writer.visitor,
): Promise<Response> {
  const path = getPath(write, writer);
  if (write.isCall) return visitor.postJson(path, buildFields(write, writer), headers);
  const body = getForm(write, writer, { csrf: writer.csrf, ...fields });
  return visitor.request(path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}
