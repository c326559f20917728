// Worker thread: estimates the guesses for each passphrase that it gets.
import { estimateGuesses } from './guess-estimate';
import type { GuessOrder } from './guess-thread.server';

export const estimateOrder = ({ passphrase, words }: GuessOrder): Promise<number> =>
  estimateGuesses(passphrase, words);
