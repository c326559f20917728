// Health check of the container: ends with 0 while the server of this container answers, or its front:
//
//   node deploy/healthcheck.js /front/healthz
/* global AbortSignal, fetch */
const { PORT = '3000', PUBLIC_ORIGIN } = process.env;
const [probe = '/healthz'] = process.argv.slice(2);
const path = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).pathname.replace(/\/$/, '') : '';

try {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}${probe}`, {
    signal: AbortSignal.timeout(4_000),
  });
  if (!answer.ok) throw new Error(`${probe} answered ${answer.status}`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
