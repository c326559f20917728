// Worker thread of all research jobs.
import { createJobThread } from '../../server/jobs/job-task';
import { JOB_CATALOG } from './job-catalog';

export const runJobTask = createJobThread(JOB_CATALOG);
