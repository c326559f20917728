// Checks that bytes of the gateway are frames: a length of four bytes, then so many bytes.
const LENGTH_BYTES = 4;
/** No message of the gateway is longer. */
const FRAME_BYTES_MAX = 1_000_000;

export class FrameCheck {
  private header = Buffer.alloc(0);
  /** Bytes of the current frame that are still to come. */
  private remaining = 0;

  /** False from the first length that no frame has. The bytes may be cut anywhere. */
  acceptBytes(chunk: Buffer): boolean {
    let rest = chunk;
    while (rest.length > 0) {
      const skipped = Math.min(this.remaining, rest.length);
      this.remaining -= skipped;
      rest = rest.subarray(skipped);
      if (this.remaining > 0) return true;
      const taken = rest.subarray(0, LENGTH_BYTES - this.header.length);
      this.header = Buffer.concat([this.header, taken]);
      rest = rest.subarray(taken.length);
      if (this.header.length < LENGTH_BYTES) return true;
      this.remaining = this.header.readInt32BE(0);
      this.header = Buffer.alloc(0);
      if (this.remaining < 1 || this.remaining > FRAME_BYTES_MAX) return false;
    }
    return true;
  }
}
