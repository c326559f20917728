// The message of the last action. It is in the page from the start; script lets it leave by itself
// and makes it quicker to reach.
import { useLocation } from '@remix-run/react';
import type { ShownToast } from '../contracts/messages';
import styles from './toast.module.css';
import { useToast } from './use-toast';

/**
 * One message at most, of the server or of the page itself. What went well is told politely and
 * leaves; what needs an answer interrupts and stays.
 */
export function Toast({ toast, said }: { toast: ShownToast | null; said: ShownToast | null }) {
  const { shown, isScripted, box, hold, dismiss, swipe } = useToast(toast, said);
  const isUrgent = shown?.variant === 'destructive';
  const message = shown ? (
    <div
      ref={box}
      key={shown.id}
      tabIndex={-1}
      data-toast
      className={`${styles['toast']} ${styles[shown.variant]}`}
      {...hold}
      {...swipe}
    >
      <div>
        <strong>{shown.title}</strong>
        {shown.description === '' ? null : <p>{shown.description}</p>}
      </div>
      {isScripted ? (
        <button type="button" className="link-button" onClick={dismiss}>
          Dismiss
        </button>
      ) : (
        <DismissLink />
      )}
    </div>
  ) : null;
  return (
    <div className={styles['region']}>
      <div role="status">{isUrgent ? null : message}</div>
      {isUrgent ? <div role="alert">{message}</div> : null}
    </div>
  );
}

/** Asking for the same page again brings it without the message, which is told once. */
function DismissLink() {
  const { pathname, search } = useLocation();
  return (
    <a href={`${pathname}${search}`} className={styles['dismiss']}>
      Dismiss
    </a>
  );
}
