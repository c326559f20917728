// The page's end of the live link, without a browser: when it connects, what it says, what it
// believes, when it tries again.
import type { DeskDto } from '../../contracts/messages';

import { buildDesk, readMessage } from './live-messages';
import type { PortfolioUpdate, PositionUpdate } from '../../contracts/api/socket';

/**
 * How fresh what is shown can be: pushed by a socket, asked for again and again, or as it was when
 * the page was made.
 */
export type LivePhase = 'static' | 'connecting' | 'live' | 'polling' | 'offline';

export interface LiveState {
  readonly phase: LivePhase;
  readonly desk: DeskDto | null;
  /**
   * Counts reasons to ask the loaders at once: back after an absence, another book, a session that
   * has ended.
   */
  readonly reloads: number;
}

export interface Connection {
  send(text: string): void;
  close(): void;
}

export interface ConnectionEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** What a link needs of a browser. */
export interface LiveWorld {
  open(events: ConnectionEvents): Connection;
  /** Calls back later; answers how to prevent it. */
  later(callback: () => void, ms: number): () => void;
  nowMs(): number;
  /** 0 to 1. */
  random(): number;
  isOnline(): boolean;
}

const SHOW_EVERY_MS = 3_000;
const RETRY_MS = 30_000;
const RETRY_MS_MAX = 120_000;
const ASK_AGAIN_MS = 3_000;
const HIDDEN_GRACE_MS = 60_000;
/**
 * The server speaks twice a minute at least: after this silence the link is dead, whatever the
 * browser believes.
 */
const SILENCE_MS = 75_000;
const SESSION_ENDED = 4401;
const NO_CODE = 1006;

/**
 * Half of it is fixed and half is chance, so that pages which lost the same server do not come back
 * together.
 */
export const retryDelayMs = (attempts: number, chance: number): number =>
  Math.min(RETRY_MS * 2 ** attempts, RETRY_MS_MAX) * (0.5 + chance / 2);

type Timer = 'retry' | 'authenticate' | 'hidden' | 'show' | 'silence';

export class LiveSocket {
  private state: LiveState = { phase: 'connecting', desk: null, reloads: 0 };
  private connection: Connection | null = null;
  private readonly timers = new Map<Timer, () => void>();
  private attempts = 0;
  /**
   * Nothing connects while the page is hidden, leaving or gone, nor after the server has said that
   * this is another user.
   */
  private isPaused = false;
  private isRefused = false;
  private hasBeenAway = false;
  private portfolio: PortfolioUpdate | null = null;
  private positions: PositionUpdate | null = null;
  /**
   * Counts welcomes: a server that was restarted may number its figures from an earlier one, and
   * they are newer all the same.
   */
  private era = 0;
  private latest: { readonly desk: DeskDto; readonly era: number } | null = null;
  private shownEra = 0;
  private shownMs = -Infinity;

  constructor(
    private readonly userId: string,
    private readonly world: LiveWorld,
    private readonly onChange: (state: LiveState) => void,
  ) {}

