// A part of a page whose markup depends on its data alone: no state and no context. The server renders
// it once for all documents with the same data.
import {
  type HTMLAttributes,
  type ReactNode,
  createContext,
  createElement,
  useContext,
  useState,
} from 'react';
import styles from './shared-markup.module.css';
import { useHydrated } from './use-now';

interface DocumentParts {
  /**
   * Adds a part to the document. Returns its place; `key` is the same for equal props. `isHydrated`:
   * with the marks that React needs to take over the elements.
   */
  addPart<P extends object>(
    part: (props: P) => ReactNode,
    props: P,
    key: string,
    isHydrated?: boolean,
  ): string;
}

/** Null in the browser. */
export const DocumentPartsContext = createContext<DocumentParts | null>(null);

interface SharedMarkupProps<P> {
  readonly of: (props: P) => ReactNode;
  /** Plain data. */
  readonly props: P;
  /** Element around the part; a `div` that is no box of its own if omitted. */
  readonly as?: 'div' | 'g' | 'ol' | 'tbody' | 'ul';
  readonly attributes?: HTMLAttributes<Element>;
}

/** JSON of loaded data, which never change; the server reads the same data for many documents. */
const jsonByValue = new WeakMap<object, string>();

function formatJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const json = jsonByValue.get(value) ?? JSON.stringify(value);
  jsonByValue.set(value, json);
  return json;
}

/** Equal for equal data. */
const formatKey = (props: object): string =>
  import.meta.env.SSR
    ? Object.entries(props)
        .map(([name, value]) => `${name}:${formatJson(value)}`)
        .join()
    : JSON.stringify(props);

/**
 * A part without controls. The browser takes over its markup as it is, without hydration, and renders
 * the part itself when its data change.
 */
export function SharedMarkup<P extends object>({
  of: Part,
  props,
  as = 'div',
  attributes = as === 'div' ? { className: styles['part'] } : {},
}: SharedMarkupProps<P>) {
  const parts = useContext(DocumentPartsContext);
  const isInDocument = !useHydrated();
  // Null once the data differ from those of the document.
  const [documentKey, setDocumentKey] = useState(() => (isInDocument ? formatKey(props) : null));
  if (documentKey !== null && formatKey(props) !== documentKey) setDocumentKey(null);
  const isOutsideDocument = import.meta.env.SSR && parts === null;
  if (documentKey === null || isOutsideDocument)
    return createElement(as, attributes, <Part {...props} />);
  return createElement(as, {
    ...attributes,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: parts?.addPart(Part, props, documentKey) ?? '' },
  });
}

/** A part with links: the browser hydrates its elements and updates them, so that they keep the focus. */
export function HydratedMarkup<P extends object>({
  of: Part,
  props,
  as = 'div',
  attributes = as === 'div' ? { className: styles['part'] } : {},
}: SharedMarkupProps<P>) {
  const parts = useContext(DocumentPartsContext);
  if (import.meta.env.SSR && parts !== null)
    return createElement(as, {
      ...attributes,
      dangerouslySetInnerHTML: { __html: parts.addPart(Part, props, formatKey(props), true) },
    });
  return createElement(as, attributes, <Part {...props} />);
}
