// A part of a page whose markup depends on its data, the role of the user and whether forms have a
// token. The server renders it once for all documents with the same data.
import {
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  createContext,
  createElement,
  useContext,
  useState,
} from 'react';
import type { DocumentPartList } from '../contracts/document-part';
import { FormTokenContext } from './form-token';
import { RoleContext } from './role-context';
import styles from './shared-markup.module.css';
import { useHydrated } from './use-now';

/** Null in the browser. */
export const DocumentPartsContext = createContext<DocumentPartList<ReactElement> | null>(null);

interface SharedMarkupProps<P> {
  readonly of: (props: P) => ReactNode;
  /** Plain data. */
  readonly props: P;
  /** Element around the part; a `div` that is no box of its own if omitted. */
  readonly as?: 'div' | 'g' | 'li' | 'ol' | 'tbody' | 'tr' | 'ul';
  readonly attributes?: HTMLAttributes<Element>;
}

/** JSON of loaded data, which never change; the server reads the same data for many documents. */
const jsonByValue = new WeakMap<object, string>();

/** The rows of a list are formatted one by one: another list may have the same rows. */
function formatJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const json =
    jsonByValue.get(value) ?? (isRowList(value) ? formatRows(value) : JSON.stringify(value));
  jsonByValue.set(value, json);
  return json;
}

const isRowList = (value: object): value is readonly object[] =>
  Array.isArray(value) &&
  value.every((row) => row !== null && typeof row === 'object' && !Array.isArray(row));

const formatRows = (rows: readonly object[]): string => `[${rows.map(formatJson).join()}]`;

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
  attributes = getAttributes(as),
}: SharedMarkupProps<P>) {
  const parts = useContext(DocumentPartsContext);
  const token = useContext(FormTokenContext);
  const isInDocument = !useHydrated();
  // Null once the data differ from those of the document.
  const [documentKey, setDocumentKey] = useState(() => (isInDocument ? formatKey(props) : null));
  if (documentKey !== null && formatKey(props) !== documentKey) setDocumentKey(null);
  const isOutsideDocument = import.meta.env.SSR && parts === null;
  if (documentKey === null || isOutsideDocument)
    return createElement(as, attributes, <Part {...props} />);
  // The browser leaves the markup of the document as it is.
  const markup =
    import.meta.env.SSR && parts !== null
      ? parts.addPart({
          component: Part,
          key: documentKey,
          isHydrated: false,
          token,
          renderContent: () => <Part {...props} />,
        })
      : '';
  return createElement(as, {
    ...attributes,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: markup },
  });
}

interface HydratedMarkupProps<P, C> extends Omit<SharedMarkupProps<P>, 'of'> {
  readonly of: (props: P & Partial<C>) => ReactNode;
  /** What only the browser has, such as a request under way; the server renders without it. */
  readonly clientProps?: C;
}

type HydratedMarkupRenderer = <P extends object, C extends object = object>(
  props: HydratedMarkupProps<P, C>,
) => ReactElement;

const getAttributes = (as: string): HTMLAttributes<Element> =>
  as === 'div' ? { className: styles['part'] } : {};

const renderInBrowser: HydratedMarkupRenderer = ({
  of: Part,
  props,
  clientProps,
  as = 'div',
  attributes = getAttributes(as),
}) => createElement(as, attributes, <Part {...props} {...clientProps} />);

function RenderOnServer<P extends object, C extends object = object>(
  request: HydratedMarkupProps<P, C>,
) {
  const parts = useContext(DocumentPartsContext);
  const token = useContext(FormTokenContext);
  const missingRoles = useContext(RoleContext);
  if (parts === null) return renderInBrowser(request);
  const { of: Part, props, as = 'div', attributes = getAttributes(as) } = request;
  const isSignedIn = token.csrf !== '';
  const markup = parts.addPart({
    component: Part,
    key: `${isSignedIn}${formatJson(missingRoles)}${formatKey(props)}`,
    isHydrated: true,
    token,
    renderContent: () => (
      <FormTokenContext.Provider value={isSignedIn ? parts.tokenPlaces : token}>
        <RoleContext.Provider value={missingRoles}>
          <Part {...props} />
        </RoleContext.Provider>
      </FormTokenContext.Provider>
    ),
  });
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: markup } });
}

/**
 * A part with links and forms: the browser hydrates its elements and updates them, so that they keep
 * the focus. It may read the role and the form token, no other context.
 */
export const HydratedMarkup: HydratedMarkupRenderer = import.meta.env.SSR
  ? RenderOnServer
  : renderInBrowser;
