// Forms of the page Users: each changes one user, and is written to the event log.
import { z } from 'zod';
import type { ToastMessage } from '../../contracts/messages';
import type { UsersAnswer } from '../../contracts/users-page';
import {
  type Administration,
  type AdministrationOutcome,
  addUser,
  changeRole,
  disableUser,
  enableUser,
  resetPassphrase,
} from '../../models/account/administration.server';
import {
  REASON_LENGTH_MAX,
  type RequestOutcome,
  findRequestOutcome,
} from '../../models/account/operator-request.server';
import { USERNAME_PATTERN } from '../../models/account/user.server';
import { assertNever } from '../../trading/domain/outcome';
import { ROLES } from '../../trading/domain/role';
import { setTimeout as pause } from 'node:timers/promises';
import { generatePassphrase, hashPassword } from '../auth/password.server';
import { usePlacement } from '../desks/placement.server';
import { getLog, getUserTag } from '../platform/log.server';

const userId = z.string().min(1).max(64);
const role = z.enum(ROLES, 'Choose one of the four roles.');

export const UsersSchema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    username: z
      .string()
      .trim()
      .regex(
        USERNAME_PATTERN,
        'A user name has 1 to 64 letters, digits, dots, dashes, underscores and @.',
      ),
    role,
  }),
  z.object({ intent: z.literal('role'), userId, role }),
  z.object({ intent: z.literal('reset'), userId }),
  z.object({
    intent: z.literal('disable'),
    userId,
    reason: z
      .string()
      .trim()
      .min(1, 'Enter a reason. It is written to the event log, and the user can read it.')
      .max(REASON_LENGTH_MAX, `A reason has at most ${REASON_LENGTH_MAX} characters.`),
    close: z.literal('on').optional(),
  }),
  z.object({ intent: z.literal('enable'), userId }),
]);
type UsersForm = z.infer<typeof UsersSchema>;

/** What the page shows next: a message after a redirect, or an answer that is shown once. */
type UsersChange =
  | { readonly kind: 'done'; readonly toast: ToastMessage }
  | { readonly kind: 'answer'; readonly answer: UsersAnswer };

type Operator = Omit<Administration, 'reason'>;

const REASON = 'page Users';

export async function changeUsers(operator: Operator, form: UsersForm): Promise<UsersChange> {
  const by = { ...operator, reason: form.intent === 'disable' ? form.reason : REASON };
  switch (form.intent) {
    case 'add':
      return usePlacement((placement) =>
        setPassphrase((passwordHash) => addUser(by, { ...form, passwordHash, placement }), 'added'),
      );
    case 'reset':
      if (form.userId === operator.byUserId)
        return rejectForm('Change your own passphrase on the page Account.');
      return setPassphrase(
        (passwordHash) => resetPassphrase(by, form.userId, passwordHash),
        'has a new passphrase and is signed out everywhere',
      );
    case 'role':
      return confirmChange(changeRole(by, form.userId, form.role), {
        title: 'Role changed',
        text: `has the role ${form.role} from the next request on.`,
      });
    case 'disable':
      return confirmStop(by, disableUser(by, form.userId, form.close === 'on'));
    case 'enable':
      return confirmChange(enableUser(by, form.userId), {
        title: 'User enabled',
        text: 'may sign in again. Auto-trading stays off until RUN.',
      });
    default:
      return assertNever(form);
  }
}

export const rejectForm = (message: string): UsersChange => ({
  kind: 'answer',
  answer: { kind: 'failure', title: 'Nothing was changed', message },
});

/** The passphrase is in the answer alone. */
async function setPassphrase(
  change: (passwordHash: string) => AdministrationOutcome,
  description: string,
): Promise<UsersChange> {
  const passphrase = generatePassphrase();
  const outcome = change(await hashPassword(passphrase));
  if (!outcome.ok) return rejectForm(outcome.error);
  const { username } = outcome.user;
  logChange(outcome);
  return {
    kind: 'answer',
    answer: { kind: 'passphrase', username, title: `${username} ${description}`, passphrase },
  };
}

function confirmChange(
  outcome: AdministrationOutcome,
  { title, text }: { readonly title: string; readonly text: string },
): UsersChange {
  if (!outcome.ok) return rejectForm(outcome.error);
  logChange(outcome);
  const description = `${outcome.user.username} ${text}`;
  return { kind: 'done', toast: { title, description, variant: 'success' } };
}

/** The engine stops the accounts within this time, or the message says that it has not yet. */
const STOP_MS_MAX = 5_000;
const POLL_MS = 50;

async function confirmStop({ db }: Operator, outcome: AdministrationOutcome): Promise<UsersChange> {
  if (!outcome.ok) return rejectForm(outcome.error);
  logChange(outcome);
  const { requestId } = outcome;
  let stop: RequestOutcome | null = null;
  for (let waitedMs = 0; requestId !== null && waitedMs < STOP_MS_MAX; waitedMs += POLL_MS) {
    stop = findRequestOutcome(db, requestId);
    if (stop !== null) break;
    await pause(POLL_MS);
  }
  return {
    kind: 'done',
    toast: {
      title: 'User disabled',
      description: `${outcome.user.username} is signed out everywhere. ${describeStop(stop)}`,
      variant: stop?.ok ? 'success' : 'destructive',
    },
  };
}

function describeStop(stop: RequestOutcome | null): string {
  if (stop === null) return 'The accounts are not stopped yet; the server repeats it.';
  if (!stop.ok) return `The accounts are not stopped: ${stop.error}`;
  const { books, openCount } = stop;
  return `Stopped accounts: ${books.length}. Open positions: ${openCount}${openCount > 0 ? '; stops and targets stay' : ''}.`;
}

function logChange({ user, requestId }: Extract<AdministrationOutcome, { ok: true }>): void {
  getLog().info({ user: getUserTag(user.id), request: requestId }, 'an operator changed a user');
}
