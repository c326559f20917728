// The rules of the house, read from the source itself: who may import whom, and what may not be
// written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFault } from '../support/import-rules';
import {
  type Import,
  ROOT,
  listImports,
  isCode,
  sourceFiles,
  withoutExtension,
} from '../support/source-files';

const files = sourceFiles();
const code = files.filter(isCode);
const imports = code.flatMap(listImports);

/** The first cycle of imports through `start`, or null. */
function cycleThrough(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  trail: readonly string[] = [],
): string[] | null {
  if (trail.includes(start)) return [...trail.slice(trail.indexOf(start)), start];
  if (seen.has(start)) return null;
  for (const next of graph.get(start) ?? []) {
    const cycle = cycleThrough(next, graph, seen, [...trail, start]);
    if (cycle) return cycle;
  }
  seen.add(start);
  return null;
}

function importGraph(all: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to, isOwn } of all) {
    if (isOwn)
      graph.set(withoutExtension(from), [...(graph.get(withoutExtension(from)) ?? []), to]);
  }
  return graph;
}

function firstCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>();
  for (const file of graph.keys()) {
    const cycle = cycleThrough(file, graph, seen);
    if (cycle) return cycle;
  }
  return null;
}

describe('files', () => {
  it('have kebab-case names', () => {
    const named = code.filter(({ path }) => !path.startsWith('app/routes/'));
    const odd = named.filter(
      ({ path }) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|js)$/.test(path.split('/').pop() ?? ''),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('are no barrels', () => {
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

  it('stand in folders: only the root of the pages and its two entries are loose in app', () => {
    const loose = files.map(({ path }) => path).filter((path) => /^app\/[^/]+$/.test(path));
    expect(loose).toEqual(['app/entry.client.tsx', 'app/entry.server.tsx', 'app/root.tsx']);
  });
});

describe('imports', () => {
  it('follow the directions of the house', () => {
    expect(imports.map(importFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each([
    ['app/trading/domain/order.ts', 'app/trading/engine/engine'],
    ['app/trading/strategies/evaluate.ts', 'app/trading/simulation/world'],
    ['app/trading/networks/features/point-in-time-view.ts', 'app/trading/simulation/knowledge'],
    ['app/trading/networks/registry.ts', 'app/trading/strategies/playbook'],
    ['app/trading/market/inputs/catalogue.ts', 'app/trading/networks/registry'],
    ['app/trading/engine/engine.ts', 'app/models/risk/market-risk'],
    ['app/trading/desk.ts', 'react'],
    ['app/audit/fold.ts', 'app/trading/engine/engine'],
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
  ])('of %s may not reach %s', (from, to) => {
    const isOwn = /^(app|db)\//.test(to);
    expect(importFault({ from, to, isOwn })).not.toBeNull();
  });

  it('make no cycle', () => {
    expect(firstCycle(importGraph(imports))).toBeNull();
    expect(
      firstCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });
});

describe('the source', () => {
  const self = 'tests/house/house-rules.test.ts';
  const banned: readonly (readonly [string, RegExp])[] = [
    [
      'unfinished work',
      new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`),
    ],
    ['a test alone or left out', new RegExp(`\\.(${['only', 'skip', 'todo'].join('|')})\\(`)],
    ['a path of one machine', /(^|[\s'"`(=])\/(work|root|home|Users|tmp)\//m],
  ];

  it.each(banned)('holds no %s', (_what, pattern) => {
    const holders = files.filter(
      ({ path, text }) => path !== self && path !== 'package-lock.json' && pattern.test(text),
    );
    expect(holders.map(({ path }) => path)).toEqual([]);
  });

  it('replaces modules only in tests that run alone', () => {
    const replacing = new RegExp(`\\bvi\\.${'mock'}\\(|\\bvi\\.${'doMock'}\\(`);
    const holders = code.filter(
      ({ path, text }) => replacing.test(text) && !path.endsWith('.mocked.test.ts'),
    );
    expect(holders.map(({ path }) => path)).toEqual([]);
  });

  it('keeps the schemas of the API out of the scripts of the browser: pages import their types', () => {
    const schemas = /^import (?!type )[^;]*from '[^']*contracts\/api\/[^']*'/m;
    const holders = code.filter(
      ({ path, text }) =>
        /^app\/(components|contracts\/(?!api\/)|root|routes\/(?!api\.))/.test(path) &&
        !path.endsWith('.server.ts') &&
        schemas.test(text),
    );
    expect(holders.map(({ path }) => path)).toEqual([]);
  });

  it('makes an approval in one place alone', () => {
    const makers = code.filter(
      ({ path, text }) => path !== self && /\bas (unknown as )?Approved\b/.test(text),
    );
    const made = makers.flatMap(({ path, text }) =>
      [...text.matchAll(/\bas (unknown as )?Approved\b/g)].map(() => path),
    );
    expect(made).toEqual(['app/trading/risk/pre-trade.ts']);
  });

  it('keeps download addresses out of the lock file', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
    expect(lock).toContain('"integrity"');
  });
});
