// `npm run release`: the archive runs in another folder with Node alone.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findMissing, reportSkipped } from '../support/deploy-programs';
import { findFreePort } from '../support/free-port';
import { runBuiltProgram } from '../support/run-program';

const isSkipped = reportSkipped('a release archive', findMissing(['tar', 'gzip']));

const Facts = z.object({
  archive: z.string(),
  bytes: z.number(),
  packages: z.number(),
  sha256: z.string(),
});

describe.skipIf(isSkipped)('a release', () => {
  let folder = '';
  let facts: z.infer<typeof Facts>;
  /** The unpacked archive. */
  let home = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'frontmonth-release-test-'));
    const { code, stdout, stderr } = await runBuiltProgram('release', join(folder, 'unused'), [
      '--bare',
      '--out',
      folder,
      '--json',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    facts = Facts.parse(JSON.parse(stdout));
    execFileSync('tar', ['-xzf', facts.archive, '-C', folder]);
    home = join(folder, /frontmonth-[^/]*(?=\.tar\.gz$)/.exec(facts.archive)?.[0] ?? '');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A process whose PATH holds nothing but tools that Node starts itself. */
  function startInHome(args: readonly string[], settings: Readonly<Record<string, string>>) {
    const PATH = join(folder, 'no-programs');
    const env: NodeJS.ProcessEnv = {
      PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      ...settings,
    };
    const child: ChildProcess = spawn(process.execPath, args, {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => void (output += bytes.toString()));
    return { child, readOutput: () => output };
  }

  it('has its checksum beside it, and neither build tools nor data of the machine', () => {
    const sha256 = createHash('sha256').update(readFileSync(facts.archive)).digest('hex');
    expect(facts.sha256).toBe(sha256);
    expect(readFileSync(`${facts.archive}.sha256`, 'utf8')).toMatch(sha256);
    const packages = readdirSync(join(home, 'node_modules'));
    expect(packages).toContain('better-sqlite3');
    for (const name of ['vite', 'typescript', 'eslint', 'vitest', '@playwright'])
      expect(packages).not.toContain(name);
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual(['.env.example']);
    for (const name of ['tests', 'data', 'deploy/secrets', 'node_modules/.cache'])
      expect([name, existsSync(join(home, name))]).toEqual([name, false]);
  });

  it('serves a terminal with `node start.js`, without npm and a build', async () => {
    const port = await findFreePort();
    const settings = { DATA_DIR: join(folder, 'data'), PORT: String(port) };
    const { child, readOutput } = startInHome(['start.js'], settings);
    try {
      // A process that has ended has also said why.
      await vi.waitUntil(
        () => readOutput().includes('Frontmonth is at') || child.exitCode !== null,
        { timeout: 120_000 },
      );
      expect(readOutput()).toContain('Frontmonth is at');
      expect(readOutput()).not.toMatch(/Installing|Building/);
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      expect(answer.status).toBe(200);
    } finally {
      if (child.kill('SIGTERM')) await once(child, 'close');
    }
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
    const audit = startInHome(['run.js', 'audit'], settings);
    const [code] = (await once(audit.child, 'close')) as [number];
    expect([code, audit.readOutput()]).toEqual([0, expect.stringContaining('passed')]);
  }, 300_000);
});
