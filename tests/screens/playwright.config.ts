// Pictures of all screens: `npm run screens`.
import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];
const MINUTE = 60_000;

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: '../e2e/prepare.ts',
  workers: 1,
  retries: 0,
  timeout: 15 * MINUTE,
  reporter: [['line']],
  use: {
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      ...(executablePath ? { executablePath } : {}),
    },
  },
});
