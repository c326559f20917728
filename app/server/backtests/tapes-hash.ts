// Digest of tapes, to recognize equal data.
import { createHash } from 'node:crypto';
import type { ChainTape } from '../../trading/backtest/tape';

/** SHA-256 over ids, prices and inputs in order, hexadecimal. */
export function computeTapesHash(chains: readonly ChainTape[]): string {
  const digest = createHash('sha256');
  for (const { months } of chains) {
    for (const { instrument, bars, inputs } of months) {
      digest.update(instrument.id);
      const { session } = bars;
      const sessionColumns = session
        ? [
            session.opensMs,
            session.open,
            session.highBefore,
            session.lowBefore,
            session.highAfter,
            session.lowAfter,
          ]
        : [];
      for (const column of [
        bars.startsMs,
        bars.open,
        bars.high,
        bars.low,
        bars.close,
        ...sessionColumns,
        ...inputs,
      ])
        digest.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    }
  }
  return digest.digest('hex');
}
