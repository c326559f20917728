// The rules of the house, read from the source itself: who may import whom, and what may not be written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFault } from './support/import-rules';
import {
  type Import,
  ROOT,
  importsOf,
  isCode,
  sourceFiles,
  withoutExtension,
} from './support/source-files';

const files = sourceFiles();
const code = files.filter(isCode);
const imports = code.flatMap(importsOf);

/** The first cycle of value imports through `start`, or null; type imports vanish and may point both ways. */
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

function valueGraph(all: readonly Import[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to, isOwn, isTypeOnly } of all) {
    if (isOwn && !isTypeOnly)
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

  it('of the trading mind open with a comment', () => {
    const silent = code.filter(
      ({ path, text }) => path.startsWith('app/trading/') && !/^(\/\*\*|\/\/)/.test(text),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('imports', () => {
  it('follow the directions of the house', () => {
    expect(imports.map(importFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it('would be caught going the wrong way', () => {
    const wrong = (from: string, to: string): string | null =>
      importFault({ from, to, isOwn: to.startsWith('app/'), isTypeOnly: false });
    expect(wrong('app/trading/domain/order.ts', 'app/trading/engine/engine')).not.toBeNull();
    expect(
      wrong('app/trading/strategies/evaluate.ts', 'app/trading/simulation/world'),
    ).not.toBeNull();
    expect(
      wrong('app/trading/networks/features/as-of.ts', 'app/trading/simulation/knowledge'),
    ).not.toBeNull();
    expect(
      wrong('app/server/backtests/backtest-queue.server.ts', 'app/server/backtests/world-tapes'),
    ).not.toBeNull();
    expect(
      wrong('app/trading/networks/registry.ts', 'app/trading/strategies/playbook'),
    ).not.toBeNull();
    expect(
      wrong('app/trading/market/inputs/catalogue.ts', 'app/trading/networks/registry'),
    ).not.toBeNull();
    expect(wrong('app/routes/login.tsx', 'app/trading/adapters/feed')).not.toBeNull();
    expect(wrong('app/components/figures.tsx', 'app/models/account/user.server')).not.toBeNull();
    expect(wrong('app/trading/desk.ts', 'react')).not.toBeNull();
    expect(wrong('app/trading/desk.ts', 'app/trading/engine/state')).toBeNull();
  });

  it('make no cycle', () => {
    expect(firstCycle(valueGraph(imports))).toBeNull();
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
  const self = 'tests/house-rules.test.ts';
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
