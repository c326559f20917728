// The text of docs/api.md: every call, message, shape and refusal, from the table of calls and the
// schemas.
import type { ApiCall } from '../../routes/api.$/call';
import { API_CALLS } from '../../routes/api.$/table';
import {
  CALL_FAULTS,
  CODE_MEANINGS,
  COMMON_FAULTS,
  DESK_FAULTS,
  type Fault,
} from '../../contracts/api/faults';
import { AuthenticateSchema, SOCKET_MESSAGES } from '../../contracts/api/socket';
import { ErrorSchema } from '../../contracts/api/trading';
import { OPENING, SEQUENCES, SOCKET_RULES } from './prose';
import { type FieldRow, type Shape, ShapeBook } from './shape-rows';

const cell = (text: string): string => text.replace(/\|/g, '\\|');
const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n');
const formatFields = (rows: readonly FieldRow[]): string =>
  renderTable(
    ['field', 'type', 'meaning'],
    rows.map(({ path, type, summary }) => [`\`${path}\``, type, summary]),
  );

function shapeText(title: string, { type, rows }: Shape): string {
  const lead = type === 'object' ? `**${title}**` : `**${title}**: ${type}`;
  return rows.length === 0
    ? `${lead}${type === 'object' ? ': needs none' : ''}`
    : `${lead}\n\n${formatFields(rows)}`;
}

const FAULTS: Readonly<Record<string, Fault>> = { ...CALL_FAULTS, ...DESK_FAULTS };

function callText({ method, path, isOpen, about, body }: ApiCall, book: ShapeBook): string {
  const faults = (about.faults ?? [])
    .map((name) => FAULTS[name])
    .filter((fault) => fault !== undefined);
  const statuses = [
    about.status ?? '200',
    ...faults.map(({ status, code }) => (code === null ? `${status}` : `${status} \`${code}\``)),
  ];
  return [
    `### ${method} /api/${path}`,
    `${about.summary}${isOpen ? ' Needs no session.' : ''}`,
    `Status: ${[...new Set(statuses)].join(', ')}.`,
    ...(about.query
      ? [shapeText('Behind the question mark', book.tell(about.query, 'input'))]
      : []),
    ...(body ? [shapeText('Body', book.tell(body, 'input'))] : []),
    shapeText('Answer', book.tell(about.answer, 'output')),
  ].join('\n\n');
}

const faultTable = (faults: Readonly<Record<string, Fault>>, withCode: boolean): string =>
  renderTable(
    ['status', ...(withCode ? ['`code`'] : []), '`error`', 'comes from', 'what to do'],
    Object.values(faults).map(({ status, code, error, cause, remedy }) => [
      `${status}`,
      ...(withCode ? [`\`${code ?? ''}\``] : []),
      error,
      cause,
      remedy,
    ]),
  );

function socketText(book: ShapeBook): string {
  const messages = SOCKET_MESSAGES.map(
    ([name, summary, shape]) =>
      `### ${name}\n\n${summary}\n\n${shapeText('Message', book.tell(shape, 'output'))}`,
  );
  return [
    '## The socket',
    SOCKET_RULES,
    '### authenticate',
    'What a client sends, and all that it sends.',
    shapeText('Message', book.tell(AuthenticateSchema, 'input')),
    ...messages,
  ].join('\n\n');
}

/** The whole page. */
export function apiPage(): string {
  const book = new ShapeBook();
  const calls = API_CALLS.map((call) => callText(call, book));
  const socket = socketText(book);
  book.tell(ErrorSchema, 'output');
  const shapes = book
    .named()
    .map(
      ({ name, summary, shape }) =>
        `### ${name}\n\n${summary}\n\n${shape.rows.length === 0 ? shape.type : formatFields(shape.rows)}`,
    );
  const list = renderTable(
    ['call', 'what it does'],
    API_CALLS.map(({ method, path, about }) => [`\`${method} ${path}\``, about.summary]),
  );
  const faults = [
    '## Refusals',
    '`…` stands for what varies. `Retry-After` is in seconds.',
    '### Of any call',
    faultTable(COMMON_FAULTS, false),
    '### Of some calls',
    faultTable(CALL_FAULTS, false),
    '### Of the desk',
    'These have `code`, `asked` and `allowed` too.',
    faultTable(DESK_FAULTS, true),
    '### Names',
    'A refusal has the same name wherever it is met: in an answer, beside a commodity that waits, among the notifications, on the page of a position.',
    renderTable(
      ['`code`', 'what it is'],
      Object.entries(CODE_MEANINGS).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  ];
  return `${[OPENING, '## All calls', list, SEQUENCES, '## Calls', ...calls, socket, '## Shapes', ...shapes, ...faults].join('\n\n')}\n`;
}
