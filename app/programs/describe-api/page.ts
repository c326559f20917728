// Builds docs/api.md from the table of calls and the schemas.
import type { ApiCall } from '../../routes/api.$/api-call';
import { API_CALLS } from '../../routes/api.$/api-calls';
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
import { type FieldRow, type Shape, SchemaCatalog } from './shape-rows';

const escapeCell = (text: string): string => text.replace(/\|/g, '\\|');
const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...rows.map((row) => `| ${row.map(escapeCell).join(' | ')} |`),
  ].join('\n');
const formatFields = (rows: readonly FieldRow[]): string =>
  renderTable(
    ['field', 'type', 'meaning'],
    rows.map(({ path, type, summary }) => [`\`${path}\``, type, summary]),
  );

function formatShape(title: string, { type, rows }: Shape): string {
  const lead = type === 'object' ? `**${title}**` : `**${title}**: ${type}`;
  return rows.length === 0
    ? `${lead}${type === 'object' ? ': no fields required' : ''}`
    : `${lead}\n\n${formatFields(rows)}`;
}

const FAULTS: Readonly<Record<string, Fault>> = { ...CALL_FAULTS, ...DESK_FAULTS };

function formatCall(
  { method, path, isPublic: isOpen, description: about, query, body }: ApiCall,
  book: SchemaCatalog,
): string {
  const faults = (about.faults ?? [])
    .map((name) => FAULTS[name])
    .filter((fault) => fault !== undefined);
  const statuses = [
    about.status ?? '200',
    ...faults.map(({ status, code }) => (code === null ? `${status}` : `${status} \`${code}\``)),
  ];
  return [
    `### ${method} /api/${path}`,
    `${about.summary}${isOpen ? ' No session required.' : ''}`,
    `Status: ${[...new Set(statuses)].join(', ')}.`,
    ...(query ? [formatShape('Query', book.convert(query, 'input'))] : []),
    ...(body ? [formatShape('Body', book.convert(body, 'input'))] : []),
    formatShape('Response', book.convert(about.answer, 'output')),
  ].join('\n\n');
}

const formatFaultTable = (faults: Readonly<Record<string, Fault>>, hasCode: boolean): string =>
  renderTable(
    ['status', ...(hasCode ? ['`code`'] : []), '`error`', 'cause', 'remedy'],
    Object.values(faults).map(({ status, code, error, cause, remedy }) => [
      `${status}`,
      ...(hasCode ? [`\`${code ?? ''}\``] : []),
      error,
      cause,
      remedy,
    ]),
  );

function formatSocket(book: SchemaCatalog): string {
  const messages = SOCKET_MESSAGES.map(
    ([name, summary, shape]) =>
      `### ${name}\n\n${summary}\n\n${formatShape('Message', book.convert(shape, 'output'))}`,
  );
  return [
    '## Socket',
    SOCKET_RULES,
    '### authenticate',
    'The only message that a client sends.',
    formatShape('Message', book.convert(AuthenticateSchema, 'input')),
    ...messages,
  ].join('\n\n');
}

export function buildApiPage(): string {
  const book = new SchemaCatalog();
  const calls = API_CALLS.map((call) => formatCall(call, book));
  const socket = formatSocket(book);
  book.convert(ErrorSchema, 'output');
  const shapes = book
    .listNamed()
    .map(
      ({ name, summary, shape }) =>
        `### ${name}\n\n${summary}\n\n${shape.rows.length === 0 ? shape.type : formatFields(shape.rows)}`,
    );
  const list = renderTable(
    ['call', 'description'],
    API_CALLS.map(({ method, path, description: about }) => [
      `\`${method} ${path}\``,
      about.summary,
    ]),
  );
  const faults = [
    '## Errors',
    '`…` marks a variable part. `Retry-After` is in seconds.',
    '### Any call',
    formatFaultTable(COMMON_FAULTS, false),
    '### Some calls',
    formatFaultTable(CALL_FAULTS, false),
    '### Trading',
    'These also have the fields `code`, `asked` and `allowed`.',
    formatFaultTable(DESK_FAULTS, true),
    '### Codes',
    'The same code appears in responses, idle reasons, notifications and on position pages.',
    renderTable(
      ['`code`', 'meaning'],
      Object.entries(CODE_MEANINGS).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  ];
  return `${[OPENING, '## All calls', list, SEQUENCES, '## Calls', ...calls, socket, '## Shapes', ...shapes, ...faults].join('\n\n')}\n`;
}
