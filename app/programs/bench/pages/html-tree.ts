// Parses a document into plain elements, so that the baseline renders the same page.
import { type ReactNode, createElement } from 'react';

interface HtmlElement {
  readonly type: string;
  readonly props: Readonly<Record<string, string | true>>;
  readonly children: readonly HtmlNode[];
}
type HtmlNode = HtmlElement | string;

const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w:-]*)((?:\s+[\w:.-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi;
const ATTRIBUTE = /([\w:.-]+)(?:="([^"]*)")?/g;
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

/** React's names of HTML attributes. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  tabindex: 'tabIndex',
  colspan: 'colSpan',
  crossorigin: 'crossOrigin',
  autocomplete: 'autoComplete',
  maxlength: 'maxLength',
  readonly: 'readOnly',
  datetime: 'dateTime',
  autofocus: 'autoFocus',
  value: 'defaultValue',
  checked: 'defaultChecked',
};

function buildProps(type: string, text: string): HtmlElement['props'] {
  const props: Record<string, string | true> = {};
  for (const [, name = '', value] of text.matchAll(ATTRIBUTE)) {
    const isOption = type === 'option' || type === 'button';
    props[isOption && name === 'value' ? name : (NAMES[name.toLowerCase()] ?? name)] =
      value === undefined || value === '' ? true : decodeEntities(value);
  }
  return props;
}

/** Parses HTML written by React. Scripts are skipped: they are data. */
export function readHtml(html: string): HtmlElement {
  const page = html.replace(/<script\b[\s\S]*?<\/script>/g, '');
  const root: { type: string; props: HtmlElement['props']; children: HtmlNode[] } = {
    type: 'root',
    props: {},
    children: [],
  };
  const open = [root];
  for (const [, closes, opens, attributes, isClosed, text] of page.matchAll(TOKEN)) {
    const parent = open[open.length - 1] ?? root;
    if (text !== undefined) parent.children.push(decodeEntities(text));
    else if (opens !== undefined) {
      const element = {
        type: opens,
        props: buildProps(opens, attributes ?? ''),
        children: [] as HtmlNode[],
      };
      parent.children.push(element);
      if (!isClosed && !VOID.has(opens)) open.push(element);
    } else if (closes !== undefined) open.pop();
  }
  const document = root.children.find((child): child is HtmlElement => typeof child !== 'string');
  if (!document || open.length !== 1) throw new Error('the page is not a complete document');
  return document;
}

export const countElements = (element: HtmlElement): number =>
  element.children.reduce(
    (count, child) => count + (typeof child === 'string' ? 0 : countElements(child)),
    1,
  );

/** Creates new elements per call, as a component does. */
export const toReact = ({ type, props, children }: HtmlElement): ReactNode =>
  createElement(
    type,
    props,
    ...children.map((child) => (typeof child === 'string' ? child : toReact(child))),
  );
