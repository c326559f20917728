// What `npm run validate-market` does: judges the simulated market, prints the table, and on demand
// writes the page of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from '../../server/platform/env.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { Program } from '../cli';
import { FULL_PLAN, judgeRows } from './judge';
import { OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { drawAll } from './pictures';
import { historyFolder, readReal } from './real-study';
import { asMarkdown, asPage, asText, hasMissed, keepTable } from './report';
import type { OpenWorld } from './world-study';

/** The program over a way to open worlds. */
export const validateProgram = (open: OpenWorld): Program => ({
  name: 'validate-market',
  summary:
    'Judges how real the simulated market is: a table of facts, each beside its target and, where histories are at hand, beside reality. Touches no desk.',
  usage: '[--seeds 1,2,3] [--years 40] [--history DIR] [--markdown] [--write]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  run(call) {
    const options = readOptions(call);
    const folder = historyFolder(options.historyDir ?? env().HISTORY_DIR, PROJECT_ROOT);
    call.progress.update(0, 1, 'real histories');
    const real = folder === null ? null : readReal(folder);
    const { table, studies } = judgeRows(
      open,
      { seeds: options.seeds, years: options.years, ...FULL_PLAN },
      real,
      call.progress,
    );
    const keptTable = keepTable(table);
    call.print(options.isMarkdown ? asMarkdown(keptTable) : asText(keptTable));
    call.printJson(keptTable);
    if (options.mayWrite) {
      const pictures = drawAll(open, options.seeds[0] ?? '1', studies);
      const docs = join(PROJECT_ROOT, 'docs');
      mkdirSync(join(docs, 'market-realism'), { recursive: true });
      for (const { file, svg } of pictures) writeFileSync(join(docs, 'market-realism', file), svg);
      writeFileSync(
        join(docs, 'market-realism', 'table.json'),
        `${JSON.stringify(keptTable, null, 1)}\n`,
      );
      writeFileSync(join(docs, 'market-realism.md'), asPage(keptTable, pictures));
    }
    return hasMissed(keptTable) ? 1 : 0;
  },
});
