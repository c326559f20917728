// Code rules, checked on the source: import directions and banned constructs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getFileInfo } from 'prettier';
import { describe, expect, it } from 'vitest';
import { findImportFault } from '../support/import-rules';
import {
  type Import,
  ROOT,
  listImports,
  isCode,
  listSourceFiles,
  removeExtension,
} from '../support/source-files';

const files = listSourceFiles();
const code = files.filter(isCode);
const imports = code.flatMap(listImports);

/** The first cycle of imports through `start`, or null. */
function findCycleThrough(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  trail: readonly string[] = [],
): string[] | null {
  if (trail.includes(start)) return [...trail.slice(trail.indexOf(start)), start];
  if (seen.has(start)) return null;
  for (const next of graph.get(start) ?? []) {
    const cycle = findCycleThrough(next, graph, seen, [...trail, start]);
    if (cycle) return cycle;
  }
  seen.add(start);
  return null;
}

function buildImportGraph(all: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to, isOwn } of all) {
    if (isOwn) graph.set(removeExtension(from), [...(graph.get(removeExtension(from)) ?? []), to]);
  }
  return graph;
}

function findFirstCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>();
  for (const file of graph.keys()) {
    const cycle = findCycleThrough(file, graph, seen);
    if (cycle) return cycle;
  }
  return null;
}

/** Code that programs write, and files that browsers load as they are. */
const UNFORMATTED = /\.generated\.ts$|^app\/trading\/networks\/weights\/|^public\//;

describe('files', () => {
  it('of code are formatted, whatever their folder is called', async () => {
    const ignorePath = join(ROOT, '.prettierignore');
    const written = code.filter(({ path }) => !UNFORMATTED.test(path));
    // One file of each folder is enough.
    const samples = [...new Map(written.map(({ path }) => [dirname(path), path])).values()];
    const found = await Promise.all(
      samples.map(async (path) => {
        const { ignored } = await getFileInfo(join(ROOT, path), { ignorePath });
        return ignored ? [path] : [];
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  it('have kebab-case names', () => {
    const checkedFiles = code.filter(({ path }) => !path.startsWith('app/routes/'));
    const misnamed = checkedFiles.filter(
      ({ path }) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|js)$/.test(path.split('/').pop() ?? ''),
    );
    expect(misnamed.map(({ path }) => path)).toEqual([]);
  });

  it('contain no barrels', () => {
    const isBarrel = (text: string): boolean => {
      const lines = text
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split(';')
        .map((line) => line.trim())
        .filter(Boolean);
      return lines.length > 0 && lines.every((line) => /^export\s[\s\S]*\sfrom\s/.test(line));
    };
    expect(
      code
        .filter(({ path, text }) => /(^|\/)index\.tsx?$/.test(path) || isBarrel(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('are in folders; only the page root and its two entries are directly in app', () => {
    const looseFiles = files.map(({ path }) => path).filter((path) => /^app\/[^/]+$/.test(path));
    expect(looseFiles).toEqual(['app/entry.client.tsx', 'app/entry.server.tsx', 'app/root.tsx']);
  });
});

describe('imports', () => {
  it('follow the allowed directions', () => {
    expect(imports.map(findImportFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each([
    ['app/trading/domain/order.ts', 'app/trading/engine/engine'],
    ['app/trading/strategies/evaluate.ts', 'app/trading/simulation/world'],
    [
      'app/trading/networks/features/point-in-time-view.ts',
      'app/trading/simulation/market-knowledge',
    ],
    ['app/trading/networks/registry.ts', 'app/trading/strategies/playbook'],
    ['app/trading/market/inputs/catalog.ts', 'app/trading/networks/registry'],
    ['app/trading/engine/engine.ts', 'app/models/risk/market-risk'],
    ['app/trading/desk-view.ts', 'react'],
    ['app/audit/replay-entry.ts', 'app/trading/engine/engine'],
    ['app/contracts/signals.ts', 'app/models/signals/signals.server'],
    ['app/models/risk/what-if.server.ts', 'app/trading/simulation/world'],
    ['app/models/risk/what-if.server.ts', 'app/server/risk/told'],
    ['app/models/risk/what-if.server.ts', 'app/components/figures'],
    ['app/models/risk/what-if.server.ts', 'react'],
    ['app/models/reports/page.tsx', '@remix-run/react'],
    ['app/models/reports/page.tsx', 'app/components/figures'],
    ['app/server/desk/terminal.server.ts', 'app/routes/login'],
    ['app/routes/login.tsx', 'db/client'],
    ['app/routes/login.tsx', 'app/trading/engine/engine'],
    ['app/components/figures.tsx', 'app/models/account/user.server'],
    ['app/components/figures.tsx', 'app/trading/risk/margin'],
    ['app/loose.ts', 'app/trading/domain/order'],
  ])('of %s must not reach %s', (from, to) => {
    const isOwn = /^(app|db)\//.test(to);
    expect(findImportFault({ from, to, isOwn })).not.toBeNull();
  });

  it('have no cycle', () => {
    expect(findFirstCycle(buildImportGraph(imports))).toBeNull();
    expect(
      findFirstCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });
});

describe('source', () => {
  const self = 'tests/house/house-rules.test.ts';
  const BANNED_PATTERNS: readonly (readonly [string, RegExp])[] = [
    [
      'unfinished work',
      new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`),
    ],
    ['focused or skipped test', new RegExp(`\\.(${['only', 'skip', 'todo'].join('|')})\\(`)],
    ['machine-specific path', /(^|[\s'"`(=])\/(work|root|home|Users|tmp)\//m],
  ];

  it.each(BANNED_PATTERNS)('contains no %s', (_what, pattern) => {
    const offenders = files.filter(
      ({ path, text }) => path !== self && path !== 'package-lock.json' && pattern.test(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('mocks modules only in *.mocked.test.ts', () => {
    const replacing = new RegExp(`\\bvi\\.${'mock'}\\(|\\bvi\\.${'doMock'}\\(`);
    const offenders = code.filter(
      ({ path, text }) => replacing.test(text) && !path.endsWith('.mocked.test.ts'),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('keeps API schemas out of browser scripts; pages import types only', () => {
    const schemas = /^import (?!type )[^;]*from '[^']*contracts\/api\/[^']*'/m;
    const offenders = code.filter(
      ({ path, text }) =>
        /^app\/(components|contracts\/(?!api\/)|root|routes\/(?!api\.))/.test(path) &&
        !path.endsWith('.server.ts') &&
        schemas.test(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('creates approvals in one place only', () => {
    const castingFiles = code.filter(
      ({ path, text }) => path !== self && /\bas (unknown as )?Approved\b/.test(text),
    );
    const casts = castingFiles.flatMap(({ path, text }) =>
      [...text.matchAll(/\bas (unknown as )?Approved\b/g)].map(() => path),
    );
    expect(casts).toEqual(['app/trading/risk/approve-orders.ts']);
  });

  it('imports the client of a broker in one module only', () => {
    const importing = code.filter(({ text }) => /(?:from |\()'@stoqey\//.test(text));
    expect(importing.map(({ path }) => path)).toEqual([
      'app/server/brokers/ibkr/ib-connection.server.ts',
    ]);
  });

  it('keeps download addresses out of the lock file', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
    expect(lock).toContain('"integrity"');
  });
});
