// Facts of the image and of the services beside it, and the health check that runs in the image.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHealthPath } from '../../app/server/desks/front-health.server';
import { type DeskServer, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';

const readLines = (name: string): readonly string[] =>
  readFileSync(join(ROOT, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const DOCKERFILE = readLines('Dockerfile');
const finalStage = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM node:20-bookworm-slim'));

describe('the Dockerfile', () => {
  it('runs the built server as a user without rights, with no step before it', () => {
    expect(finalStage).toContain('USER 10001:10001');
    expect(finalStage.at(-1)).toBe('CMD ["node", "server.js"]');
    expect(finalStage.filter((line) => /^(ADD|COPY)/.test(line))).toEqual([
      'COPY --from=build /app ./',
    ]);
    expect(finalStage.join('\n')).toContain('CMD ["node", "deploy/healthcheck.js"]');
  });

  it('leaves development packages out, adds nothing from elsewhere and names no secret', () => {
    const text = DOCKERFILE.join('\n');
    expect(text).toContain('npm prune --omit=dev');
    expect(text).not.toMatch(/^ADD /m);
    expect(text).not.toMatch(/PASSWORD|SECRET|TOKEN|MASTER_KEY/);
  });

  it('copies only what is listed, and all sources of the build', async () => {
    const rules = readLines('.dockerignore');
    expect(rules[0]).toBe('*');
    const listed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    for (const path of listed)
      expect(`${path} ${existsSync(join(ROOT, path))}`).toBe(`${path} true`);
    for (const secret of ['.env', 'data', 'deploy/secrets', 'deploy', '.git', 'node_modules'])
      expect(listed).not.toContain(secret);
    const { SOURCES } = await import('../../build.js');
    expect(SOURCES.filter((path: string) => !listed.includes(path))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  const terminal = /\n {2}terminal:\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? '';

  it('runs the terminal without rights on a read-only file system, and publishes no port of it', () => {
    for (const line of [
      'read_only: true',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
      'data:/data',
    ])
      expect(terminal).toContain(line);
    expect(terminal).not.toContain('ports:');
    expect(/stop_grace_period: (\d+)s/.exec(terminal)?.[1]).toBe('15');
  });

  it('trusts its own network alone, of which only Caddy is published to others', () => {
    const [, trusted = ''] = /TRUSTED_PROXIES: (\S+)/.exec(terminal) ?? [];
    expect(text).toContain(`subnet: ${trusted}`);
    expect(text.match(/^ {4}ports: \['\d+:/gm)).toHaveLength(1);
  });

  it('publishes figures and dashboards on this machine only', () => {
    const published = [...text.matchAll(/ports: \[(.+)\]/g)].map(([, ports]) => ports);
    expect(published).toEqual([
      "'80:80', '443:443'",
      "'127.0.0.1:9090:9090'",
      "'127.0.0.1:3001:3000'",
    ]);
  });

  it('mounts only files of the project', () => {
    const files = [...text.matchAll(/- \.\/(deploy\/[^:]+):/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(4);
    const missing = files.filter((path) => !existsSync(join(ROOT, path)));
    expect(missing.filter((path) => !path.startsWith('deploy/secrets/'))).toEqual([]);
  });
});

describe('compose.desks.yaml', () => {
  const text = readFileSync(join(ROOT, 'compose.desks.yaml'), 'utf8');

  it('changes the service of compose.yaml, and publishes no port of it', () => {
    expect(text.match(/^ {2}\w+:$/gm)).toEqual(['  terminal:']);
    expect(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')).toContain('\n  terminal:\n');
    for (const key of ['ports', 'image', 'read_only', 'cap_drop', 'volumes', 'networks'])
      expect(text).not.toMatch(new RegExp(`^ +${key}:`, 'm'));
  });

  it('runs the front with its directory on the volume, and has time to stop', () => {
    expect(text).toContain("command: ['node', 'run.js', 'desks', 'serve']");
    expect(existsSync(join(ROOT, 'app', 'programs', 'desks.ts'))).toBe(true);
    expect(text).toMatch(/DESKS_DIR: \/data\//);
    expect(Number(/stop_grace_period: (\d+)s/.exec(text)?.[1])).toBeGreaterThan(15);
  });

  it('checks the health of the front', () => {
    expect(text).toContain(`'deploy/healthcheck.js', '${buildHealthPath('healthz')}'`);
  });
});

describe('the health check', () => {
  const runCheck = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'deploy', 'healthcheck.js'), ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  let desk: DeskServer;
  beforeAll(async () => {
    desk = await startDesk('server.js', { FEED: 'public' }, '/desk');
  });
  afterAll(() => desk.stop());

  it('passes below the path, and fails elsewhere with the reason', () => {
    const { port } = new URL(desk.origin);
    expect(runCheck({ PORT: port, PUBLIC_ORIGIN: 'https://example.com/desk' }).status).toBe(0);
    const wrong = runCheck({ PORT: port, PUBLIC_ORIGIN: 'https://example.com' });
    expect([wrong.status, wrong.stderr]).toEqual([1, '/healthz answered 404\n']);
    expect(runCheck({ PORT: '9', PUBLIC_ORIGIN: '' }).status).toBe(1);
    const other = runCheck({ PORT: port, PUBLIC_ORIGIN: 'https://example.com/desk' }, '/version');
    expect(other.status).toBe(0);
  });
});
