// Worker thread: estimates the guesses for each passphrase that it gets.
import { parentPort } from 'node:worker_threads';
import { estimateGuesses } from './guess-estimate';
import type { GuessOrder } from './guess-thread.server';

parentPort?.on('message', ({ passphrase, words }: GuessOrder) => {
  void estimateGuesses(passphrase, words).then((guesses) => parentPort?.postMessage(guesses));
});
