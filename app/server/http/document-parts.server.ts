// Parts of documents with the same data: their markup is rendered once.
import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

/** Characters in the cache; beyond them all parts are rendered again. */
const CACHED_CHARACTERS_MAX = 8_000_000;

type RenderPart<P> = (props: P) => ReactNode;

let markupByPart = new WeakMap<RenderPart<never>, Map<string, string>>();
let cachedCharacters = 0;

function renderPart<P extends object>(
  part: RenderPart<P>,
  props: P,
  key: string,
  isHydrated: boolean,
): string {
  if (cachedCharacters > CACHED_CHARACTERS_MAX) {
    markupByPart = new WeakMap();
    cachedCharacters = 0;
  }
  const cached = markupByPart.get(part) ?? new Map<string, string>();
  markupByPart.set(part, cached);
  const found = cached.get(key);
  if (found !== undefined) return found;
  const element = createElement(part, props);
  const markup = isHydrated ? renderToString(element) : renderToStaticMarkup(element);
  cached.set(key, markup);
  cachedCharacters += key.length + markup.length;
  return markup;
}

/** A comment, which no escaped text contains. */
const formatPlace = (index: number): string => `<!--part ${index}-->`;
const PLACES = /<!--part (\d+)-->/g;

/** React cannot render within a render: the document first has places for its parts. */
export class DocumentParts {
  private readonly parts: (() => string)[] = [];

  addPart<P extends object>(
    part: RenderPart<P>,
    props: P,
    key: string,
    isHydrated = false,
  ): string {
    return formatPlace(this.parts.push(() => renderPart(part, props, key, isHydrated)) - 1);
  }

  insertParts(document: string): string {
    return document.replace(PLACES, (place, index) => this.parts[Number(index)]?.() ?? place);
  }
}
