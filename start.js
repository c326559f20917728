// `npm start`: installs packages and builds if needed, then opens the desk. Node built-ins only
// until packages are installed.
import { ensureBuilt, ensureInstalled, isReadyToRun, nodeFault } from './build.js';

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const fault = nodeFault();
if (fault) fail(fault);

process.env.NODE_ENV = 'production';
try {
  if (!isReadyToRun()) await ensureInstalled();
} catch (error) {
  fail(`The packages could not be installed: ${error.message}. Is the package registry reachable?`);
}
try {
  await ensureBuilt();
} catch (error) {
  fail(`The build failed: ${error.message}`);
}
const { explain, serve } = await import('./server.js');
try {
  const { PUBLIC_ORIGIN } = await serve();
  process.stdout.write(`Frontmonth is at ${PUBLIC_ORIGIN}\n`);
  process.stdout.write(
    'Sign in there; `npm run user -- --help` adds users and renews passphrases. Ctrl-C ends the desk.\n',
  );
} catch (error) {
  fail(explain(error));
}
