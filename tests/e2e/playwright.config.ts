// Browser tests, each with script on and with script off, against a desk of their own.
import { defineConfig, devices } from '@playwright/test';
import { IS_DEEP_RUN } from '../support/run-size';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = process.env['CHROMIUM_PATH'];
const NOT_IN_THIS_RUN = IS_DEEP_RUN ? [] : [/\.deep\.spec/];

export default defineConfig({
  testDir: '.',
  testIgnore: NOT_IN_THIS_RUN,
  outputDir: '../../test-results',
  globalSetup: './prepare.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // A bound, not a wait: pages answer late where other work keeps both cores busy.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 30_000,
    // A new browser context compiles the scripts again, which takes longer than most tests. Tests that
    // stop the clock or the network of a page have their own context; see fixtures.ts.
    reuseContext: true,
    // Motion takes as much of a processor as the pages themselves; its tests enable it.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    { name: 'script on' },
    {
      name: 'script off',
      use: { javaScriptEnabled: false },
      testIgnore: [
        /accessibility|emergency-stop|injection|live-link|new-version|power-prices|waiting|unreached/,
        ...NOT_IN_THIS_RUN,
      ],
    },
  ],
});
