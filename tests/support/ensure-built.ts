// The route tests run against the build; this makes it when it is stale.
import { ensureBuilt } from '../../build.js';

export const setup = (): Promise<void> => ensureBuilt();
