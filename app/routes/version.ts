// Which code runs.
import { jsonAnswer } from '../answer.server';
import { probe, readOnly } from '../guard.server';
import { CODE_VERSION } from '../project.server';

export const loader = probe(() =>
  jsonAnswer({ name: 'frontmonth', version: CODE_VERSION, node: process.versions.node }),
);
export const action = readOnly;
