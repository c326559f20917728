// Which code runs.
import { jsonAnswer } from '../server/http/answer.server';
import { probeHandler, readOnly } from '../server/http/guard.server';
import { CODE_VERSION } from '../server/platform/project.server';

export const loader = probeHandler(() =>
  jsonAnswer({ name: 'frontmonth', version: CODE_VERSION, node: process.versions.node }),
);
export const action = readOnly;
