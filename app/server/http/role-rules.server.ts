// What each write needs: the only table of it. The guard checks it before the handler runs.
import type { Session } from '../../models/account/session.server';
import { type Role, explainMissingRole, includesRole } from '../../trading/domain/role';
import { HttpError } from './responses.server';

interface RoleRule {
  /** `:id` stands for one part of the path. */
  readonly path: string;
  /** Intents of forms; all others if absent. */
  readonly intents?: readonly string[];
  readonly needs: Role;
  /** Whether reading needs the role too. */
  readonly coversReads?: true;
}

/** What shows another commodity or reduces risk on the dashboard. */
const DASHBOARD_EXITS = ['data', 'stop', 'close', 'stop-all', 'close-all', 'close-position'];

/** The first rule that matches counts. */
export const ROLE_RULES: readonly RoleRule[] = [
  { path: '/login', needs: 'viewer' },
  { path: '/logout', needs: 'viewer' },
  { path: '/preferences', needs: 'viewer' },
  { path: '/account', needs: 'viewer' },
  { path: '/emergency-stop', needs: 'viewer' },
  ...['/', '/dashboard'].flatMap((path): RoleRule[] => [
    { path, intents: DASHBOARD_EXITS, needs: 'viewer' },
    { path, needs: 'trader' },
  ]),
  { path: '/live', intents: ['disarm', 'halt'], needs: 'viewer' },
  { path: '/live', intents: ['confirm'], needs: 'approver' },
  { path: '/live', needs: 'trader' },
  { path: '/backtest', needs: 'trader' },
  { path: '/backtest/:id', needs: 'trader' },
  { path: '/institutional', needs: 'trader' },
  { path: '/data-health', needs: 'operator' },
  { path: '/users', needs: 'operator', coversReads: true },
  { path: '/api/auth/login', needs: 'viewer' },
  { path: '/api/auth/logout', needs: 'viewer' },
  { path: '/api/trading-positions/close-all', needs: 'viewer' },
  { path: '/api/trading-positions/:id/close', needs: 'viewer' },
  { path: '/api/auto-trading/stop', needs: 'viewer' },
  { path: '/api/auto-trading/close-positions', needs: 'viewer' },
  { path: '/api/auto-trading/start', needs: 'trader' },
  { path: '/api/auto-trading/toggle-commodity', needs: 'trader' },
  { path: '/api/auto-trading/fix-user-mapping', needs: 'trader' },
  { path: '/api/trading/mode', needs: 'trader' },
  { path: '/api/settings', needs: 'trader' },
  { path: '/api/reset-trading-account', needs: 'trader' },
  { path: '/api/backtests', needs: 'trader' },
  { path: '/api/backtests/:id/cancel', needs: 'trader' },
];

/** For writes without a rule: no page and no call of that address takes one. */
const OTHER_WRITES: Role = 'trader';

/**
 * A path in the spelling of the table. Routes match in any case, with encoded letters and with slashes at
 * the end, so all of these must find the same rule.
 */
export function normalizePath(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // An address that cannot be decoded matches no route.
  }
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === ':id' || part === actual[index])
  );
}

const findRule = (path: string, intent: string): RoleRule | undefined =>
  ROLE_RULES.find(
    (rule) => matchesPath(rule.path, path) && (rule.intents?.includes(intent) ?? true),
  );

/**
 * Roles that a request needs. A form can repeat a field, and handlers read the first or the last one: all
 * of its intents count.
 */
function listNeededRoles(path: string, isWrite: boolean, form: URLSearchParams): Role[] {
  const rules = (form.has('intent') ? form.getAll('intent') : ['']).map((intent) =>
    findRule(path, intent),
  );
  if (isWrite) return rules.map((rule) => rule?.needs ?? OTHER_WRITES);
  return rules.flatMap((rule) => (rule?.coversReads ? [rule.needs] : []));
}

/** Throws 403 if the role of the user does not include what the request needs. */
export function assertRole(
  { role }: Pick<Session, 'role'>,
  { pathname }: URL,
  isWrite: boolean,
  form: URLSearchParams,
): void {
  for (const needed of listNeededRoles(normalizePath(pathname), isWrite, form))
    if (!includesRole(role, needed)) throw new HttpError(403, explainMissingRole(role, needed));
}
