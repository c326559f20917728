// Health check of the container: ends with 0 while the server of this container answers.
/* global AbortSignal, fetch */
const { PORT = '3000', PUBLIC_ORIGIN } = process.env;
const path = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).pathname.replace(/\/$/, '') : '';

try {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  });
  if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
