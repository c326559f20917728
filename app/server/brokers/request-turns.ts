/** Lets requests follow one another, so that a later list is the newer one. */
export class RequestTurns {
  private lastRequest: Promise<unknown> = Promise.resolve();

  /** Starts the request once the former one has ended, whatever its end was. */
  runInTurn<T>(request: () => Promise<T>): Promise<T> {
    const turn = this.lastRequest.then(request, request);
    this.lastRequest = turn;
    return turn;
  }
}
