// Account page: active sessions, and change of the passphrase.
import { describeRole } from '../users/role-texts';
import type { Role } from '../../trading/domain/role';
import type { PassphraseFailure } from '../../contracts/account-page';
import { PassphraseForm } from './passphrase-form';
import { SessionsTable, type SessionsTableProps } from './sessions-table';
import styles from './account-view.module.css';

interface AccountViewProps extends SessionsTableProps {
  readonly username: string;
  readonly role: Role;
  readonly failure: PassphraseFailure | null;
}

export function AccountView({ username, role, failure, ...sessions }: AccountViewProps) {
  return (
    <>
      <div>
        <h1>Account</h1>
        <p className="muted">
          You are signed in as {username}. Your role is {role}. {describeRole(role)}
        </p>
      </div>
      <div className={styles['parts']}>
        <PassphraseForm username={username} failure={failure} />
        <SessionsTable {...sessions} />
      </div>
    </>
  );
}
