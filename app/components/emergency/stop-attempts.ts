// Repeats an emergency stop until the server confirms it. The stop is idempotent.

const DEADLINE_MS = 3000;
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 5000] as const;

export type StopFailure = 'none' | 'unreached' | 'slow' | 'signed-out' | 'refused';

export type StopState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'unconfirmed';
      readonly attemptCount: number;
      readonly attemptedMs: number;
      readonly failure: StopFailure;
      readonly detail: string;
    }
  | {
      readonly kind: 'confirmed';
      readonly at: string;
      readonly title: string;
      readonly description: string;
    };

/** JSON response of POST /emergency-stop. */
export interface StopAnswer {
  readonly isStopped: boolean;
  /** Engine time of day in the user's time zone. */
  readonly at: string;
  readonly title: string;
  readonly description: string;
}

interface StopPort {
  send(fields: URLSearchParams, signal: AbortSignal): Promise<Response>;
  nowMs(): number;
  /** Returns a function that cancels the callback. */
  schedule(work: () => void, delayMs: number): () => void;
}

type AttemptResult =
  | Omit<Extract<StopState, { kind: 'confirmed' }>, 'kind'>
  | { readonly failure: StopFailure; readonly detail: string };

const isAnswer = (value: unknown): value is StopAnswer =>
  typeof value === 'object' && value !== null && 'isStopped' in value && 'title' in value;

async function parseResponse(response: Response): Promise<AttemptResult> {
  const isSignedOut =
    response.type === 'opaqueredirect' ||
    response.status === 401 ||
    (response.status >= 300 && response.status < 400);
  if (isSignedOut) return { failure: 'signed-out', detail: '' };
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const answer: unknown = isJson ? await response.json() : null;
  if (!isAnswer(answer))
    return { failure: 'refused', detail: `The server answered with status ${response.status}.` };
  if (!response.ok || !answer.isStopped) return { failure: 'refused', detail: answer.description };
  return { at: answer.at, title: answer.title, description: answer.description };
}

export class StopAttempts {
  private state: StopState = { kind: 'idle' };
  private readonly listeners = new Set<() => void>();
  private fields = new URLSearchParams();
  private cancelRetry: (() => void) | null = null;
  private isSending = false;

  constructor(private readonly port: StopPort) {}

  getState = (): StopState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /**
   * Sends at once and skips a pending retry delay. Does nothing more while a request is in flight.
   */
  requestStop(fields: URLSearchParams): void {
    this.fields = fields;
    this.cancelRetry?.();
    this.cancelRetry = null;
    if (!this.isSending) void this.sendUntilConfirmed();
  }

  /** Called after the confirmation was shown. */
  clearConfirmation(): void {
    if (this.state.kind === 'confirmed') this.setState({ kind: 'idle' });
  }

  private setState(state: StopState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private async sendUntilConfirmed(): Promise<void> {
    const previous =
      this.state.kind === 'unconfirmed'
        ? this.state
        : { attemptCount: 0, failure: 'none' as const, detail: '' };
    const attemptCount = previous.attemptCount + 1;
    const attemptedMs = this.port.nowMs();
    this.isSending = true;
    this.setState({
      kind: 'unconfirmed',
      attemptCount,
      attemptedMs,
      failure: previous.failure,
      detail: previous.detail,
    });
    const result = await this.send();
    this.isSending = false;
    if (!('failure' in result)) return this.setState({ kind: 'confirmed', ...result });
    this.setState({ kind: 'unconfirmed', attemptCount, attemptedMs, ...result });
    const delayMs =
      RETRY_DELAYS_MS[Math.min(attemptCount, RETRY_DELAYS_MS.length) - 1] ?? DEADLINE_MS;
    this.cancelRetry = this.port.schedule(() => void this.sendUntilConfirmed(), delayMs);
  }

  private async send(): Promise<AttemptResult> {
    const controller = new AbortController();
    const cancelDeadline = this.port.schedule(() => controller.abort(), DEADLINE_MS);
    try {
      return await parseResponse(await this.port.send(this.fields, controller.signal));
    } catch {
      return { failure: controller.signal.aborted ? 'slow' : 'unreached', detail: '' };
    } finally {
      cancelDeadline();
    }
  }
}
