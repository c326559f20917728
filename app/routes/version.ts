// Version of the running code.
import { createJsonResponse } from '../server/http/responses.server';
import { guardProbe, rejectWrites } from '../server/http/guard.server';
import { CODE_VERSION } from '../server/platform/project.server';

export const loader = guardProbe(() =>
  createJsonResponse({ name: 'frontmonth', version: CODE_VERSION, node: process.versions.node }),
);
export const action = rejectWrites;