  private set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    this.onChange(this.state);
  }

  private setPhase(phase: LivePhase): void {
    if (phase !== this.state.phase) this.set({ phase });
  }

  private at(timer: Timer, ms: number, callback: () => void): void {
    this.cancel(timer);
    this.timers.set(
      timer,
      this.world.later(() => {
        this.timers.delete(timer);
        callback();
      }, ms),
    );
  }

  private cancel(timer: Timer): void {
    this.timers.get(timer)?.();
    this.timers.delete(timer);
  }

  /** Connects, unless it is connected or may not. */
  connect(): void {
    if (this.connection || this.isPaused || this.isRefused) return;
    this.cancel('retry');
    const connection: Connection = this.world.open({
      onOpen: () => this.isCurrent(connection) && this.authenticate(),
      onText: (text) => this.isCurrent(connection) && this.hear(text),
      onClose: (code) => this.isCurrent(connection) && this.lost(code),
    });
    this.connection = connection;
    this.at('silence', SILENCE_MS, () => this.abandon());
  }

  private isCurrent(connection: Connection): boolean {
    return this.connection === connection;
  }

  private authenticate(): void {
    this.connection?.send(JSON.stringify({ type: 'authenticate', userId: this.userId }));
  }

  private hear(text: string): void {
    this.at('silence', SILENCE_MS, () => this.abandon());
    const message = readMessage(text);
    if (!message) return;
    if (message.type === 'authenticated') return this.welcomed();
    // The server may have lost sight of the session for good, so it is not asked in a circle.
    if (message.type === 'auth_required')
      return this.at('authenticate', ASK_AGAIN_MS, () => this.authenticate());
    if (message.type === 'auth_error') return this.refused();
    if (message.type === 'PORTFOLIO_UPDATE') this.portfolio = message;
    else if (message.type === 'POSITION_UPDATE') this.positions = message;
    const desk = buildDesk(this.portfolio, this.positions);
    if (desk) this.receive(desk);
  }

  private welcomed(): void {
    this.attempts = 0;
    this.era += 1;
    this.cancel('authenticate');
    const reloads = this.state.reloads + (this.hasBeenAway ? 1 : 0);
    this.hasBeenAway = false;
    this.set({ phase: 'live', reloads });
  }

  private refused(): void {
    this.isRefused = true;
    this.drop();
    this.setPhase(this.awayPhase());
  }

  private awayPhase(): LivePhase {
    return this.world.isOnline() ? 'polling' : 'offline';
  }

  private lost(code: number): void {
    this.drop();
    this.hasBeenAway = true;
    this.set({
      phase: this.awayPhase(),
      reloads: this.state.reloads + (code === SESSION_ENDED ? 1 : 0),
    });
    if (this.isPaused || !this.world.isOnline()) return;
    this.at('retry', retryDelayMs(this.attempts, this.world.random()), () => this.connect());
    this.attempts += 1;
  }

  /** Gives up a connection that is silent; its own end may come much later or never. */
  private abandon(): void {
    this.lost(NO_CODE);
  }

  private drop(): void {
    const connection = this.connection;
    this.connection = null;
    this.portfolio = null;
    this.positions = null;
    this.cancel('authenticate');
    this.cancel('silence');
    connection?.close();
  }

  /** Shows at most one value in three seconds: the last one wins. */
  private receive(desk: DeskDto): void {
    this.latest = { desk, era: this.era };
    this.at('show', Math.max(0, this.shownMs + SHOW_EVERY_MS - this.world.nowMs()), () =>
      this.show(),
    );
  }

  private show(): void {
    const { desk: former, reloads } = this.state;
    if (!this.latest) return;
    const { desk, era } = this.latest;
    if (former && era === this.shownEra && desk.asOfSeq <= former.asOfSeq) return;
    this.shownEra = era;
    this.shownMs = this.world.nowMs();
    const isOtherBook =
      former !== null && (former.mode !== desk.mode || former.epoch !== desk.epoch);
    this.set({ desk, reloads: reloads + (isOtherBook ? 1 : 0) });
  }

  /** The page cannot be seen: after a while nobody is told anything. */
  hide(): void {
    this.at('hidden', HIDDEN_GRACE_MS, () => this.pause());
  }

  /** The page is leaving, perhaps to come back from the browser's memory. */
  pause(): void {
    this.end();
    this.hasBeenAway = true;
    this.setPhase(this.awayPhase());
  }

  /** Lets go of everything and says nothing more. */
  end(): void {
    this.isPaused = true;
    for (const timer of [...this.timers.keys()]) this.cancel(timer);
    this.drop();
  }

  /** The page can be seen, again. */
  resume(): void {
    this.cancel('hidden');
    this.isPaused = false;
    this.connect();
  }

  /** The browser has found or lost its network. */
  networkChanged(): void {
    if (this.world.isOnline()) this.connect();
    if (this.state.phase === 'polling' || this.state.phase === 'offline')
      this.setPhase(this.awayPhase());
  }
}
