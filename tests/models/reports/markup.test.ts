// Any text shows as itself between tags and in attributes, and never becomes anything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawInPage } from '../../../app/models/reports/drawing';
import { escapeMarkup, html } from '../../../app/models/reports/markup';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
/** What a reader of the markup sees. */
const shown = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
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

describe('a text', () => {
  it('is shown as it is, but for what no document may hold', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = Buffer.from(text, 'utf8')
          .toString('utf8')
          .replace(
            /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069]/gu,
            '\ufffd',
          );
        expect(shown(escapeMarkup(text))).toBe(clean);
      }),
    );
  });

  it('opens no tag, ends no attribute and begins no entity of its own', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(escapeMarkup(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
        expect(Buffer.from(escapeMarkup(text), 'utf8').toString('utf8')).toBe(escapeMarkup(text));
      }),
    );
  });

  it('keeps a drawing a drawing', () => {
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
        ).text;
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
        ).text;
        const tags = (markup: string): string[] =>
          [...markup.matchAll(/<\/?[a-z]+/g)].map(([tag]) => tag);
        expect(tags(drawn)).toEqual(tags(harmless));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a template', () => {
  it('escapes texts and takes markup, lists and nothing as they are', () => {
    expect(
      html`<p title="${'"'}">${'<b>'}${html`<b>${'&'}</b>`}${[1, 'x', null, html`<i></i>`]}${null}</p>`
        .text,
    ).toBe('<p title="&quot;">&lt;b&gt;<b>&amp;</b>1x<i></i></p>');
  });
});
