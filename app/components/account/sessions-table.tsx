// Active sessions of the user, with a form that ends the others.
import { Form, useNavigation } from '@remix-run/react';
import type { SessionDto } from '../../contracts/account-page';
import { formatDateTime } from '../../trading/domain/format';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { FormToken } from '../form-token';
import styles from './account-view.module.css';

export interface SessionsTableProps {
  /** The newest of them, this one first. */
  readonly sessions: readonly SessionDto[];
  readonly sessionCount: number;
  readonly timeZone: string;
}

function formatCountNote(shown: number, all: number): string {
  if (shown < all) return `${shown} of ${all} sessions`;
  return all === 1 ? '1 session' : `${all} sessions`;
}

export function SessionsTable({ sessions, sessionCount, timeZone }: SessionsTableProps) {
  const navigation = useNavigation();
  const isSubmitting = navigation.formData?.get('intent') === 'sign-out-elsewhere';
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <div className={styles['sessions']}>
      <DataTable
        id="sessions"
        caption="Active sessions"
        note={formatCountNote(sessions.length, sessionCount)}
      >
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last active</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ createdMs, activeMs, isCurrent }, index) => (
            <tr key={index}>
              <th scope="row">{isCurrent ? 'This one' : 'Another one'}</th>
              <td>{formatDateTime(createdMs, timeZone)}</td>
              <td>{formatDateTime(activeMs, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <Form method="post" action="/account" className={styles['end']}>
        <FormToken name="sign-out-elsewhere" />
        <input type="hidden" name="intent" value="sign-out-elsewhere" />
        <Button look="danger" disabled={isSubmitting || !hasOthers}>
          {isSubmitting ? 'Signing out...' : 'Sign out elsewhere'}
        </Button>
        <p className="muted">
          {hasOthers
            ? 'Ends all sessions but this one. Trading continues.'
            : 'You have no other sessions.'}
        </p>
      </Form>
    </div>
  );
}
