/**
 * Frames of the gateway's protocol: a length of four bytes, then fields that each end with a zero byte.
 * The client starts with a greeting: `API`, a zero byte, and a frame with the versions it speaks.
 */

const GREETING = 'API\0';
const LENGTH_BYTES = 4;
/** Longer frames are no request of a client. */
const FRAME_BYTES_MAX = 1_000_000;

export type Field = string | number | boolean;

export class FrameError extends Error {}

/** A frame of fields; a boolean is sent as 0 or 1. */
export function encodeFrame(fields: readonly Field[]): Buffer {
  const body = Buffer.from(fields.map((field) => `${encodeField(field)}\0`).join(''), 'utf8');
  return Buffer.concat([encodeLength(body.length), body]);
}

const encodeField = (field: Field): string =>
  typeof field === 'boolean' ? (field ? '1' : '0') : String(field);

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** Cuts the bytes of a client into its greeting and its messages. */
export class FrameReader {
  private buffer = Buffer.alloc(0);
  private isGreeted = false;

  /** The complete messages so far, as fields. Throws FrameError for bytes that are no frame. */
  read(chunk: Buffer): readonly (readonly string[])[] {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    if (!this.isGreeted && !this.readGreeting()) return [];
    const messages: (readonly string[])[] = [];
    for (let message = this.readFrame(); message !== null; message = this.readFrame())
      messages.push(message);
    return messages;
  }

  private readGreeting(): boolean {
    if (this.buffer.length < GREETING.length) return false;
    if (this.buffer.toString('latin1', 0, GREETING.length) !== GREETING)
      throw new FrameError('the client did not send the greeting of the protocol');
    this.buffer = this.buffer.subarray(GREETING.length);
    this.isGreeted = true;
    return true;
  }

  private readFrame(): readonly string[] | null {
    if (this.buffer.length < LENGTH_BYTES) return null;
    const length = this.buffer.readUInt32BE(0);
    if (length > FRAME_BYTES_MAX) throw new FrameError(`a frame of ${length} bytes is too long`);
    if (this.buffer.length < LENGTH_BYTES + length) return null;
    const body = this.buffer.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length);
    this.buffer = this.buffer.subarray(LENGTH_BYTES + length);
    return (body.endsWith('\0') ? body.slice(0, -1) : body).split('\0');
  }
}
