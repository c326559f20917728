// Sends wrong sign-ins at once, round after round, from a process of its own: in the process of the
// test, sending them would delay the requests whose times it measures.
// Arguments: origin, user name, sign-ins at once, rounds. Prints `[[status, count], ...]`.
const [origin = '', username = '', atOnce = '0', rounds = '0'] = process.argv.slice(2);
const statuses = new Map();

async function attemptSignIn() {
  const response = await globalThis.fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'wrong-password' }),
  });
  await response.text();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
}

for (let round = 0; round < Number(rounds); round += 1)
  await Promise.all(Array.from({ length: Number(atOnce) }, attemptSignIn));
process.stdout.write(JSON.stringify([...statuses]));
