// Data of the page Live: state of the live account, entries that wait, arming and halts.

/** An entry of a strategy that waits for approval. */
export interface ProposalDto {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  readonly legs: readonly {
    readonly side: string;
    readonly size: string;
    readonly contract: string;
    /** Bid and ask at the proposal, and the last price now. */
    readonly quote: string;
    readonly last: string;
  }[];
  readonly worstLoss: string;
  readonly untilMs: number;
}

/** How far an automatic halt is away. */
export interface HaltLimitDto {
  readonly name: string;
  readonly used: string;
  readonly limit: string;
  /** From 0 to 1. */
  readonly ratio: number;
  readonly effect: string;
}

/** A request of another user that this one may confirm. */
export interface ArmingRequestDto {
  readonly bookId: string;
  readonly username: string;
  readonly lossLimit: string;
  readonly needsApproval: boolean;
  readonly requestedMs: number;
}

export interface LiveStatusDto {
  readonly word: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'flat';
  readonly text: string;
}

export interface LiveAccountDto {
  readonly status: LiveStatusDto;
  /** Name and connection of the broker. */
  readonly broker: string;
  readonly isConnected: boolean;
  readonly isDemo: boolean;
  readonly isArmed: boolean;
  readonly hasRequest: boolean;
  /** Why it cannot be armed now, or null. */
  readonly armingBlock: string | null;
  readonly equity: string;
  /** Suggested loss limit, whole dollars. */
  readonly suggestedLimit: string;
  readonly proposals: readonly ProposalDto[];
  readonly limits: readonly HaltLimitDto[];
  readonly halt: { readonly level: number; readonly reason: string; readonly atMs: number } | null;
  /** Why this user cannot resume the account, or null. */
  readonly resumeBlock: string | null;
  readonly bookId: string;
  /** Contracts that are held, for level 3. */
  readonly held: readonly { readonly id: string; readonly name: string }[];
}

export interface LivePageDto {
  /** Null before live trading was selected with a broker. */
  readonly account: LiveAccountDto | null;
  readonly requests: readonly ArmingRequestDto[];
}

export interface LiveFailure {
  readonly title: string;
  readonly message: string;
  readonly isOffline?: true;
}
