import { createHash } from 'node:crypto';

/** SHA-256 of the body of an answer, hexadecimal. */
export const hashBody = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('hex');
