// `npm run validate-market`: checks the simulated market, prints the table, and optionally writes
// its page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRunner } from '../../server/jobs/job-runner';
import { LocalRunner } from '../../server/jobs/local-runner';
import { getEnv } from '../../server/platform/env.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { Program } from '../cli';
import { FULL_PLAN, runValidation } from './run-validation';
import { OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { drawFigures } from './figures';
import { findHistoryFolder, readRealMarket } from './real-study';
import { formatMarkdown, formatPage, formatTable, hasMissedTarget, toStoredTable } from './report';
import type { OpenWorld } from './open-world';
import { createValidationCatalog } from './work';

/** Runs the jobs of a validation on up to `threads` threads. */
type UseRunner = <T>(threads: number, runJobs: (runner: JobRunner) => Promise<T>) => Promise<T>;

/** By default everything runs in this thread, in markets of `open`. */
export const createValidateProgram = (
  open: OpenWorld,
  useRunner: UseRunner = (_, runJobs) => runJobs(new LocalRunner(createValidationCatalog(open))),
): Program => ({
  name: 'validate-market',
  summary:
    'Checks the simulated market against target ranges and, if available, real price histories. Does not touch any account.',
  usage: '[--seeds 1,2,3] [--years 40] [--history DIR] [--jobs N] [--markdown] [--write]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  async run(call) {
    const options = readOptions(call);
    const folder = findHistoryFolder(options.historyDir ?? getEnv().HISTORY_DIR, PROJECT_ROOT);
    call.progress.update(0, 1, 'real histories');
    const real = folder === null ? null : readRealMarket(folder);
    const { table, studies } = await useRunner(options.jobs, (runner) =>
      runValidation(
        { runner, open },
        { seeds: options.seeds, years: options.years, ...FULL_PLAN },
        real,
        call.progress,
      ),
    );
    const storedTable = toStoredTable(table);
    call.print(options.isMarkdown ? formatMarkdown(storedTable) : formatTable(storedTable));
    call.printJson(storedTable);
    if (options.mayWrite) {
      const pictures = drawFigures(open, options.seeds[0] ?? '1', studies);
      const docs = join(PROJECT_ROOT, 'docs');
      mkdirSync(join(docs, 'market-realism'), { recursive: true });
      for (const { file, svg } of pictures) writeFileSync(join(docs, 'market-realism', file), svg);
      writeFileSync(
        join(docs, 'market-realism', 'table.json'),
        `${JSON.stringify(storedTable, null, 1)}\n`,
      );
      writeFileSync(join(docs, 'market-realism.md'), formatPage(storedTable, pictures));
    }
    return hasMissedTarget(storedTable) ? 1 : 0;
  },
});
