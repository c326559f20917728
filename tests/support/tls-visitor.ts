// An HTTPS client with cookies that trusts one certificate and reaches a host name on this machine.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import WebSocket from 'ws';

interface TlsSite {
  /** Address of the proxy on this machine, which the host name stands for. */
  readonly address: string;
  readonly port: number;
  readonly host: string;
  readonly certificate: string;
}

interface TlsAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly cookies: readonly string[];
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

export class TlsVisitor {
  private readonly jar = new Map<string, string>();

  constructor(private readonly site: TlsSite) {}

  /** As browsers write it: without the port that https implies. */
  get origin(): string {
    return new URL(`https://${this.site.host}:${this.site.port}`).origin;
  }

  private buildOptions(headers: Headers): RequestOptions {
    const cookies = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      host: this.site.address,
      port: this.site.port,
      servername: this.site.host,
      ca: readFileSync(this.site.certificate),
      headers: {
        Host: new URL(this.origin).host,
        ...(cookies === '' ? {} : { Cookie: cookies }),
        ...headers,
      },
    };
  }

  sendRequest(method: string, path: string, headers: Headers = {}, body = ''): Promise<TlsAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { ...this.buildOptions(headers), method, path, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve(this.keepCookies(response, text)));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private keepCookies(response: IncomingMessage, text: string): TlsAnswer {
    const cookies = response.headers['set-cookie'] ?? [];
    for (const line of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, cookies, text };
  }

  openPage(path: string): Promise<TlsAnswer> {
    return this.sendRequest('GET', path);
  }

  /** Submits a form as a browser without script, with hidden fields of a page of it. */
  submitForm(
    path: string,
    fields: Readonly<Record<string, string>>,
    origin = this.origin,
  ): Promise<TlsAnswer> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin };
    return this.sendRequest('POST', path, headers, new URLSearchParams(fields).toString());
  }

  /** A socket with the cookies of the visitor. Rejects with the status of a refusal. */
  openSocket(path: string, origin = this.origin): Promise<WebSocket> {
    const { host = '', port, servername, ca, headers } = this.buildOptions({ Origin: origin });
    const tls = { servername, ca, headers: headers as Record<string, string> };
    const socket = new WebSocket(`wss://${host}:${port}${path}`, tls as WebSocket.ClientOptions);
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, { statusCode }) => {
        reject(new Error(`refused with ${statusCode}`));
        socket.terminate();
      });
      socket.on('error', reject);
    });
  }
}
