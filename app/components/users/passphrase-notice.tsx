// A generated passphrase, on the answer to the form alone.
import type { NewPassphrase } from '../../contracts/users-page';
import styles from './users.module.css';

export const PassphraseNotice = ({ username, title, passphrase }: NewPassphrase) => (
  <section className={styles['notice']} role="status" aria-labelledby="new-passphrase">
    <h2 id="new-passphrase">{title}</h2>
    <p>
      Passphrase of {username}: <code className={styles['passphrase']}>{passphrase}</code>
    </p>
    <p className="muted">
      It is shown only once. Give it to {username}, who can change it on the page Account.
    </p>
  </section>
);
