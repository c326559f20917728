// Data of the account page and its forms.

export const PASSPHRASE_FIELDS = ['current', 'next', 'repeat'] as const;
export type PassphraseField = (typeof PASSPHRASE_FIELDS)[number];

export interface PassphraseFailure {
  readonly title: string;
  /** Error of the whole form; null if the fields have all errors. */
  readonly error: string | null;
  readonly fields: { readonly [field in PassphraseField]?: string | undefined };
}
