// Reads the transaction marks of a process ('B' before a transaction, 'E' after it) and kills the
// process inside a transaction on request. A worker thread, because reading must block: only
// microseconds may pass between the mark and the kill.
import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const BEGINS = 'B'.charCodeAt(0);
/** Shared with the main thread: whether the next start is the last one, and the delay (us). */
const [ARMED, DELAY_US] = [0, 1];
const aim = new Int32Array(workerData);

function spin(microseconds) {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
}

/** Reads marks until the process ends; returns the last mark and the number of started transactions. */
function watch({ fd, pid }) {
  const bytes = Buffer.alloc(256);
  let last = 0;
  let transactionCount = 0;
  for (let count = readSync(fd, bytes); count > 0; count = readSync(fd, bytes)) {
    last = bytes[count - 1];
    for (let i = 0; i < count; i += 1) if (bytes[i] === BEGINS) transactionCount += 1;
    if (last === BEGINS && Atomics.compareExchange(aim, ARMED, 1, 0) === 1) {
      spin(Atomics.load(aim, DELAY_US));
      process.kill(pid, 'SIGKILL');
    }
  }
  return { wasInside: last === BEGINS, transactionCount };
}

parentPort.on('message', (run) => parentPort.postMessage(watch(run)));
