// Loader data on their way to the document.
import { describe, expect, it } from 'vitest';
import { findDocumentHolder, passToDocument } from '../../../app/server/http/document-data.server';

const DATA = { rows: [{ price: 1 }] };

describe('loader data', () => {
  it('reach a document as the same objects', () => {
    const context = { document: { bytes: null, isRequested: true } };
    const passed: unknown = passToDocument(DATA, context);
    expect((passed as { data: typeof DATA }).data.rows).toBe(DATA.rows);
  });

  it.each([
    ['a request for data alone', { document: { bytes: null, isRequested: false } }],
    ['a server without documents of its own', {}],
  ])('are returned unchanged in %s', (_, context) => {
    expect(passToDocument(DATA, context)).toBe(DATA);
  });

  it.each([null, 'text', 3])('are returned unchanged if they are %j', (value) => {
    expect(passToDocument(value, { document: { bytes: null, isRequested: true } })).toBe(value);
  });

  it('are returned unchanged if they are a response', () => {
    const response = new Response(null, { status: 303 });
    expect(passToDocument(response, { document: { bytes: null, isRequested: true } })).toBe(
      response,
    );
  });
});

it('finds the place for the bytes of a document', () => {
  const document = { bytes: null, isRequested: true };
  expect(findDocumentHolder({ document })).toBe(document);
  expect(findDocumentHolder({ document: null })).toBeNull();
});
