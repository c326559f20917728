// Link that downloads a table as CSV.
import { buildHref } from '../contracts/base-path';

interface CsvLinkProps {
  /** File name of the table without `.csv`. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What the file holds, for the accessible name. */
  readonly of?: string;
}

/** A plain link: a download is no navigation of the app. */
export function CsvLink({ name, query = {}, of = name.replaceAll('-', ' ') }: CsvLinkProps) {
  const search = new URLSearchParams(query).toString();
  return (
    <a
      href={buildHref(`/export/${name}.csv${search === '' ? '' : `?${search}`}`)}
      className="alone"
      download
      aria-label={`CSV: ${of}`}
    >
      CSV
    </a>
  );
}
