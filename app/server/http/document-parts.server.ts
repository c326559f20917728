// Parts of documents with the same data: their markup is rendered once.
import { randomUUID } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type {
  DocumentPart,
  DocumentPartList,
  FormTokenFields,
} from '../../contracts/document-part';

/** Characters in the cache; beyond them all parts are rendered again. */
const CACHED_CHARACTERS_MAX = 8_000_000;

type Part = DocumentPart<ReactElement>;

/** Texts that no data contain: random, and never sent. */
const TOKEN_PLACES: FormTokenFields = { csrf: randomUUID(), key: randomUUID(), book: randomUUID() };
const TOKEN_PATTERN = new RegExp(`(${Object.values(TOKEN_PLACES).join('|')})`);

/** Markup cut at the places of the token: every second piece is a place. */
type Markup = readonly { readonly text: string; readonly bytes: Buffer }[];

let markupByComponent = new WeakMap<object, Map<string, Markup>>();
let cachedCharacters = 0;

function renderPart({ component, key, isHydrated, renderContent }: Part): Markup {
  if (cachedCharacters > CACHED_CHARACTERS_MAX) {
    markupByComponent = new WeakMap();
    cachedCharacters = 0;
  }
  const cached = markupByComponent.get(component) ?? new Map<string, Markup>();
  markupByComponent.set(component, cached);
  const found = cached.get(key);
  if (found !== undefined) return found;
  const text = isHydrated ? renderToString(renderContent()) : renderToStaticMarkup(renderContent());
  const markup = text
    .split(TOKEN_PATTERN)
    .map((piece) => ({ text: piece, bytes: Buffer.from(piece) }));
  cached.set(key, markup);
  cachedCharacters += key.length + text.length;
  return markup;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Bytes of a part with the token of its document. */
function listBytes(markup: Markup, token: FormTokenFields): readonly Buffer[] {
  if (markup.length === 1) return markup.map(({ bytes }) => bytes);
  const values = new Map([
    [TOKEN_PLACES.csrf, Buffer.from(escapeText(token.csrf))],
    [TOKEN_PLACES.key, Buffer.from(escapeText(token.key))],
    [TOKEN_PLACES.book, Buffer.from(escapeText(token.book))],
  ]);
  return markup.map(({ text, bytes }, index) =>
    index % 2 === 1 ? (values.get(text) ?? bytes) : bytes,
  );
}

/** A comment, which no escaped text contains. */
const formatPlace = (index: number): string => `<!--part ${index}-->`;
const PLACES = /<!--part (\d+)-->/g;

/** React cannot render within a render: the document first has places for its parts. */
export class DocumentParts implements DocumentPartList<ReactElement> {
  readonly tokenPlaces = TOKEN_PLACES;
  private readonly parts: Part[] = [];

  addPart(part: Part): string {
    return formatPlace(this.parts.push(part) - 1);
  }

  /** UTF-8 of a document with its parts; theirs is encoded once. */
  insertParts(document: string): Buffer {
    const pieces = document.split(PLACES);
    return Buffer.concat(
      pieces.flatMap((piece, index) => {
        if (index % 2 === 0) return [Buffer.from(piece)];
        const part = this.parts[Number(piece)];
        return part === undefined
          ? [Buffer.from(formatPlace(Number(piece)))]
          : listBytes(renderPart(part), part.token);
      }),
    );
  }
}
