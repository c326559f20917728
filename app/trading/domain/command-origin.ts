/** Where a command came from. It enters no decision, no record and no hash. */
export interface CommandOrigin {
  /** Names the request in answers, log lines and the database. */
  readonly requestId: string;
  /** The recorded trace of the request, for the observer of the runner; absent where none is. */
  readonly trace?: object;
}

/** The request of a stored command; `seq` is its record. */
export interface CommandRequest {
  readonly seq: number;
  readonly requestId: string;
}
