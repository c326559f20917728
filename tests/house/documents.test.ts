// Documents refer only to existing links, commands, settings, tests and metrics.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FEEDS } from '../../app/server/platform/env.server';
import { PROJECT_ROOT } from '../../app/server/platform/project.server';
import { REFUSAL_CODES } from '../../app/trading/domain/outcome';

const readProjectFile = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(PROJECT_ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const texts = DOCUMENTS.map((path) => ({ path, text: readProjectFile(path) }));
const SCRIPTS = Object.keys(
  (JSON.parse(readProjectFile('package.json')) as { scripts: object }).scripts,
);
const SETTINGS = new Set(
  [...readProjectFile('.env.example').matchAll(/^#?\s*([A-Z][A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  ),
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

/** Broken links of a document. */
function findBrokenLinks({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(PROJECT_ROOT, at))) return true;
      return anchor !== undefined && !listAnchors(readProjectFile(at)).has(anchor);
    });
}

/** Unknown names of one kind in all documents. */
const findUnknown = (pattern: RegExp, isKnown: (name: string) => boolean): string[] =>
  texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, name = '']) => name)
      .filter((name) => !isKnown(name))
      .map((name) => `${path}: ${name}`),
  );

/** Names in backticks that look like paths and do not exist. */
const findMissingPaths = (document: string, text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      /^(?:app|db|docs|tests|public)\/|\.(?:tsx?|js|css|svg|md|sql|json)$/.test(name),
    )
    .filter((name) => !existsSync(join(PROJECT_ROOT, name)))
    .map((name) => `${document}: ${name}`);

describe('documents', () => {
  it.each(texts)('$path has no broken links', (document) => {
    expect(findBrokenLinks(document)).toEqual([]);
  });

  it('broken links are detected', () => {
    expect(
      findBrokenLinks({
        path: 'README.md',
        text: '[a](docs/nowhere.md) [b](docs/runbook.md#users) [c](docs/runbook.md#missing) [d](https://example.com)',
      }),
    ).toEqual(['docs/nowhere.md', 'docs/runbook.md#missing']);
  });

  it('name existing commands', () => {
    expect(
      findUnknown(/npm run (?:-s )?([a-z][\w:-]*)/g, (name) => SCRIPTS.includes(name)),
    ).toEqual([]);
  });

  it('name existing settings; the runbook and README list all of them', () => {
    expect(SETTINGS.size).toBeGreaterThan(12);
    const settingPattern =
      /\b((?:FRONTMONTH|SESSION|PUBLIC|DATA|SIM|HISTORY|REPLAY|MARKET|MASTER|LIVE|METRICS|LOG)_[A-Z_]+)\b/g;
    expect(findUnknown(settingPattern, (name) => SETTINGS.has(name) || REFUSALS.has(name))).toEqual(
      [],
    );
    const runbook = readProjectFile('docs/runbook.md');
    expect([...SETTINGS].filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
    expect(
      [...SETTINGS].filter((name) => !readProjectFile('README.md').includes(`\`${name}\``)),
    ).toEqual([]);
  });

  it.each([
    ['README.md', /^\| `FEED` .*$/m],
    ['docs/runbook.md', /^\| `FEED` .*$/m],
    ['.env.example', /(?:^#.*\n)+FEED=/m],
  ])('describe every source of prices: %s', (path, pattern) => {
    const [text = ''] = pattern.exec(readProjectFile(path)) ?? [];
    expect(FEEDS.filter((feed) => !new RegExp(`\\b${feed}\\b`).test(text))).toEqual([]);
  });

  it('show a proxy that passes on the Host header with its port', () => {
    const hosts = texts.flatMap(({ text }) =>
      [...text.matchAll(/proxy_set_header Host (\S+);/g)].map(([, value]) => value),
    );
    expect(hosts).toEqual(['$http_host']);
  });

  it('name existing tests', () => {
    expect(
      findUnknown(/`(tests\/[\w./-]+\.ts)`/g, (path) => existsSync(join(PROJECT_ROOT, path))),
    ).toEqual([]);
  });

  it('name existing files in the architecture document', () => {
    expect(
      findMissingPaths('docs/architecture.md', readProjectFile('docs/architecture.md')),
    ).toEqual([]);
    expect(
      findMissingPaths('x', 'see `app/nowhere.ts`, `docs/api.md` and `gone.server.ts`'),
    ).toEqual(['x: app/nowhere.ts', 'x: gone.server.ts']);
  });

  it('name existing metrics', () => {
    const source = readProjectFile('app/server/http/metrics.server.ts');
    expect(
      findUnknown(/\bfrontmonth_([a-z_]+)\b/g, (name) => source.includes(`'${name}'`)),
    ).toEqual([]);
  });
});
