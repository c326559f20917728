// Notices of live accounts: arming, proposed entries and halts.
import type { Command } from '../../trading/domain/command';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatMoney, formatSentence, formatTimeOfDay } from '../../trading/domain/format';
import { assertNever } from '../../trading/domain/outcome';
import type { NotificationRecord } from '../../trading/domain/notification-records';
import type { NoticeText } from './notice-text';

type ArmingRecord = Extract<
  NotificationRecord,
  { type: 'ArmingRequested' | 'AccountArmed' | 'AccountDisarmed' }
>;

/** `timeZone`: of the desk. */
export function describeArming(record: ArmingRecord, timeZone: string): NoticeText {
  switch (record.type) {
    case 'ArmingRequested':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Arming requested',
        description: `Loss limit ${formatMoney(record.payload.lossLimitMills)}. Another user confirms it on the page Live within 10 minutes.`,
      };
    case 'AccountArmed':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Live account armed',
        description: `Entries may be sent until ${formatTimeOfDay(record.payload.untilMs, timeZone)}, or a loss of ${formatMoney(record.payload.lossLimitMills)}.`,
      };
    case 'AccountDisarmed':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Live account disarmed',
        description: formatSentence(
          `${record.payload.reason}. Entries are blocked; stops, targets and CLOSE continue`,
        ),
      };
    default:
      return assertNever(record);
  }
}

export function describeProposal(
  record: Extract<NotificationRecord, { type: 'EntryProposed' | 'EntryDeclined' }>,
): NoticeText {
  if (record.type === 'EntryDeclined')
    return {
      kind: 'desk',
      variant: 'default',
      title: 'Entry not sent',
      description: formatSentence(record.payload.reason),
    };
  const { commodity, direction, playbookId, reason } = record.payload.proposal;
  return {
    kind: 'desk',
    variant: 'default',
    title: `${COMMODITIES[commodity].displayName}: entry waits for approval`,
    description: formatSentence(
      `${direction} by ${playbookId}: ${reason}. Approve it on the page Live within 5 minutes`,
    ),
  };
}

type LiveCommand = Extract<
  Command,
  {
    type:
      | 'ArmAccount'
      | 'ConfirmArming'
      | 'DisarmAccount'
      | 'ApproveEntry'
      | 'DeclineEntry'
      | 'HaltAccounts'
      | 'ResumeAccount';
  }
>;

export function describeLiveCommand(
  command: LiveCommand,
): Pick<NoticeText, 'title' | 'description'> {
  switch (command.type) {
    case 'ArmAccount':
      return {
        title: 'Arm the live account',
        description: `Loss limit ${formatMoney(command.lossLimitMills)}; entries of strategies ${command.needsApproval ? 'wait for approval' : 'are sent at once'}.`,
      };
    case 'ConfirmArming':
      return { title: 'Arming confirmed', description: 'For the live account of another user.' };
    case 'DisarmAccount':
      return { title: 'Disarm the live account', description: 'No new entries.' };
    case 'ApproveEntry':
      return { title: 'Entry approved', description: 'Checked again, then sent.' };
    case 'DeclineEntry':
      return { title: 'Entry declined', description: 'Nothing was sent.' };
    case 'HaltAccounts':
      return { title: `Halt level ${command.level}`, description: formatSentence(command.reason) };
    case 'ResumeAccount':
      return { title: 'Resume requested', description: formatSentence(command.reason) };
    default:
      return assertNever(command);
  }
}
