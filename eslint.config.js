// Rules that a linter can hold; tests/house/house-rules.test.ts checks who imports whom.
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const date = "[callee.name='Date'][arguments.length=0]";
const PURE_SYNTAX = [
  { selector: `NewExpression${date}`, message: 'Time comes from the Clock port.' },
  { selector: `CallExpression${date}`, message: 'Time comes from the Clock port.' },
];
const PURE_PROPERTIES = [
  { object: 'Date', property: 'now', message: 'Time comes from the Clock port.' },
  { object: 'Math', property: 'random', message: 'Chance comes from the Random port.' },
  { object: 'performance', property: 'now', message: 'Time comes from the Clock port.' },
];
const PURE_GLOBALS = [
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'crypto',
  'performance',
  'window',
  'document',
];

/** Requests leave through one module, which checks hosts, limits and keys. */
const SENDER = 'Requests are sent by app/server/feeds/public/egress.server.ts.';
const NO_FETCH_PROPERTIES = ['globalThis', 'global'].map((object) => ({
  object,
  property: 'fetch',
  message: SENDER,
}));

const SHAPE = {
  'max-depth': ['error', 3],
  complexity: ['error', { max: 15, variant: 'modified' }],
};

const NO_DEFAULT_EXPORT = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Named exports: a default one only where Remix or a tool asks for it.',
  },
  { selector: 'TSEnumDeclaration', message: 'A literal union or an `as const` catalogue.' },
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
];

const NO_SUSPENSE = {
  name: 'react',
  importNames: ['Suspense', 'lazy'],
  message: 'Hydration of a boundary fails if an update comes first; see power-section.tsx.',
};

export default defineConfig(
  globalIgnores([
    'build/',
    'node_modules/',
    '.cache/',
    'data/',
    'coverage/',
    'public/',
    'test-results/',
    'playwright-report/',
  ]),
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      ...SHAPE,
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT],
      'prefer-const': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  {
    files: ['app/**/*.{ts,tsx}', 'db/**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'lib', name: 'Response' }] },
      ],
    },
  },
  {
    files: ['app/**/*.tsx'],
    rules: { 'no-restricted-imports': ['error', { paths: [NO_SUSPENSE] }] },
  },
  {
    files: ['app/trading/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...PURE_GLOBALS],
      'no-restricted-properties': ['error', ...PURE_PROPERTIES, ...NO_FETCH_PROPERTIES],
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, ...PURE_SYNTAX],
    },
  },
  {
    files: ['app/{server,models,programs,routes}/**/*.{ts,tsx,js}'],
    ignores: [
      'app/server/feeds/public/egress.server.ts',
      // asks a server of this machine
      'app/server/feeds/public/replayed-clock.server.ts',
      // asks servers of the directory
      'app/server/desks/probe.server.ts',
      // asks the server that it measures
      'app/programs/bench/**',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: SENDER }],
      'no-restricted-properties': ['error', ...NO_FETCH_PROPERTIES],
    },
  },
  {
    // Where Remix or a tool wants a default export.
    files: [
      'app/routes/**/*.tsx',
      'app/root.tsx',
      'app/entry.*.tsx',
      '*.config.{js,ts}',
      '**/*.config.ts',
      'tests/e2e/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT.slice(1)] },
  },
  {
    files: ['*.js', 'deploy/*.js', 'tests/**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        Request: 'readonly',
        Headers: 'readonly',
        AbortController: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { complexity: 'off', 'no-console': 'off', 'no-empty-pattern': 'off' },
  },
);
