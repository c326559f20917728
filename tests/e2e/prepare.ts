// Builds the application if it is stale.
import { ensureBuilt } from '../../build.js';

export default async function prepare(): Promise<void> {
  await ensureBuilt();
}
