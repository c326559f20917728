// The number of the request behind an error page, which a user can quote.
import { createContext, useContext } from 'react';

/** Set by the server for error pages alone. */
export const RequestIdContext = createContext<string | null>(null);

/** In the browser it is the number of the document, which is a page without errors where it is null. */
export function useRequestId(): string | null {
  const requestId = useContext(RequestIdContext);
  return typeof document === 'undefined'
    ? requestId
    : (document.documentElement.dataset['request'] ?? null);
}

export function RequestNumber() {
  const requestId = useRequestId();
  return requestId === null ? null : (
    <p className="muted">
      Request <code>{requestId}</code>
    </p>
  );
}
