// Imports remix.config.js, where Remix is configured, and holds the test projects.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import type { Plugin, RenderBuiltAssetUrl } from 'vite';
import { defineConfig } from 'vitest/config';
import { BUNDLED_PACKAGES, checkImportedPackages } from './build.js';
import remixConfig from './remix.config.js';

/** Tests at the doubles of brokers. */
const BROKER_TESTS = ['tests/contracts/*-broker.test.ts', 'tests/server/brokers/**/*.test.ts'];

/** `npm run test:deep` sets it; see tests/support/run-size.ts. */
const IS_DEEP_RUN = process.env['DEEP_RUN'] === '1';

const project = (
  name: string,
  include: string[],
  testTimeout: number,
  {
    exclude = [],
    ...options
  }: {
    readonly globalSetup?: string[];
    readonly isolate?: boolean;
    readonly exclude?: string[];
  } = {},
) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    environment: 'node' as const,
    exclude: IS_DEEP_RUN ? exclude : [...exclude, '**/*.deep.test.ts'],
    ...options,
  },
});

/**
 * What nearly every screen needs, without what a single screen reads, in one file: twenty files of one kilobyte each cost half as much
 * again, because none is compressed with the words of the others.
 */
const SHELL =
  /\/app\/(?:contracts\/(?!api\/|(?:account-page|backtest|backtest-view|correlations-page|portfolio|risk|sensitivities|value-at-risk)\.)|trading\/domain\/(?!(?:role|public-source|account-halt)\.)|components\/(?:shell|commands|live)\/|components\/(?:charts\/chart-frame|calendar\/time-left|backtest\/form-url|(?!(?:commodity-tabs|sourced)\.)[\w-]+)\.tsx?$)/;
/** What a screen of its own, or the first press of a key, asks for. */
const APART =
  /\.css$|\/commands\/(?:palette-dialog|command-catalog|command-list|commands-view)|\/live\/(?:browser-link|live-socket|live-messages)\./;
/** What the dashboard shares with a few other screens, in one file for the same reason. */
const MARKET =
  /\/app\/components\/(?:calendar\/calendar-strip|curve\/curve-chart|dashboard\/(?:folded-list|weather-feed)|maps\/(?:map-legend|us-map|use-map-phase)|signals\/signal-texts)\.tsx?$/;

function findChunk(id: string): string | undefined {
  if (APART.test(id)) return undefined;
  if (SHELL.test(id)) return 'shell';
  return MARKET.test(id) ? 'market' : undefined;
}

const LICENSES_FILE = 'assets/licenses.txt';

/**
 * The license text of an installed package; its name and kind of license where the package brings
 * no file.
 */
