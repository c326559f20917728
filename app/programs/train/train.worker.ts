// Worker of `npm run train`: runs tasks and reports progress.
import { serveTasks } from '../workers/serve-tasks';
import { listBuffers, runTask } from './tasks';

serveTasks(runTask, listBuffers);
