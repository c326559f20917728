// A part of a page whose markup depends on its data alone: no state, no context, no user. The server
// renders it once for all users with the same data; the browser takes over the markup of the
// document as it is, and renders the part itself when its data change.
import { type ReactNode, createContext, useContext, useState } from 'react';
import styles from './shared-markup.module.css';
import { useHydrated } from './use-now';

interface DocumentParts {
  /** Adds a part to the document. Returns its place; `key` is the same for equal props. */
  addPart<P extends object>(part: (props: P) => ReactNode, props: P, key: string): string;
}

/** Null in the browser. */
export const DocumentPartsContext = createContext<DocumentParts | null>(null);

interface SharedMarkupProps<P> {
  readonly of: (props: P) => ReactNode;
  /** Plain data. */
  readonly props: P;
}

export function SharedMarkup<P extends object>({ of: Part, props }: SharedMarkupProps<P>) {
  const parts = useContext(DocumentPartsContext);
  const isInDocument = !useHydrated();
  // Null once the data differ from those of the document.
  const [documentKey, setDocumentKey] = useState(() =>
    isInDocument ? JSON.stringify(props) : null,
  );
  if (documentKey !== null && JSON.stringify(props) !== documentKey) setDocumentKey(null);
  if (documentKey === null)
    return (
      <div key="rendered" className={styles['part']}>
        <Part {...props} />
      </div>
    );
  return (
    <div
      key="document"
      className={styles['part']}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: parts?.addPart(Part, props, documentKey) ?? '' }}
    />
  );
}
