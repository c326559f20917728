// A user with the forms that change it, folded away.
import { Form } from '@remix-run/react';
import type { UserDto } from '../../contracts/users-page';
import { formatDateTime } from '../../trading/domain/format';
import { Button } from '../button';
import { CheckBox, SelectField } from '../choices';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { ROLE_OPTIONS } from './role-options';
import { buildHref } from '../../contracts/base-path';
import styles from './users.module.css';

export function UserRow({ user, timeZone }: { readonly user: UserDto; readonly timeZone: string }) {
  const { id, username, role, isDisabled, live, createdMs, isSelf } = user;
  return (
    <tr id={`user-${id}`} className={styles['row']}>
      <th scope="row">
        <span className={styles['name']}>{username}</span>
        {isSelf ? <span className="muted"> (you)</span> : null}
      </th>
      <td data-label="Role">{role}</td>
      <td data-label="State">
        <span className={isDisabled ? styles['disabled'] : undefined}>
          {isDisabled ? 'disabled' : 'enabled'}
        </span>
      </td>
      <td data-label="Live account">{live ?? 'none'}</td>
      <td data-label="Created" data-wide="">
        {formatDateTime(createdMs, timeZone)}
      </td>
      <td data-wide="" data-text="" className={styles['change']}>
        <details>
          <summary>
            Change<span className="visually-hidden"> {username}</span>
          </summary>
          <div className={styles['forms']}>
            {user.isLastOperator ? (
              <p className="muted">
                The last operator keeps the role and stays enabled. Give another user the role
                operator first.
              </p>
            ) : (
              <RoleForm user={user} />
            )}
            {isSelf ? <OwnPassphrase /> : <ResetForm user={user} />}
            {isDisabled ? <EnableForm user={user} /> : null}
            {isDisabled || user.isLastOperator ? null : <DisableForm user={user} />}
          </div>
        </details>
      </td>
    </tr>
  );
}

interface UserFormProps {
  readonly user: UserDto;
}

const HiddenFields = ({ user: { id }, intent }: UserFormProps & { readonly intent: string }) => (
  <>
    <FormToken name={`${intent}-${id}`} />
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="userId" value={id} />
  </>
);

const OwnPassphrase = () => (
  <p className="muted">
    Change your own passphrase on the page{' '}
    <a href={buildHref('/account')} data-visit="">
      Account
    </a>
    .
  </p>
);

const RoleForm = ({ user }: UserFormProps) => (
  <Form method="post" action="/users" className={styles['line']}>
    <HiddenFields user={user} intent="role" />
    <SelectField
      id={`role-${user.id}`}
      name="role"
      label={`Role of ${user.username}`}
      options={ROLE_OPTIONS}
      chosen={user.role}
      error={null}
    />
    <Button>
      Change role<span className="visually-hidden"> of {user.username}</span>
    </Button>
  </Form>
);

const ResetForm = ({ user }: UserFormProps) => (
  <Form method="post" action="/users" className={styles['line']}>
    <HiddenFields user={user} intent="reset" />
    <Button>
      Reset passphrase<span className="visually-hidden"> of {user.username}</span>
    </Button>
    <span className="muted">Shows a new one once and ends all sessions.</span>
  </Form>
);

const EnableForm = ({ user }: UserFormProps) => (
  <Form method="post" action="/users" className={styles['line']}>
    <HiddenFields user={user} intent="enable" />
    <Button>
      Enable<span className="visually-hidden"> {user.username}</span>
    </Button>
    <span className="muted">Auto-trading stays off until RUN.</span>
  </Form>
);

const DisableForm = ({ user }: UserFormProps) => (
  <Form method="post" action="/users" className={styles['form']}>
    <HiddenFields user={user} intent="disable" />
    <Field
      id={`reason-${user.id}`}
      name="reason"
      label="Reason for disabling"
      hint="For the event log; the user can read it."
      maxLength={200}
      autoComplete="off"
      required
      error={null}
    />
    <CheckBox name="close" label="Also close all positions at market" isOn={false} />
    <Button look="danger">
      Disable<span className="visually-hidden"> {user.username}</span>
    </Button>
    <p className="muted">Stops all accounts and ends all sessions. Stops and targets stay.</p>
  </Form>
);
