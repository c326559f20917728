// Data of the account page and its forms.

/** Characters of a passphrase. */
export const PASSPHRASE_LENGTH = { min: 12, max: 1024 } as const;

export const PASSPHRASE_FIELDS = ['current', 'next', 'repeat'] as const;
export type PassphraseField = (typeof PASSPHRASE_FIELDS)[number];

/** An active session. It has no id, so that a page cannot leak one. */
export interface SessionDto {
  readonly createdMs: number;
  /** Last action of the user, to the minute. */
  readonly activeMs: number;
  /** Whether it is the session of this request. */
  readonly isCurrent: boolean;
}

export interface PassphraseFailure {
  readonly title: string;
  /** Error of the whole form; null if the fields have all errors. */
  readonly error: string | null;
  readonly fields: { readonly [field in PassphraseField]?: string | undefined };
}
