// Answers made by hand: JSON for programs, plain text for refusals.
type HeaderRow = readonly [string, string];

export function jsonAnswer(body: unknown, status = 200, headers: readonly HeaderRow[] = []): Response {
  const all = new Headers([['Content-Type', 'application/json; charset=utf-8']]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(JSON.stringify(body), { status, headers: all });
}

export function textAnswer(body: string, status = 200, headers: readonly HeaderRow[] = []): Response {
  const all = new Headers([['Content-Type', 'text/plain; charset=utf-8']]);
  for (const [name, value] of headers) all.append(name, value);
  return new Response(body, { status, headers: all });
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
