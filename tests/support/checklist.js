// Parses the specification checklist and checks its tests against test results.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Placeholder in an id for variable parts of a title. */
export const ANY = '\u2026';

const ROW = /^\|\s*(\d+(?:\.\d+)+)\s*\|(.*)\|([^|]*)\|\s*$/;
const TEST_ID = /`([\w/.-]+) \u203a ([^`]+)`/g;
const DECISION = /\[(\d{4})\]\(decisions\/([\w-]+\.md)\)/g;

/** A bar in a cell is escaped with a backslash, and replaced while the cells are split. */
const BAR = '\u0000';

/**
 * Lines of the table, in order: number, words, the cell of the proof, ids of tests, files of
 * decisions.
 * @param {string} markdown
 * @returns {{ number: string, text: string, proof: string, tests: { file: string, title: string }[], decisions: string[] }[]}
 */
export function checklistLines(markdown) {
  return markdown.split('\n').flatMap((line) => {
    const [, number, text, proof] = (ROW.exec(line.replaceAll('\\|', BAR)) ?? []).map((cell) =>
      cell.replaceAll(BAR, '|'),
    );
    if (number === undefined) return [];
    const tests = [...proof.matchAll(TEST_ID)].map(([, file, title]) => ({ file, title }));
    const decisions = [...proof.matchAll(DECISION)].map(([, , file]) => file);
    return [{ number, text: text.trim(), proof: proof.trim(), tests, decisions }];
  });
}

/** The file of an id, from the project's root. @param {string} id @returns {string} */
export const getFile = (id) => `tests/${id}.${id.startsWith('e2e/') ? 'spec' : 'test'}.ts`;

/** Parts of `npm test` and of the deep run by folder. */
const PARTS = {
  routes: ['routes', 'requests'],
  properties: ['properties', 'cases'],
  scenarios: ['kills', 'deep'],
  e2e: ['e2e', 'looks'],
  brokers: ['brokers', 'longer'],
};

/**
 * The part that runs a file: of the deep run where only that runs it.
 * @param {string} id @returns {string}
 */
export function getPart(id) {
  if (id.endsWith('.mocked')) return 'mocked';
  const isOfBroker = id.startsWith('server/brokers/') || /^contracts\/\w+-broker$/.test(id);
  const folder = isOfBroker ? 'brokers' : id.split('/')[0];
  const [part, deepPart] = PARTS[folder] ?? ['unit', 'longer'];
  return id.endsWith('.deep') ? deepPart : part;
}

const buildId = (path) =>
  path
    .replaceAll('\\', '/')
    .replace(/^tests\//, '')
    .replace(/\.(test|spec)\.ts$/, '');

function vitestResults(root, report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: buildId(relative(root, name)),
      title,
      isPassed: status === 'passed',
      isFailed: status === 'failed',
    })),
  );
}

const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];

/** One result per browser project; a test skipped in one must pass in the other. */
function browserResults(report) {
  return report.suites
    .flatMap(specsIn)
    .flatMap(({ file, title, tests }) =>
      tests.map(({ status }) => ({
        file: `e2e/${buildId(file)}`,
        title,
        isPassed: status === 'expected',
        isFailed: status === 'unexpected' || status === 'flaky',
      })),
    );
}

/**
 * Results by part, of all the parts that have a report in the folder.
 * @param {string} folder @param {string} root
 * @returns {Map<string, { file: string, title: string, isPassed: boolean, isFailed: boolean }[]>}
 */
export function resultsIn(folder, root) {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : [];
  return new Map(
    names.map((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return [
        name.replace(/\.json$/, ''),
        report.suites ? browserResults(report) : vitestResults(root, report),
      ];
    }),
  );
}

/** Whether a title as it was reported is one of those that an id means. @param {string} idTitle @param {string} title */
export function isMeant(idTitle, title) {
  const pattern = idTitle
    .split(ANY)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${pattern}$`, 's').test(title);
}

/**
 * What is wrong with the proofs after a run, one sentence each; parts that did not run are passed
 * over.
 * @param {ReturnType<typeof checklistLines>} lines @param {ReturnType<typeof resultsIn>} results
 * @returns {string[]}
 */
export function unproven(lines, results) {
  return lines.flatMap(({ number, tests }) =>
    tests.flatMap(({ file, title }) => {
      const found = results
        .get(getPart(file))
        ?.filter((result) => result.file === file && isMeant(title, result.title));
      if (
        !found ||
        (found.some(({ isPassed }) => isPassed) && !found.some(({ isFailed }) => isFailed))
      )
        return [];
      return [
        `${number}: ${file} \u203a ${title} ${found.length === 0 ? 'did not run' : 'did not pass'}`,
      ];
    }),
  );
}
