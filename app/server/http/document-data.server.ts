// Loader data of a document. Remix converts the data of each loader to JSON and back before it
// renders them; data passed as deferred, with nothing to wait for, reach the components as they are.
import { type AppLoadContext, defer } from '@remix-run/node';

interface DocumentHolder {
  bytes: Buffer | null;
  /** False in a request for the data of one route. */
  readonly isRequested: boolean;
}

/** The place for the bytes of a document; null under remix-serve. */
export function findDocumentHolder({ document }: AppLoadContext): DocumentHolder | null {
  const isHolder = typeof document === 'object' && document !== null && 'bytes' in document;
  return isHolder ? (document as DocumentHolder) : null;
}

/** Result of a loader in the form in which Remix passes it to the document without conversion. */
export function passToDocument<T>(data: T, context: AppLoadContext): T {
  const isPlain = typeof data === 'object' && data !== null && !(data instanceof Response);
  if (!isPlain || !findDocumentHolder(context)?.isRequested) return data;
  return defer(data as Record<string, unknown>) as unknown as T;
}
