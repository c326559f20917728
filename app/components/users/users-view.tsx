// Page Users: what each role may do, a form that adds a user, and all users.
import type { UsersAnswer, UsersPageDto } from '../../contracts/users-page';
import { formatCount } from '../../trading/domain/format';
import { ROLE_TEXTS } from './role-texts';
import { ROLES } from '../../trading/domain/role';
import { DataTable } from '../data-table';
import { ErrorSummary } from '../error-summary';
import { AddUserForm } from './add-user-form';
import { PassphraseNotice } from './passphrase-notice';
import { UserRow } from './user-row';
import { buildHref } from '../../contracts/base-path';
import styles from './users.module.css';

interface UsersViewProps extends UsersPageDto {
  readonly answer: UsersAnswer | null;
  readonly timeZone: string;
}

export function UsersView({ answer, ...page }: UsersViewProps) {
  return (
    <>
      <div>
        <h1>Users</h1>
        <p className="muted">
          Each change is written to the event log and takes effect at the next request of the user.
        </p>
      </div>
      {answer?.kind === 'failure' ? (
        <ErrorSummary title={answer.title} lines={[answer.message]} />
      ) : null}
      {answer?.kind === 'passphrase' ? <PassphraseNotice {...answer} /> : null}
      <div className={styles['parts']}>
        <AddUserForm />
        <RoleList />
      </div>
      <UserTable {...page} />
    </>
  );
}

const RoleList = () => (
  <section className={styles['card']} aria-labelledby="roles">
    <h2 id="roles">Roles</h2>
    <dl className={styles['roles']}>
      {ROLES.map((role) => (
        <div key={role}>
          <dt>{role}</dt>
          <dd>{ROLE_TEXTS[role]}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function UserTable({ users, usersTotal, page, pages, timeZone }: Omit<UsersViewProps, 'answer'>) {
  return (
    <>
      <DataTable
        id="users"
        caption="All users"
        note={`${formatCount(usersTotal)} ${usersTotal === 1 ? 'user' : 'users'}, oldest first.`}
        isCards
      >
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
            <th scope="col">Live account</th>
            <th scope="col">Created</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} timeZone={timeZone} />
          ))}
        </tbody>
      </DataTable>
      {pages === 1 ? null : (
        <nav aria-label="Pages of users" className={styles['line']}>
          {page > 1 ? <a href={buildHref(`/users?page=${page - 1}`)}>Older users</a> : null}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages ? <a href={buildHref(`/users?page=${page + 1}`)}>Newer users</a> : null}
        </nav>
      )}
    </>
  );
}
