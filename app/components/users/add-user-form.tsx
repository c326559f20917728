// Adds a user. The server generates the passphrase.
import { Form } from '@remix-run/react';
import { Button } from '../button';
import { SelectField } from '../choices';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { ROLE_OPTIONS } from './role-options';
import styles from './users.module.css';

export const AddUserForm = () => (
  <section className={styles['card']} aria-labelledby="add-user">
    <h2 id="add-user">Add a user</h2>
    <Form method="post" action="/users" className={styles['form']}>
      <FormToken name="add-user" />
      <input type="hidden" name="intent" value="add" />
      <Field
        id="new-username"
        name="username"
        label="User name"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        required
        error={null}
      />
      <SelectField
        id="new-role"
        name="role"
        label="Role"
        options={ROLE_OPTIONS}
        chosen="trader"
        error={null}
      />
      <Button look="main">Add user</Button>
      <p className="muted">The passphrase is generated and shown once.</p>
    </Form>
  </section>
);
