// The rules of the house that a linter can hold; tests/house-rules.test.ts holds the others.
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const pattern = (regex, message) => ({ regex, message });
const restrictImports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const NO_WORLD = pattern(
  '^(node:|fs$|path$|os$|crypto$|timers|child_process$|worker_threads$|net$|http)',
  'The trading mind knows no machine: hand it a port.',
);
const NO_FRAMES = pattern(
  '^(react|@remix-run|drizzle|better-sqlite3|express|pino)',
  'The trading mind knows no screen, server or database.',
);
const NO_HOUSE = pattern(
  '\\.\\./(models|routes|components|programs|workers|audit|styles)/|\\.server$|/db/',
  'The trading mind knows nothing around it.',
);
const NO_ORACLE = pattern(
  '/simulation/',
  'The simulated world is for terminal.server and programs alone.',
);
const NO_ADAPTERS = pattern('/adapters/', 'Adapters are for terminal.server and programs alone.');
const NO_SERVER = pattern('\\.server$', 'Components get props; they never ask the server.');
const NO_MODELS = pattern('/models/', 'Components get props; they never ask a model.');
const NO_ROUTES = pattern('/routes/', 'A component serves any route and knows none.');
const NO_DB = pattern('/db/|drizzle|better-sqlite3', 'A route asks a model, never the database.');

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
    files: ['app/trading/**/*.ts'],
    rules: {
      ...restrictImports(NO_WORLD, NO_FRAMES, NO_HOUSE, NO_ORACLE, NO_ADAPTERS),
      'no-restricted-globals': ['error', ...PURE_GLOBALS],
      'no-restricted-properties': ['error', ...PURE_PROPERTIES],
      'no-restricted-syntax': ['error', ...NO_DEFAULT_EXPORT, ...PURE_SYNTAX],
    },
  },
  {
    files: ['app/trading/simulation/**/*.ts'],
    rules: restrictImports(NO_WORLD, NO_FRAMES, NO_HOUSE, NO_ADAPTERS),
  },
  {
    files: ['app/trading/adapters/**/*.ts'],
    rules: { ...restrictImports(NO_FRAMES, NO_HOUSE, NO_ORACLE), 'no-restricted-globals': 'off' },
  },
  {
    files: ['app/components/**/*.{ts,tsx}'],
    rules: restrictImports(NO_SERVER, NO_MODELS, NO_ROUTES, NO_DB, NO_ORACLE, NO_ADAPTERS),
  },
  { files: ['app/routes/**/*.{ts,tsx}'], rules: restrictImports(NO_DB, NO_ORACLE, NO_ADAPTERS) },
  {
    files: ['app/models/**/*.ts'],
    rules: restrictImports(
      NO_ROUTES,
      NO_ORACLE,
      NO_ADAPTERS,
      pattern('/components/', 'A model knows no screen.'),
    ),
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
    files: ['*.js', 'tests/**/*.js'],
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
