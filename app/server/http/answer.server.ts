// Answers made by hand: JSON for programs, plain text for refusals, documents to keep.
type HeaderRow = readonly [string, string];

export function jsonAnswer(
  body: unknown,
  status = 200,
  headers: readonly HeaderRow[] = [],
): Response {
  const all = new Headers([['Content-Type', 'application/json; charset=utf-8']]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(JSON.stringify(body), { status, headers: all });
}

export function textAnswer(
  body: string,
  status = 200,
  headers: readonly HeaderRow[] = [],
): Response {
  const all = new Headers([['Content-Type', 'text/plain; charset=utf-8']]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(body, { status, headers: all });
}

/**
 * A document to be kept as a file, never shown in the place of a page. The name is plain letters,
 * digits, dots and dashes.
 */
export function htmlFile(name: string, body: string): Response {
  return new Response(body, {
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ],
  });
}

/** A redirect that always becomes a GET. */
export function seeOther(path: string, headers: readonly HeaderRow[] = []): Response {
  const all = new Headers([['Location', path]]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(null, { status: 303, headers: all });
}

/** A request that cannot be served: the guard turns it into JSON or text, as the route speaks. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: readonly HeaderRow[] = [],
  ) {
    super(message);
  }
}
