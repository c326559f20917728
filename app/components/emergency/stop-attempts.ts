// Sends an emergency stop until the desk has answered that it is done. Stopping twice has the same
// effect as once.

const DEADLINE_MS = 3000;
const PAUSES_MS = [500, 1000, 2000, 4000, 5000] as const;

export type StopTrouble = 'none' | 'unreached' | 'slow' | 'signed-out' | 'refused';

export type StopState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'unconfirmed';
      readonly tries: number;
      readonly triedMs: number;
      readonly trouble: StopTrouble;
      readonly detail: string;
    }
  | {
      readonly kind: 'confirmed';
      readonly at: string;
      readonly title: string;
      readonly description: string;
    };

/** What the desk answers to a stop that script sends. */
export interface StopAnswer {
  readonly isStopped: boolean;
  /** Time of day of the desk, in the zone of the user. */
  readonly at: string;
  readonly title: string;
  readonly description: string;
}

interface StopPort {
  send(fields: URLSearchParams, signal: AbortSignal): Promise<Response>;
  nowMs(): number;
  /** Returns the way to cancel it. */
  later(work: () => void, delayMs: number): () => void;
}

type TryResult =
  | Omit<Extract<StopState, { kind: 'confirmed' }>, 'kind'>
  | { readonly trouble: StopTrouble; readonly detail: string };

const isAnswer = (value: unknown): value is StopAnswer =>
  typeof value === 'object' && value !== null && 'isStopped' in value && 'title' in value;

async function loadResult(response: Response): Promise<TryResult> {
  const isSignedOut =
    response.type === 'opaqueredirect' ||
    response.status === 401 ||
    (response.status >= 300 && response.status < 400);
  if (isSignedOut) return { trouble: 'signed-out', detail: '' };
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const answer: unknown = isJson ? await response.json() : null;
  if (!isAnswer(answer))
    return { trouble: 'refused', detail: `The server answered with status ${response.status}.` };
  if (!response.ok || !answer.isStopped) return { trouble: 'refused', detail: answer.description };
  return { at: answer.at, title: answer.title, description: answer.description };
}

export class StopAttempts {
  private state: StopState = { kind: 'idle' };
  private readonly listeners = new Set<() => void>();
  private fields = new URLSearchParams();
  private cancelPause: (() => void) | null = null;
  private isSending = false;

  constructor(private readonly port: StopPort) {}

  read = (): StopState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** A press: sends at once, also while an earlier press is not confirmed. */
  press(fields: URLSearchParams): void {
    this.fields = fields;
    this.cancelPause?.();
    this.cancelPause = null;
    if (!this.isSending) void this.attempt();
  }

  /** The confirmation has been shown. */
  acknowledge(): void {
    if (this.state.kind === 'confirmed') this.set({ kind: 'idle' });
  }

  private set(state: StopState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private async attempt(): Promise<void> {
    const before =
      this.state.kind === 'unconfirmed'
        ? this.state
        : { tries: 0, trouble: 'none' as const, detail: '' };
    const tries = before.tries + 1;
    const triedMs = this.port.nowMs();
    this.isSending = true;
    this.set({
      kind: 'unconfirmed',
      tries,
      triedMs,
      trouble: before.trouble,
      detail: before.detail,
    });
    const result = await this.send();
    this.isSending = false;
    if (!('trouble' in result)) return this.set({ kind: 'confirmed', ...result });
    this.set({ kind: 'unconfirmed', tries, triedMs, ...result });
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? DEADLINE_MS;
    this.cancelPause = this.port.later(() => void this.attempt(), pauseMs);
  }

  private async send(): Promise<TryResult> {
    const controller = new AbortController();
    const cancelDeadline = this.port.later(() => controller.abort(), DEADLINE_MS);
    try {
      return await loadResult(await this.port.send(this.fields, controller.signal));
    } catch {
      return { trouble: controller.signal.aborted ? 'slow' : 'unreached', detail: '' };
    } finally {
      cancelDeadline();
    }
  }
}