function readLicense(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
  return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : (license ?? '')}\n`;
}

/**
 * Publishes the license of every package in the scripts of the browser as one file, so that the
 * scripts need not repeat them.
 */
const publishLicenses = (): Plugin => ({
  name: 'publish-licenses',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? chunk.moduleIds : [],
    );
    const folders = new Set(
      modules.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(id)?.[1] ?? []),
    );
    const texts = [...folders]
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .sort()
      .map(readLicense);
    if (texts.length > 0)
      this.emitFile({
        type: 'asset',
        fileName: LICENSES_FILE,
        source: texts.join(`\n${'-'.repeat(80)}\n\n`),
      });
  },
});

const SINGLE_FETCH_FORMAT = 'turbo-stream';
const REPLACEMENT = '\0single-fetch-disabled';

/**
 * Leaves out the format of single fetch, which the browser loads but remix.config.js has disabled:
 * 1.4 kB less (gzip).
 */
const leaveOutSingleFetch = (): Plugin => ({
  name: 'leave-out-single-fetch',
  enforce: 'pre',
  applyToEnvironment: ({ name }) =>
    name === 'client' && remixConfig.future?.v3_singleFetch !== true,
  resolveId: (id) => (id === SINGLE_FETCH_FORMAT ? REPLACEMENT : undefined),
  load: (id) =>
    id === REPLACEMENT
      ? "const fail = () => { throw new Error('Single fetch is disabled.'); }; export { fail as decode, fail as encode };"
      : undefined,
});

/** Warnings of the router to its developers, which are no use to a trader. */
const DEVELOPER_WARNINGS = ['warning', 'warningOnce'];

/** Scripts of the browser: the smallest that a browser with modules takes. */
const browserBuild = {
  // Browsers that read `?.` as written: each one would cost 20 bytes.
  target: ['es2020', 'chrome91', 'edge91', 'firefox78', 'safari14'],
  minify: 'terser' as const,
  terserOptions: {
    ecma: 2020 as const,
    compress: { passes: 2, pure_funcs: DEVELOPER_WARNINGS },
    format: { comments: false },
  },
  rollupOptions: { output: { manualChunks: findChunk } },
};

/**
 * Files of the browser name each other by where they lie, because the path of PUBLIC_ORIGIN is not
 * yet chosen when they are built. Only the server names them by paths; see
 * app/contracts/base-path.ts. Style sheets lie one folder deep; Vite makes no relative address in
 * those that it builds for the server.
 */
const renderBuiltUrl: RenderBuiltAssetUrl = (file, { ssr, hostType }) => {
  if (hostType === 'css') return `../${file}`;
  return ssr ? undefined : { relative: true };
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: process.env['VITEST']
    ? []
    : [remix(remixConfig), leaveOutSingleFetch(), publishLicenses(), checkImportedPackages()],
  experimental: { renderBuiltUrl },
  build: isSsrBuild ? {} : browserBuild,
  // Vite runs these packages in development as they are: it cannot load all of them.
  ssr: command === 'build' ? { noExternal: BUNDLED_PACKAGES } : {},
  test: {
    // One worker for each core: the default leaves one core idle, which is half of a machine with
    // two.
    maxWorkers: process.env['TEST_WORKERS'] ?? '100%',
    // Compiled modules, by their content, for the next part and the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // What a test prints, log lines of expected faults included, is shown when it fails.
    silent: 'passed-only',
    setupFiles: ['tests/support/print-to-console.ts', 'tests/support/guard-sockets.ts'],
    env: { LOG_LEVEL: 'error' },
    // The default of one second is too short on a machine that is busy with other work.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Whatever is in no other project, so that no new folder goes untested.
      // Limits end tests that hang. The slowest takes 10 s alone, and several times as long on a
      // machine that is busy with other work.
      project(
        'unit',
        ['tests/!(properties|scenarios|routes|e2e|browsers|deploy)/**/!(*.mocked).test.ts'],
        120_000,
        { isolate: false, exclude: BROKER_TESTS },
      ),
      project('brokers', BROKER_TESTS, 120_000, { isolate: false }),
      project('properties', ['tests/properties/**/!(*.mocked).test.ts'], 300_000, {
        isolate: false,
      }),
      // Tests that replace a module: alone, because other files of a worker have loaded the real
      // one.
      project('mocked', ['tests/**/*.mocked.test.ts'], 120_000),
      // Many more runs, and the longer limit, in the deep run.
      project('kills', ['tests/scenarios/**/*.test.ts'], IS_DEEP_RUN ? 3_600_000 : 600_000, {
        isolate: IS_DEEP_RUN,
      }),
      // Deep run only: programs that a machine need not have.
      project('browsers', ['tests/browsers/**/*.test.ts'], 600_000, {
        globalSetup: ['tests/support/ensure-built.ts'],
      }),
      // Deep run only: proxies, Prometheus, systemd and containers, where they are installed.
      project('deploy', ['tests/deploy/**/*.test.ts'], 600_000, {
        globalSetup: ['tests/support/ensure-built.ts'],
      }),
      // One desk at a time in each worker: every file closes its own.
      project('routes', ['tests/routes/**/*.test.ts'], 180_000, {
        globalSetup: ['tests/support/ensure-built.ts'],
        isolate: false,
      }),
    ],
  },
}));
