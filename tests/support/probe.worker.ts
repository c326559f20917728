// Worker thread of the jobs of the tests.
import { createJobThread } from '../../app/server/jobs/job-task';
import { PROBE_CATALOG } from './probe-jobs';

export const runJobTask = createJobThread(PROBE_CATALOG);
