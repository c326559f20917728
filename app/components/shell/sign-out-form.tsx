// Signing out changes something, so it is a button; it looks like the link that people look for.
import { Form } from '@remix-run/react';
import { FormToken } from '../form-token';

export function SignOutForm({ name }: { name: string }) {
  return (
    <Form method="post" action="/logout">
      <FormToken name={`sign-out-${name}`} />
      <button type="submit" className="link-button">
        Sign Out
      </button>
    </Form>
  );
}
