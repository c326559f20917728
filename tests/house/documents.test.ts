// What the documents name is there: every link and its anchor, every command, every setting, every
// test, every metric.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../app/server/platform/project.server';
import { REFUSAL_CODES } from '../../app/trading/domain/outcome';

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(PROJECT_ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const texts = DOCUMENTS.map((path) => ({ path, text: read(path) }));
const SCRIPTS = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const SETTINGS = new Set(
  [...read('.env.example').matchAll(/^#?\s*([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
);
const REFUSALS: ReadonlySet<string> = new Set(REFUSAL_CODES);

const listAnchors = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );

/** Links that lead nowhere, of a document with its path. */
function deadLinks({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(PROJECT_ROOT, at))) return true;
      return anchor !== undefined && !listAnchors(read(at)).has(anchor);
    });
}

/** Names of one kind in all documents that are not known. */
const unknown = (pattern: RegExp, isKnown: (name: string) => boolean): string[] =>
  texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, name = '']) => name)
      .filter((name) => !isKnown(name))
      .map((name) => `${path}: ${name}`),
  );

/**
 * Names in backticks that are written as a path from the top of the project, or end as a file does,
 * and lead nowhere.
 */
const missingPaths = (document: string, text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      /^(?:app|db|docs|tests|public)\/|\.(?:tsx?|js|css|svg|md|sql|json)$/.test(name),
    )
    .filter((name) => !existsSync(join(PROJECT_ROOT, name)))
    .map((name) => `${document}: ${name}`);

describe('the documents', () => {
  it.each(texts)('$path leads only to what is there', (document) => {
    expect(deadLinks(document)).toEqual([]);
  });

  it('would be caught leading elsewhere', () => {
    expect(
      deadLinks({
        path: 'README.md',
        text: '[a](docs/nowhere.md) [b](docs/runbook.md#users) [c](docs/runbook.md#nobody) [d](https://example.com)',
      }),
    ).toEqual(['docs/nowhere.md', 'docs/runbook.md#nobody']);
  });

  it('name commands that there are', () => {
    expect(unknown(/npm run (?:-s )?([a-z][\w:-]*)/g, (name) => SCRIPTS.includes(name))).toEqual(
      [],
    );
  });

  it('name settings that there are, and the runbook all of them', () => {
    expect(SETTINGS.size).toBeGreaterThan(12);
    const asked =
      /\b((?:FRONTMONTH|SESSION|PUBLIC|DATA|SIM|HISTORY|REPLAY|MARKET|MASTER|LIVE|METRICS|LOG)_[A-Z_]+)\b/g;
    expect(unknown(asked, (name) => SETTINGS.has(name) || REFUSALS.has(name))).toEqual([]);
    const runbook = read('docs/runbook.md');
    expect([...SETTINGS].filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
    expect([...SETTINGS].filter((name) => !read('README.md').includes(`\`${name}\``))).toEqual([]);
  });

  it('name tests that there are', () => {
    expect(
      unknown(/`(tests\/[\w./-]+\.ts)`/g, (path) => existsSync(join(PROJECT_ROOT, path))),
    ).toEqual([]);
  });

  it('name files that there are where they explain the architecture', () => {
    expect(missingPaths('docs/architecture.md', read('docs/architecture.md'))).toEqual([]);
    expect(missingPaths('x', 'see `app/nowhere.ts`, `docs/api.md` and `gone.server.ts`')).toEqual([
      'x: app/nowhere.ts',
      'x: gone.server.ts',
    ]);
  });

  it('name metrics that the desk has', () => {
    const source = read('app/server/http/metrics.server.ts');
    expect(unknown(/\bfrontmonth_([a-z_]+)\b/g, (name) => source.includes(`'${name}'`))).toEqual(
      [],
    );
  });
});
