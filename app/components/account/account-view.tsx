// Account page: change of the passphrase.
import type { PassphraseFailure } from '../../contracts/account-page';
import { PassphraseForm } from './passphrase-form';

interface AccountViewProps {
  readonly username: string;
  readonly failure: PassphraseFailure | null;
}

export function AccountView({ username, failure }: AccountViewProps) {
  return (
    <>
      <h1>Account</h1>
      <p className="muted">You are signed in as {username}.</p>
      <PassphraseForm username={username} failure={failure} />
    </>
  );
}
