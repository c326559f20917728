// Parts of documents that are equal for all users: rendered once for the same data.
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  DocumentPartsContext,
  HydratedMarkup,
  SharedMarkup,
} from '../../../app/components/shared-markup';
import { FormToken, FormTokenContext } from '../../../app/components/form-token';
import { RoleContext, useRoleBlock } from '../../../app/components/role-context';
import { DocumentParts } from '../../../app/server/http/document-parts.server';

const insertParts = (parts: DocumentParts, document: string): string =>
  parts.insertParts(document).toString('utf8');

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
      return insertParts(
        parts,
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

  it('has a part with links as React would hydrate it', () => {
    const Entry = ({ name, count }: { name: string; count: number }) =>
      createElement('a', { href: '/' }, name, ' ', count);
    const list = createElement(HydratedMarkup<{ name: string; count: number }>, {
      as: 'ul',
      attributes: { id: 'list' },
      of: Entry,
      props: { name: 'Orders', count: 3 },
    });
    const parts = new DocumentParts();
    const markup = renderToString(
      createElement(DocumentPartsContext.Provider, { value: parts }, list),
    );
    expect(markup).not.toContain('Orders');
    expect(insertParts(parts, markup)).toBe(renderToString(list));
  });

  it('renders its parts in place where nothing shares them', () => {
    const { CountedPart } = createCountedPart();
    const element = createElement(SharedMarkup<{ text: string }>, {
      as: 'ul',
      of: CountedPart,
      props: { text: 'alone' },
    });
    expect(renderToStaticMarkup(element)).toBe('<ul><b>alone</b></ul>');
  });

  it('never has the figures of another user, whatever the data', () => {
    interface Figures {
      readonly rows: readonly { readonly name: string; readonly cents: number }[];
      readonly note: string | null;
    }
    const FiguresPart = ({ rows, note }: Figures) =>
      createElement('p', null, note, ...rows.map(({ name, cents }) => `${name}=${cents};`));
    // Few values, so that most data of two users are nearly equal.
    const text = fc.constantFrom('', 'a', 'a,b', '"', '<!--part 0-->', 'rows:[]');
    const figures = fc.record({
      rows: fc.array(fc.record({ name: text, cents: fc.integer({ min: -1, max: 1 }) }), {
        maxLength: 2,
      }),
      note: fc.option(text),
    });
    const renderFor = (props: Figures): string => {
      const parts = new DocumentParts();
      const element = createElement(HydratedMarkup<Figures>, { as: 'ul', of: FiguresPart, props });
      return insertParts(
        parts,
        renderToString(createElement(DocumentPartsContext.Provider, { value: parts }, element)),
      );
    };
    fc.assert(
      fc.property(fc.array(figures, { minLength: 2, maxLength: 12 }), (users) => {
        for (const props of users)
          expect(renderFor(props)).toBe(
            `<ul>${renderToString(createElement(FiguresPart, props))}</ul>`,
          );
      }),
    );
  });

  it('has the form token and role of its own user, whatever the data', () => {
    interface Row {
      readonly name: string;
    }
    const Row = ({ name }: Row) => {
      const block = useRoleBlock('trader');
      const fields = createElement(FormToken, { name });
      return createElement('form', null, fields, name, createElement('b', null, block));
    };
    const text = fc.constantFrom('', 'a', '"', '<', 'csrf', 'key:a');
    const visit = fc.record({
      token: fc.record({ csrf: text, key: text, book: text }),
      missing: fc.constantFrom({}, { trader: 'A trader may.' }),
      name: text,
    });
    fc.assert(
      fc.property(fc.array(visit, { minLength: 2, maxLength: 12 }), (visits) => {
        for (const { token, missing, name } of visits) {
          const renderRow = (parts: DocumentParts | null): string => {
            const row = createElement(HydratedMarkup<Row>, { as: 'li', of: Row, props: { name } });
            const roles = createElement(RoleContext.Provider, { value: missing }, row);
            const forms = createElement(FormTokenContext.Provider, { value: token }, roles);
            return renderToString(
              createElement(DocumentPartsContext.Provider, { value: parts }, forms),
            );
          };
          const parts = new DocumentParts();
          expect(insertParts(parts, renderRow(parts))).toBe(renderRow(null));
        }
      }),
    );
  });

  it('keeps text that looks like the place of a part', () => {
    const parts = new DocumentParts();
    const text = '<!--part 0-->';
    const markup = renderToStaticMarkup(createElement('p', null, text));
    const renderContent = () => createElement('b');
    const token = { csrf: '', key: '', book: '' };
    parts.addPart({ component: renderContent, key: '{}', isHydrated: false, token, renderContent });
    expect(insertParts(parts, markup)).toBe('<p>&lt;!--part 0--&gt;</p>');
  });
});
