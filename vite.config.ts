// Imports remix.config.js, where Remix is configured, and holds the test projects.
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vitest/config';
import remixConfig from './remix.config.js';

const project = (name: string, include: string[], testTimeout: number, globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include, testTimeout, hookTimeout: testTimeout, environment: 'node' as const, globalSetup },
});

export default defineConfig({
  plugins: [process.env['VITEST'] ? null : remix(remixConfig)],
  test: {
    projects: [
      project('unit', ['tests/*.test.ts', 'tests/{trading,models,programs,contracts,report}/**/*.test.ts'], 20_000),
      project('properties', ['tests/properties/**/*.test.ts'], 120_000),
      project('kills', ['tests/scenarios/**/*.test.ts'], 600_000),
      project('routes', ['tests/routes/**/*.test.ts'], 60_000, ['tests/support/ensure-built.ts']),
    ],
  },
});
