// Changes of users by operators, in the notification log of operators.
import type { Database } from '../../../db/client.server';
import type { Command } from '../../trading/domain/command';
import { formatSentence } from '../../trading/domain/format';
import { assertNever } from '../../trading/domain/outcome';
import { findUserById } from '../account/user.server';
import type { NoticeText } from './notice-text';

type AdministrationCommand = Extract<
  Command,
  { type: 'DisableUser' | 'EnableUser' | 'RecordAdministration' | 'MoveUserOut' | 'MoveUserIn' }
>;

const AT_THE_MACHINE = 'The operator at the machine';

export function describeAdministration(
  db: Database,
  command: AdministrationCommand,
): Pick<NoticeText, 'title' | 'description'> {
  const getName = (id: string): string => findUserById(db, id)?.username ?? 'a removed user';
  const user = getName(command.userId);
  if (command.type === 'MoveUserOut' || command.type === 'MoveUserIn')
    return describeMove(command, user);
  const operator = command.byUserId === undefined ? AT_THE_MACHINE : getName(command.byUserId);
  switch (command.type) {
    case 'DisableUser':
      return {
        title: 'User disabled',
        description: `${operator} disabled ${user}. ${formatSentence(command.reason)}`,
      };
    case 'EnableUser':
      return {
        title: 'User enabled',
        description: `${operator} enabled ${user}. ${formatSentence(command.reason)}`,
      };
    case 'RecordAdministration':
      return describeChange(command, operator, user);
    default:
      return assertNever(command);
  }
}

const describeMove = (
  command: Extract<AdministrationCommand, { type: 'MoveUserOut' | 'MoveUserIn' }>,
  user: string,
): Pick<NoticeText, 'title' | 'description'> =>
  command.type === 'MoveUserOut'
    ? {
        title: 'User moved away',
        description: `The accounts of ${user} have moved to server ${command.to}.`,
      }
    : {
        title: 'User moved here',
        description: `The accounts of ${user} have moved here from server ${command.from}.`,
      };

function describeChange(
  { act, detail }: Extract<AdministrationCommand, { type: 'RecordAdministration' }>,
  operator: string,
  user: string,
): Pick<NoticeText, 'title' | 'description'> {
  switch (act) {
    case 'add':
      return { title: 'User added', description: `${operator} added ${user} as ${detail}.` };
    case 'role':
      return { title: 'Role changed', description: `${operator} gave ${user} the role ${detail}.` };
    case 'passphrase':
      return {
        title: 'Passphrase reset',
        description: `${operator} reset the passphrase of ${user}.`,
      };
    default:
      return assertNever(act);
  }
}
