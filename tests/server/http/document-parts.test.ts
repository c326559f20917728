// Parts of documents that are equal for all users: rendered once for the same data.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SharedMarkup, DocumentPartsContext } from '../../../app/components/shared-markup';
import { DocumentParts } from '../../../app/server/http/document-parts.server';

/** A part that counts how often it is rendered. */
function createCountedPart() {
  let renders = 0;
  const CountedPart = ({ text }: { text: string }) => {
    renders += 1;
    return createElement('b', null, text);
  };
  return { CountedPart, countRenders: () => renders };
}

describe('a document with shared parts', () => {
  it('has the markup of each part, rendered once for the same data', () => {
    const { CountedPart, countRenders } = createCountedPart();
    const renderDocument = (...texts: string[]): string => {
      const parts = new DocumentParts();
      return parts.insertParts(
        renderToStaticMarkup(
          createElement(
            DocumentPartsContext.Provider,
            { value: parts },
            texts.map((text) =>
              createElement(SharedMarkup<{ text: string }>, {
                key: text,
                of: CountedPart,
                props: { text },
              }),
            ),
          ),
        ),
      );
    };
    const first = renderDocument('one', 'two');
    expect(first.replace(/ class="[^"]*"/g, '')).toBe('<div><b>one</b></div><div><b>two</b></div>');
    expect([renderDocument('one', 'two'), countRenders()]).toEqual([first, 2]);
    expect(renderDocument('two', 'three')).toContain('<b>three</b>');
    expect(countRenders()).toBe(3);
  });

  it('keeps text that looks like the place of a part', () => {
    const parts = new DocumentParts();
    const text = '<!--part 0-->';
    const markup = renderToStaticMarkup(createElement('p', null, text));
    parts.addPart(() => createElement('b'), {}, '{}');
    expect(parts.insertParts(markup)).toBe('<p>&lt;!--part 0--&gt;</p>');
  });
});
