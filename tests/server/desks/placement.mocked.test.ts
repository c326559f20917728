// The place of a server by its settings.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createScratchDir } from '../../support/test-database';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A directory with server a, and the place that the settings give. */
async function readPlace(settings: Readonly<Record<string, string>>, url: string | null = null) {
  const folder = createScratchDir();
  const { Directory } = await import('../../../app/models/desks/directory.server');
  const directory = Directory.open(folder);
  onTestFinished(() => directory.closeFile());
  directory.addServer({ name: 'a', dataDir: '/srv/a', url });
  for (const [name, value] of Object.entries({ DESKS_DIR: folder, ...settings }))
    vi.stubEnv(name, value);
  const { usePlacement } = await import('../../../app/server/desks/placement.server');
  return usePlacement((placement) => placement?.server ?? null);
}

it('is none for a server alone', async () => {
  expect(await readPlace({ DESKS_DIR: '' })).toBeNull();
});

it('is the named server with the data directory of the directory', async () => {
  expect(await readPlace({ DESK_NAME: 'a', DATA_DIR: '/srv/a' })).toBe('a');
});

it('is the named server wherever its data are, if something else starts it', async () => {
  expect(await readPlace({ DESK_NAME: 'a', DATA_DIR: '/data' }, 'http://10.0.0.7:3000')).toBe('a');
});

it.each([
  [{}, /DESK_NAME: must name this server/],
  [{ DESK_NAME: 'b', DATA_DIR: '/srv/b' }, /has no server b\. Add it: npm run desks -- add b/],
  [{ DESK_NAME: 'a', DATA_DIR: '/srv/x' }, /server a has the data directory \/srv\/a/],
])('%j is rejected with what to correct', async (settings, message) => {
  await expect(readPlace(settings)).rejects.toThrow(message);
});
