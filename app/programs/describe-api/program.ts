// What `npm run describe-api` does: prints docs/api.md as the schemas have it, writes it, or
// compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { Program } from '../cli';
import { apiPage } from './page';

const FILE = join(PROJECT_ROOT, 'docs', 'api.md');

export const describeApiProgram: Program = {
  name: 'describe-api',
  summary:
    'Makes docs/api.md of the table of calls and of the schemas that requests and answers are held to.',
  usage: '[--write | --check]',
  options: { write: { type: 'boolean' }, check: { type: 'boolean' } },
  optionHelp: {
    '--write': 'replace docs/api.md',
    '--check': 'only say whether docs/api.md is as the schemas have it',
  },
  run(call) {
    const page = apiPage();
    const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === page;
    if (call.flag('write')) writeFileSync(FILE, page);
    call.printJson({ file: FILE, isCurrent, written: call.flag('write') });
    if (call.flag('write'))
      call.print(isCurrent ? `${FILE} was right already.` : `${FILE} was written.`);
    else if (call.flag('check'))
      call.print(
        isCurrent
          ? `${FILE} is as the schemas have it.`
          : `${FILE} differs from the schemas: npm run describe-api -- --write`,
      );
    else call.print(page);
    return call.flag('check') && !isCurrent ? 1 : 0;
  },
};
