// The message of the last action. It is in the page from the start, so it needs no script to appear.
import type { ToastMessage } from '../messages';
import styles from './toast.module.css';

export function Toast({ toast }: { toast: ToastMessage | null }) {
  return (
    <div role="status" className={styles['region']}>
      {toast ? (
        <div className={`${styles['toast']} ${styles[toast.variant]}`} key={`${toast.title}${toast.description}`}>
          <strong>{toast.title}</strong>
          {toast.description === '' ? null : <p>{toast.description}</p>}
        </div>
      ) : null}
    </div>
  );
}
