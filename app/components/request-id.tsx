// The id of the request behind an error page, which a user can quote.
import { createContext, useContext } from 'react';

/** Set by the server for error pages alone. */
export const RequestIdContext = createContext<string | null>(null);

/** The document holds it for the browser; null on a page without an error. */
export function useRequestId(): string | null {
  const requestId = useContext(RequestIdContext);
  return typeof document === 'undefined'
    ? requestId
    : (document.documentElement.dataset['request'] ?? null);
}

export function RequestIdLine() {
  const requestId = useRequestId();
  return requestId === null ? null : (
    <p className="muted">
      Request <code>{requestId}</code>
    </p>
  );
}
