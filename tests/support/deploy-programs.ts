// Programs of a deployment that a machine need not have: proxies, Prometheus, systemd, containers.
import { execFileSync, spawnSync } from 'node:child_process';

/** Why tests with a program are skipped; null where it is installed. */
export function findMissing(programs: readonly string[]): string | null {
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0);
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`;
}

/** Prints what is skipped, so that no one takes it for passed. */
export function reportSkipped(what: string, reason: string | null): boolean {
  if (reason !== null) process.stdout.write(`SKIPPED ${what}: ${reason}\n`);
  return reason !== null;
}

/** Output of a program. Fails the test with the output if the program fails. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

/** Self-signed certificate of a host name and its key, both below the folder. */
export function createCertificate(folder: string, host: string): { cert: string; key: string } {
  const files = { cert: `${folder}/cert.pem`, key: `${folder}/key.pem` };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
      ...['-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  );
  return files;
}
