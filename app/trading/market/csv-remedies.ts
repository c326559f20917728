/** What to do about a file that cannot be read as it is, by how it was given. */

export interface ImportRemedies {
  /** After a list of columns without dates. */
  readonly dateColumn: string;
  /** After a list of columns without a price. */
  readonly priceColumn: string;
  /** After a list of columns that may all be the price. */
  readonly severalPrices: string;
  /** After the names of the columns that were read. */
  readonly otherColumns: string;
  /** After `are read as UTC`. */
  readonly zone: string;
}

/** For programs with options. */
export const OPTION_REMEDIES: ImportRemedies = {
  dateColumn: 'name one with --date-column',
  priceColumn: 'name one with --column',
  severalPrices: 'Name one with --column',
  otherColumns: 'choose others with --date-column and --column',
  zone: 'name another zone with --zone',
};

/** For files without options: the file itself must be changed. */
export const FILE_REMEDIES: ImportRemedies = {
  dateColumn: 'name the right one Date',
  priceColumn: 'name the right one Close',
  severalPrices: 'Remove all but one from the file',
  otherColumns: 'if others are right, name them Date and Close',
  zone: 'stamps of another zone need an offset, such as 2026-11-20T09:30:00-05:00',
};
