// Reads the JSON reports of vitest and Playwright: counts and failures.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const NOTHING = { passed: 0, failed: 0, skipped: 0, faults: [] };
const LINES = 3;

const firstLines = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .join(' | ');

function vitestFaults({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${name} > ${fullName}: ${firstLines(failureMessages.join('\n'))}`,
      );
    return failed.length === 0 && status === 'failed'
      ? [`${name}: ${firstLines(message)}`]
      : failed;
  });
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

function playwrightFaults({ suites, errors }) {
  const failed = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const said = results
          .flatMap(({ errors: faults }) => faults)
          .map(({ message }) => message ?? '')
          .join('\n');
        return `[${projectName}] ${file} > ${title}: ${firstLines(said)}`;
      }),
  );
  return [...failed, ...errors.map(({ message }) => firstLines(message ?? ''))];
}

const READERS = {
  vitest: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    faults: vitestFaults(report),
  }),
  playwright: (report) => {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      faults: playwrightFaults(report),
    };
  },
};

/** Counts of one run. A bad exit code without a failed test counts as a failure. */
export function readReport(file, kind, code) {
  const counts = existsSync(file) ? READERS[kind](JSON.parse(readFileSync(file, 'utf8'))) : NOTHING;
  return code !== 0 && counts.failed === 0
    ? {
        ...counts,
        failed: 1,
        faults: [...counts.faults, `ended with ${code} and no failed test; see its output`],
      }
    : counts;
}
