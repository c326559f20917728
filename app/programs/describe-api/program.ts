// `npm run describe-api`: prints, writes or checks docs/api.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { Program } from '../cli';
import { buildApiPage } from './page';

const FILE = join(PROJECT_ROOT, 'docs', 'api.md');

export const describeApiProgram: Program = {
  name: 'describe-api',
  summary: 'Builds docs/api.md from the table of calls and the request and response schemas.',
  usage: '[--write | --check]',
  options: { write: { type: 'boolean' }, check: { type: 'boolean' } },
  optionHelp: {
    '--write': 'replace docs/api.md',
    '--check': 'check whether docs/api.md matches the schemas; exit code 1 if not',
  },
  run(call) {
    const page = buildApiPage();
    const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === page;
    if (call.flag('write')) writeFileSync(FILE, page);
    call.printJson({ file: FILE, isCurrent, written: call.flag('write') });
    if (call.flag('write'))
      call.print(isCurrent ? `${FILE} is up to date.` : `${FILE} was written.`);
    else if (call.flag('check'))
      call.print(
        isCurrent
          ? `${FILE} matches the schemas.`
          : `${FILE} differs from the schemas. Run npm run describe-api -- --write`,
      );
    else call.print(page);
    return call.flag('check') && !isCurrent ? 1 : 0;
  },
};
