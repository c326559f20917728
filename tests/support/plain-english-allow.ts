// Where a banned word is right, with the reason. At most 40 entries.
interface Allowed {
  readonly files: RegExp;
  /** Matched against the found word and 40 characters on either side. */
  readonly text: RegExp;
  readonly reason: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    files: /\.tsx?$/,
    text: /unrealisedMills|realisedMills|unrealised Mills|realised Mills/,
    reason: 'payload keys of logged records',
  },
  { files: /\.tsx?$/, text: /#[0-9a-f]{3,8}|currentColor/, reason: 'color values of CSS and SVG' },
];
