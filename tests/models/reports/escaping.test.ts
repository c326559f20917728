// Escaping: any text stays text in elements and attributes.
import fc from 'fast-check';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../app/models/reports/clean-text';
import { DrawingInPage, renderDrawing } from '../../../app/models/reports/drawing';
import type { Drawing } from '../../../app/models/reports/drawing-model';
import { renderPortfolioReport } from '../../../app/models/reports/portfolio-report';
import { renderMarkup } from '../../../app/models/reports/render-markup';
import { createPortfolioModel } from '../../support/report-models';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};
/** Unescaped text. */
const unescapeText = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');
/** Text without unsafe characters. */
const removeUnsafeCharacters = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('utf8')
    .replace(
      /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069]/gu,
      '\ufffd',
    );
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '=',
        '/',
        '<script>',
        '</style>',
        ']]>',
        '-->',
        '<!--',
        '&lt;',
        '\0',
        '\ud800',
        '\udc00',
        '\u202e',
        '\u2066',
        '\uffff',
        ' onload=',
        'javascript:',
        '\r',
        '\n',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const NOTHING: Drawing = { title: '', text: '', xLabel: '', xKind: 'number', panels: [] };
const drawInPage = (drawing: Drawing, id: string): string =>
  renderMarkup(createElement(DrawingInPage, { id, drawing }));

/** Documents with a free text, and the pattern that finds it. */
const PLACES: readonly (readonly [
  place: string,
  makeDocument: (text: string) => string,
  pattern: RegExp,
])[] = [
  [
    'between the tags of a report',
    (owner) => renderPortfolioReport(createPortfolioModel(0, 0, { owner })),
    /<bdi>([\s\S]*?)<\/bdi>/,
  ],
  [
    'in the title of a drawing',
    (title) => renderDrawing({ ...NOTHING, title }),
    /<title id="t">([\s\S]*?)<\/title>/,
  ],
  ['in an attribute', (id) => drawInPage(NOTHING, id), /<title id="([\s\S]*?)-title">/],
];

describe.each(PLACES)('a text %s', (_, makeDocument, pattern) => {
  const writtenFor = (text: string): string => pattern.exec(makeDocument(text))?.[1] ?? 'none';

  it('is shown unchanged except for unsafe characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(unescapeText(writtenFor(text))).toBe(removeUnsafeCharacters(text));
      }),
    );
  });

  it('opens no tag, ends no attribute and starts no entity', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(writtenFor(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#x27);)/);
        const page = makeDocument(text);
        expect(Buffer.from(page, 'utf8').toString('utf8')).toBe(page);
      }),
    );
  });

  it('stays text even if hostile', () => {
    expect(writtenFor('"><script>alert(1)</script>&\0\ud800\u202e\'\t\n')).toBe(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\ufffd\ufffd\ufffd&#x27;\t\n',
    );
  });
});

describe('cleaning', () => {
  it.each([
    ['a control character', '\0'],
    ['a carriage return', '\r'],
    ['a late control character', '\u0085'],
    ['the first half of a pair', '\ud83d'],
    ['the second half of a pair', '\ude00'],
    ['a code point that is no character', '\uffff'],
    ['one of another plane', '\u{1fffe}'],
    ['the first mark of direction', '\u202a'],
    ['the last mark of direction', '\u202e'],
    ['the first isolate', '\u2066'],
    ['the last isolate', '\u2069'],
  ])('replaces %s', (_, character) => {
    expect(cleanText(`a${character}b`)).toBe('a\ufffdb');
  });

  it('keeps all other characters', () => {
    const text = 'tab\t, line\n, \u{1f600}, \u2212\u202f\u2065\u206a <b> & "quotes"';
    expect(cleanText(text)).toBe(text);
  });
});

describe('a hostile text', () => {
  it('does not change the tags of a drawing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const panels = [
          {
            title: text,
            yLabel: text,
            curves: [
              { label: text, xs: [0, 1], ys: [1, 2] },
              { label: text, xs: [0], ys: [1] },
            ],
            yText: () => text,
          },
        ];
        const drawn = drawInPage(
          { title: text, text, xLabel: text, xKind: 'number', xText: () => text, panels },
          'one',
        );
        const harmless = drawInPage(
          {
            title: '',
            text: '',
            xLabel: '',
            xKind: 'number',
            panels: [
              {
                ...panels[0]!,
                title: 'a',
                yLabel: 'a',
                yText: () => 'a',
                curves: panels[0]!.curves.map((curve) => ({
                  ...curve,
                  label: text === '' ? '' : 'a',
                })),
              },
            ],
          },
          'one',
        );
        const listTags = (markup: string): string[] =>
          [...markup.matchAll(/<\/?[a-z]+/g)].map(([tag]) => tag);
        expect(listTags(drawn)).toEqual(listTags(harmless));
      }),
      { numRuns: 50 },
    );
  });
});
