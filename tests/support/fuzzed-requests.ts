// Random HTTP requests, most of them wrong in some way, as bytes of a connection.
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { ROUTE_ROWS } from './access-rows';
import { createSeededRandomFunction } from './killer-traders';

interface FuzzedRequest {
  readonly bytes: Buffer;
  /** Status that the answer must have; null where several are right. */
  readonly status: number | null;
}

const FORM = 'application/x-www-form-urlencoded';
/** Bodies above this size are rejected, whatever they contain. */
const BODY_BYTES_MAX = 65_536;

const PATHS: readonly string[] = [
  ...Object.values(ROUTE_ROWS).flatMap(({ paths }) => paths),
  ...API_CALLS.map(({ path }) => `/api/${path}`),
  '/icon.svg',
  '/assets/none.js',
  '/ws',
  '/logout?_data=routes%2Flogout',
  '/build/server/index.js',
  '/.env',
];
/** Paths that read a body. Without a session some redirect to the sign-in. */
const WRITABLE_PATHS = [
  '/',
  '/login',
  '/account',
  '/preferences',
  '/emergency-stop',
  '/nowhere',
  '/api/settings',
  '/api/auth/login',
  '/api/auto-trading/start',
  '/api/no-such-call',
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE'];
const ODD_METHODS = [
  ...['PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'SEARCH', 'PURGE', 'M-SEARCH', 'PRI'],
  ...['get', 'POST ', 'BREW', '', 'GET\t', 'G\u0000T', 'POST\r\nX:'],
];
const PATH_ENDS = [
  ...[
    '',
    '',
    '/',
    '//',
    '/..',
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/.env',
    '/..%2f..%2f.env',
  ],
  ...['/..%5c..%5cwindows', '/%c0%ae%c0%ae/', '/%00', '%00.csv', '%', '%zz', '%ff%fe', '/%E0%A4%A'],
  ...[
    ';jsessionid=1',
    '/.',
    '/./.',
    '.data',
    '.data.data',
    '/\\',
    '/%5C/',
    '/%0d%0aSet-Cookie:a=b',
  ],
  ...['\u00e9', '/\u0001', ' HTTP/1.1', '#part', '?', '??', '?&&==', '?_data', '?_data=root'],
  ...['?_data=routes%2F_terminal', '?_data=__proto__', '?index', '?_routes=root', '?%', '?a=%ff'],
  ...['?commodity=corn&commodity=__proto__', '?range=1D&range=&range[]=x', '?timeframe=1e309'],
  ...['?before=-1', '?before=99999999999999999999', '?cell=x', '?place=%00', '?q=%F0%9F%92%A9'],
  ...[
    '?contract=NG&interval=0',
    '?contract=../NG',
    '?limit=1e9&from=NaN',
    '?redirectTo=//x.example',
  ],
];
const PATH_STARTS = [
  '//',
  '/../',
  '/./',
  '/%2f',
  '/%2F%2F',
  '',
  'http://x.example',
  '*',
  '/api/../',
];
const NUMBERS = [
  '-1',
  '0',
  '1e309',
  'NaN',
  '0x10',
  '99999999999999999999',
  '',
  'null',
  '-0',
  '1.5',
];
const HEADERS: readonly string[] = [
  'Accept: text/html',
  'Accept: application/json',
  'Accept-Encoding: gzip;q=nan, br;q=-1, *',
  'Origin: null',
  'Origin: https://x.example',
  'Sec-Fetch-Site: cross-site',
  'Referer: not an address',
  'Referer: http://[::1',
  'X-Forwarded-For: , ,x, 999.1.1.1, [::]:1',
  'X-Forwarded-Host: x.example',
  'X-Forwarded-Proto: gopher',
  'X-HTTP-Method-Override: DELETE',
  'Range: bytes=0-1,-5,9999-',
  'If-None-Match: "',
  'If-Modified-Since: yesterday',
  'Expect: 100-continue',
  'Expect: a miracle',
  'Upgrade: h2c',
  'Upgrade: websocket',
  'Connection: upgrade',
  'TE: trailers',
  'Cookie: frontmonth=%; theme=%ff; frontmonth_toast=e30; density=__proto__',
  'Cookie: =; ;;; frontmonth',
  'Authorization: Basic Og==',
  'Idempotency-Key: two words',
  `Idempotency-Key: ${'k'.repeat(300)}`,
  'Host: x.example',
  'Bad Header: 1',
  'No-Colon',
  ': no name',
  'X-\u00e9: \u00e9',
  'X-Folded: a\r\n b',
];
const BODIES: readonly string[] = [
  '{',
  '{}',
  '[]',
  'null',
  '"text"',
  '1e999',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}',
  '{"commodity":"corn","commodity":"wheat"}',
  '{"commodity":{"$ne":null},"enabled":"yes"}',
  '{"commodity":["corn"],"enabled":[]}',
  '{"brokerApiKey":"\\u0000\\ud800"}',
  `${'['.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '\ufeff{}',
  'intent=run&intent=stop&intent=close-all',
  'intent=settings&riskLevel=__proto__&positionSize=%ff%fe',
  'intent=close-position&position=..%2F..%2F',
  'intent=%00&commodity=%',
  'theme=dark&theme=light&from=//x.example',
  'a&b&=c&&&',
  `${'a=1&'.repeat(10_000)}`,
  '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nrun-all\r\n--x--',
  '--x\r\nContent-Disposition: form-data; name="f"; filename="../../x"\r\n\r\n',
  '--x--',
  '\u0000\u0001\u0002\u00ff',
];
const TYPES = [
  ...[FORM, FORM, 'application/json', 'application/json', 'application/json; charset=utf-7'],
  ...['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', 'text/xml', ''],
  ...[`${FORM}; charset=\u00ff`, 'application/json, text/html', '/', 'x'.repeat(500)],
];

/** Wrong or unusual ways to state the length of a body. */
function frameBody(kind: number, body: string): readonly [readonly string[], string] {
  const length = Buffer.byteLength(body, 'latin1');
  const chunk = `${length.toString(16)}\r\n${body}\r\n`;
  const framings: readonly (readonly [readonly string[], string])[] = [
    [['Transfer-Encoding: chunked'], `${length === 0 ? '' : chunk}0\r\n\r\n`],
    [['Transfer-Encoding: chunked'], `${chunk}zz\r\n`],
    [['Transfer-Encoding: gzip, chunked'], `${chunk}0\r\n\r\n`],
    [['Transfer-Encoding: chunked', `Content-Length: ${length}`], `${chunk}0\r\n\r\n`],
    [[`Content-Length: ${length}`, `Content-Length: ${length + 1}`], body],
    [[`Content-Length: ${length + 10}`], body],
    [[`Content-Length: ${Math.max(0, length - 1)}`], body],
    [['Content-Length: -1'], body],
    [['Content-Length: 1e3'], body],
    [['Content-Length: 99999999999999999999'], body],
    [[], body],
  ];
  return framings[kind] ?? [[`Content-Length: ${length}`], body];
}

/** Requests by a seeded generator; `cookie` is of a session that may do anything. */
export class RequestFuzzer {
  private readonly roll: () => number;

  constructor(
    seed: number,
    private readonly cookie: string,
  ) {
    this.roll = createSeededRandomFunction(seed);
  }

  createNext(): FuzzedRequest {
    const chance = this.roll();
    if (chance < 0.02) return this.buildLargeBody();
    if (chance < 0.04) return this.buildManyHeaders();
    const method = this.isChosen(0.15) ? this.chooseFrom(ODD_METHODS) : this.chooseFrom(METHODS);
    const hasBody = method === 'POST' || method === 'PUT' || this.isChosen(0.05);
    const [lengthHeaders, body] = hasBody
      ? frameBody(this.isChosen(0.4) ? Math.floor(this.roll() * 11) : -1, this.chooseFrom(BODIES))
      : [[], ''];
    const target = this.buildTarget();
    const headers = [
      ...(this.isChosen(0.95) ? ['Host: desk'] : []),
      'Connection: close',
      ...this.chooseCookie(target),
      ...(hasBody ? [`Content-Type: ${this.chooseFrom(TYPES)}`] : []),
      ...Array.from({ length: Math.floor(this.roll() * 4) }, () => this.chooseFrom(HEADERS)),
      ...lengthHeaders,
    ];
    const version = this.isChosen(0.95)
      ? 'HTTP/1.1'
      : this.chooseFrom(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '', 'ICY']);
    return { bytes: buildBytes(`${method} ${target} ${version}`, headers, body), status: null };
  }

  private isChosen(share: number): boolean {
    return this.roll() < share;
  }

  private chooseFrom<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(this.roll() * from.length)];
    if (chosen === undefined) throw new RangeError('nothing to choose from');
    return chosen;
  }

  private buildTarget(): string {
    const path = this.chooseFrom(PATHS).replace(
      ':id',
      this.chooseFrom([...NUMBERS, 'a'.repeat(32)]),
    );
    if (this.isChosen(0.02)) return `${path}${'/x'.repeat(2_000)}`;
    const start = this.isChosen(0.1) ? this.chooseFrom(PATH_STARTS) : '';
    const end = this.isChosen(0.6) ? this.chooseFrom(PATH_ENDS) : '';
    return `${start}${path}${end}`;
  }

  /** Mostly no session: pages take much longer to render. Nothing may end the session. */
  private chooseCookie(target: string): readonly string[] {
    if (/logout|account/.test(target) || !this.isChosen(0.12)) return [];
    return [`Cookie: ${this.cookie}${this.isChosen(0.1) ? 'x' : ''}`];
  }

  private buildLargeBody(): FuzzedRequest {
    const size = BODY_BYTES_MAX + 1 + Math.floor(this.roll() * 20_000);
    const body = (this.isChosen(0.5) ? 'a=1&' : '[[1]').repeat(size / 4 + 1).slice(0, size);
    const [lengthHeaders, framed] = frameBody(this.isChosen(0.5) ? 0 : -1, body);
    const headers = [
      'Host: desk',
      'Connection: close',
      `Content-Type: ${this.chooseFrom([FORM, 'application/json', 'text/plain'])}`,
      `Cookie: ${this.cookie}`,
      ...lengthHeaders,
    ];
    const line = `POST ${this.chooseFrom(WRITABLE_PATHS)} HTTP/1.1`;
    return { bytes: buildBytes(line, headers, framed), status: 413 };
  }

  /** A thousand headers: short ones are read, long ones exceed the limit of all headers. */
  private buildManyHeaders(): FuzzedRequest {
    const isLong = this.isChosen(0.5);
    const value = isLong ? 'v'.repeat(40) : '';
    const headers = Array.from({ length: 1_000 }, (_, index) => `h${index}:${value}`);
    const line = `GET ${this.chooseFrom(['/login', '/healthz', '/api/settings'])} HTTP/1.1`;
    return {
      bytes: buildBytes(line, ['Host: desk', 'Connection: close', ...headers], ''),
      status: isLong ? 431 : null,
    };
  }
}

const buildBytes = (line: string, headers: readonly string[], body: string): Buffer =>
  Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1');
