// Toast of the last action. Server-rendered; script adds the timeout, swipe and F8.
import { useLocation } from '@remix-run/react';
import type { ShownToast } from '../contracts/messages';
import styles from './toast.module.css';
import { useToast } from './use-toast';
import { buildHref } from '../contracts/base-path';

/**
 * Shows at most one toast, from the server or from client code. Success is polite and disappears;
 * errors interrupt and stay.
 */
export function Toast({
  toast,
  clientToast,
}: {
  toast: ShownToast | null;
  clientToast: ShownToast | null;
}) {
  const { shown, place, isScripted, box, hold, dismiss, swipe } = useToast(toast, clientToast);
  const isSilent = shown?.isSilent === true;
  const isUrgent = !isSilent && shown?.variant === 'destructive';
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
    <div className={styles['region']} data-place={place}>
      <div role="status">{isUrgent || isSilent ? null : message}</div>
      {isUrgent ? <div role="alert">{message}</div> : null}
      {isSilent ? message : null}
    </div>
  );
}

/** Reloads the page; the toast is shown only once. */
function DismissLink() {
  const { pathname, search } = useLocation();
  return (
    <a href={buildHref(`${pathname}${search}`)} className={styles['dismiss']}>
      Dismiss
    </a>
  );
}
