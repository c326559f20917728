// Sits on the reading end of a process's marks ('B' before a transaction, 'E' after it) and kills
// inside one when told to.
// A thread of its own, because it must block: between mark and blow only microseconds may pass.
import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const BEGINS = 'B'.charCodeAt(0);
/**
 * Shared with the main thread: whether the next beginning is the last one, and after how many
 * microseconds.
 */
const [ARMED, DELAY_US] = [0, 1];
const aim = new Int32Array(workerData);

function spin(microseconds) {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
}

/**
 * Reads marks until the process is gone; answers the last one and how many transactions had begun.
 */
function watch({ fd, pid }) {
  const bytes = Buffer.alloc(256);
  let last = 0;
  let begun = 0;
  for (let count = readSync(fd, bytes); count > 0; count = readSync(fd, bytes)) {
    last = bytes[count - 1];
    for (let i = 0; i < count; i += 1) if (bytes[i] === BEGINS) begun += 1;
    if (last === BEGINS && Atomics.compareExchange(aim, ARMED, 1, 0) === 1) {
      spin(Atomics.load(aim, DELAY_US));
      process.kill(pid, 'SIGKILL');
    }
  }
  return { wasInside: last === BEGINS, begun };
}

parentPort.on('message', (run) => parentPort.postMessage(watch(run)));
