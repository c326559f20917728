// Builds the worker of the jobs of the tests, as build.js builds that of the research jobs.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './source-files';

/** Path of the worker file, in a new folder below .cache, where its packages are found. */
export async function buildProbeWorker(): Promise<string> {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'probe-worker-'));
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: {
        input: { probe: join(ROOT, 'tests', 'support', 'probe.worker.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return join(folder, 'probe.js');
}
