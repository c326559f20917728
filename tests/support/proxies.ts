// Caddy and nginx with the settings of deploy/, on this machine and in front of one server.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ROOT } from './source-files';

export interface ProxyPlan {
  readonly folder: string;
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly plainPort: number;
  readonly cert: string;
  readonly key: string;
  /** Host and port of the server. */
  readonly upstream: string;
  readonly basePath: string;
}

export interface RunningProxy {
  stop(): Promise<void>;
}

export type ProxyName = 'caddy' | 'nginx';

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });

async function watchProxy(child: ChildProcess, plan: ProxyPlan): Promise<RunningProxy> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`the proxy ended:\n${output}`);
      if (!(await canConnect(plan.address, plan.port))) throw new Error(`not ready:\n${output}`);
    },
    { timeout: 20_000, interval: 50 },
  );
  return {
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function startCaddy(plan: ProxyPlan): Promise<RunningProxy> {
  const child = spawn('caddy', ['run', '--config', join(ROOT, 'deploy', 'caddy', 'Caddyfile')], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      HOME: plan.folder,
      XDG_DATA_HOME: plan.folder,
      XDG_CONFIG_HOME: plan.folder,
      SITE_HOST: plan.host,
      HTTPS_PORT: String(plan.port),
      HTTP_PORT: String(plan.plainPort),
      BIND_ADDRESS: plan.address,
      TLS: `${plan.cert} ${plan.key}`,
      UPSTREAM: plan.upstream,
      BASE_PATH: plan.basePath,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProxy(child, plan);
}

/** Replaces the example values of a file; each must occur. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [example, value]) => {
    if (!filled.includes(example)) throw new Error(`the file has no ${example}`);
    return filled.replaceAll(example, value);
  }, text);
}

const readDeployFile = (name: string): string =>
  readFileSync(join(ROOT, 'deploy', 'nginx', name), 'utf8');

/** What Debian's nginx.conf does around the file of a site. */
const wrapSite = (folder: string, site: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${site};
}
`;

function startNginx(plan: ProxyPlan): Promise<RunningProxy> {
  const { folder, address, port, plainPort, basePath } = plan;
  mkdirSync(folder, { recursive: true });
  const [site, proxy, main] = ['site', 'proxy', 'main'].map((name) => join(folder, `${name}.conf`));
  const values = {
    'desk.example.com': plan.host,
    'listen 443': `listen ${address}:${port}`,
    '/etc/ssl/frontmonth/fullchain.pem': plan.cert,
    '/etc/ssl/frontmonth/privkey.pem': plan.key,
    '/etc/nginx/frontmonth-proxy.conf': proxy ?? '',
  };
  const text =
    basePath === ''
      ? fillIn(readDeployFile('frontmonth.conf'), {
          ...values,
          'listen 80': `listen ${address}:${plainPort}`,
          ':443$': `:${port}$`,
        })
      : fillIn(readDeployFile('frontmonth-below-path.conf'), { ...values, '/desk': basePath });
  writeFileSync(site ?? '', text);
  writeFileSync(
    proxy ?? '',
    fillIn(readDeployFile('frontmonth-proxy.conf'), { '127.0.0.1:3000': plan.upstream }),
  );
  writeFileSync(main ?? '', wrapSite(folder, site ?? ''));
  const child = spawn('nginx', ['-e', 'stderr', '-c', main ?? '', '-p', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProxy(child, plan);
}

export const startProxy = (name: ProxyName, plan: ProxyPlan): Promise<RunningProxy> =>
  name === 'caddy' ? startCaddy(plan) : startNginx(plan);
