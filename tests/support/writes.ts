// Everything that writes, made from the rows of calls and forms: what the judges of forgery and of
// repeats send.
import { API_CALLS } from '../../app/routes/api.$/table';
import { A_BACKTEST, CALL_ROWS, type Deed, FORM_ROWS, deedName } from './access-rows';
import type { Visitor } from './desk-server';
import type { StandingDesk, StandingUser } from './standing-desk';

export interface Write {
  readonly name: string;
  readonly isCall: boolean;
  readonly routeId: string;
  /** With `:position` where the id of a position belongs. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly deed: Deed | null;
}

/** The route that serves an action, for asking it by `_data`. */
const getRoute = (action: string): string =>
  ({ '/': 'routes/_terminal.(dashboard)', '/backtest': 'routes/_terminal.backtest' })[action] ??
  `routes/${action.slice(1)}`;

export const WRITES: readonly Write[] = [
  ...API_CALLS.filter(({ method }) => method === 'POST').map(({ path }): Write => {
    const row = CALL_ROWS[`POST ${path}`];
    return {
      name: `call ${path}`,
      isCall: true,
      routeId: 'routes/api.$',
      path: `/api/${path.replace(':id', ':position')}`,
      fields: row?.body ?? {},
      deed: row?.deed ?? null,
    };
  }),
  ...FORM_ROWS.map(
    ({ action, fields, deed }): Write => ({
      name: `form ${deedName(action, fields)}`,
      isCall: false,
      routeId: getRoute(action),
      path: action,
      fields,
      deed: deed ?? null,
    }),
  ),
];

/** A user who may make a write: with positions where it wants them. */
export interface Writer extends StandingUser {
  readonly position: string;
  readonly csrf: string;
}

let users = 0;

export async function writerFor(
  desk: StandingDesk,
  { deed }: Pick<Write, 'deed'>,
): Promise<Writer> {
  users += 1;
  const user = await desk.user(`writer-${users}`);
  if (deed?.wantsPositions) await user.visitor.postJson('/api/auto-trading/start', {});
  const path = deed?.wantsBacktest ? '/api/backtests' : '/api/trading-positions';
  if (deed?.wantsBacktest) await user.visitor.postJson(path, A_BACKTEST);
  const list = (await (await user.visitor.ask(path)).json()) as { id: string }[];
  return { ...user, position: list[0]?.id ?? '', csrf: (await user.visitor.formFields('/')).csrf };
}

const filled = (value: unknown, { position }: Writer): unknown =>
  value === ':position' ? position : value;

export const getPath = (write: Write, writer: Writer): string =>
  write.path.replace(':position', writer.position);

export const buildFields = (write: Write, writer: Writer): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(write.fields).map(([name, value]) => [name, filled(value, writer)]),
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

/** The write as it is meant to be sent: JSON from a program, a form with its token from a page. */
export function send(
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, string>> = {},
  visitor: Visitor = writer.visitor,
): Promise<Response> {
  const path = getPath(write, writer);
  if (write.isCall) return visitor.postJson(path, buildFields(write, writer), headers);
  const body = getForm(write, writer, { csrf: writer.csrf, ...fields });
  return visitor.ask(path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}
