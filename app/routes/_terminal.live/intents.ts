// Forms of the page Live: their commands, and what each says once it is done.
import { z } from 'zod';
import type { ToastMessage } from '../../contracts/messages';
import { HALT_TEXTS } from '../../components/live-account/halt-texts';
import { HALT_LEVELS, type HaltLevel } from '../../trading/domain/account-halt';
import type { Command } from '../../trading/domain/command';
import { assertNever } from '../../trading/domain/outcome';
import { fromDollars } from '../../trading/domain/units';

const DOLLARS_MAX = 1e9;
const dollars = z
  .string()
  .trim()
  .regex(/^\$?\d{1,3}(,?\d{3})*(\.\d{1,2})?$/, 'Enter the loss limit in dollars, for example 500.')
  .transform((text) => Number(text.replace(/[$,]/g, '')))
  .refine((value) => value > 0 && value <= DOLLARS_MAX, 'The loss limit must be above zero.');
const id = z.string().min(1).max(80);
const level = z.coerce
  .number()
  .refine(
    (value): value is HaltLevel => (HALT_LEVELS as readonly number[]).includes(value),
    'Choose one of the five levels.',
  );

export const LiveSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('arm'), lossLimit: dollars, approval: z.literal('on').optional() }),
  z.object({ intent: z.literal('disarm') }),
  z.object({ intent: z.literal('confirm'), bookId: id, passphrase: z.string().min(1).max(1024) }),
  z.object({ intent: z.literal('approve'), proposal: id }),
  z.object({ intent: z.literal('decline'), proposal: id }),
  z.object({ intent: z.literal('halt'), level, contract: z.string().max(40).default('') }),
  z.object({ intent: z.literal('resume'), bookId: id }),
  z.object({ intent: z.literal('compare') }),
]);
export type LiveForm = z.infer<typeof LiveSchema>;
export type LiveCommandForm = Exclude<LiveForm, { intent: 'compare' }>;

export function toLiveCommand(form: LiveCommandForm, userId: string): Command {
  switch (form.intent) {
    case 'arm':
      return {
        type: 'ArmAccount',
        lossLimitMills: fromDollars(form.lossLimit),
        needsApproval: form.approval === 'on',
      };
    case 'disarm':
      return { type: 'DisarmAccount' };
    case 'confirm':
      return { type: 'ConfirmArming', bookId: form.bookId };
    case 'approve':
      return { type: 'ApproveEntry', proposalId: form.proposal };
    case 'decline':
      return { type: 'DeclineEntry', proposalId: form.proposal };
    case 'halt':
      return {
        type: 'HaltAccounts',
        userId,
        level: form.level,
        instrumentId: form.contract === '' ? null : form.contract,
        reason: `halted by the trader: ${getHaltName(form.level).toLowerCase()}`,
      };
    case 'resume':
      return { type: 'ResumeAccount', bookId: form.bookId, reason: 'resumed by the trader' };
    default:
      return assertNever(form);
  }
}

const getHaltName = (halt: HaltLevel): string =>
  HALT_TEXTS.find((row) => row.level === halt)?.name ?? '';

const DONE: Readonly<Record<Exclude<LiveForm['intent'], 'halt' | 'arm'>, ToastMessage>> = {
  disarm: {
    title: 'Disarmed',
    description: 'No new entries. Exits, stops and targets work.',
    variant: 'success',
  },
  confirm: {
    title: 'Arming confirmed',
    description: 'The other account may send entries now.',
    variant: 'success',
  },
  approve: {
    title: 'Entry approved',
    description: 'It was checked again and sent.',
    variant: 'trade',
  },
  decline: { title: 'Entry declined', description: 'Nothing was sent.', variant: 'default' },
  resume: {
    title: 'Account resumed',
    description: 'Arm it before it sends entries.',
    variant: 'success',
  },
  compare: {
    title: 'Compared with the broker',
    description: 'Orders, executions, positions and balance were read again.',
    variant: 'success',
  },
};

const ARMED: ToastMessage = {
  title: 'Live account armed',
  description: 'Entries may be sent now.',
  variant: 'success',
};
const REQUESTED: ToastMessage = {
  title: 'Arming requested',
  description: 'A second person confirms it. Until then nothing is sent.',
  variant: 'success',
};

/** `isArmed`: the account of the user, after the form. */
export function formatLiveSuccess(form: LiveForm, isArmed: boolean): ToastMessage {
  if (form.intent === 'arm') return isArmed ? ARMED : REQUESTED;
  if (form.intent !== 'halt') return DONE[form.intent];
  const { text = '' } = HALT_TEXTS.find((row) => row.level === form.level) ?? {};
  return { title: `Halted, level ${form.level}`, description: text, variant: 'default' };
}
