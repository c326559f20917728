/** Tables of a report: caption, scoped headers, own scrolling, no breaks inside rows in print. */
import type { ReactNode } from 'react';
import { FigureCell } from './figure-text';
import type { MetricRow } from './report-model';

export interface Column {
  readonly name: string;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** Text that may wrap. */
  readonly isText?: boolean;
}

interface ReportTableProps {
  /** Unique id in the page. */
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The first cell is the row header. */
  readonly rows: readonly (readonly ReactNode[])[];
}

interface TableFrameProps {
  readonly id: string;
  readonly caption: string;
  readonly look?: 'dense' | 'months';
  readonly children: ReactNode;
}

function getCellClass(column: Column | undefined): string {
  if (column?.isNumber === true) return 'number';
  return column?.isText === true ? 'words' : 'plain';
}

/** Tables with more columns use a smaller font in print. */
const WIDE_COLUMNS_MAX = 10;

/** Table in a focusable frame, so that keys can scroll it. */
export const TableFrame = ({ id, caption, look, children }: TableFrameProps) => (
  <div
    role="group"
    className={look === undefined ? 'frame' : `frame ${look}`}
    aria-labelledby={id}
    tabIndex={0}
  >
    <table>
      <caption>
        <div className="caption" id={id}>
          {caption}
        </div>
      </caption>
      {children}
    </table>
  </div>
);

export function ReportTable({ id, caption, columns, rows }: ReportTableProps) {
  const look = columns.length > WIDE_COLUMNS_MAX ? { look: 'dense' as const } : {};
  return (
    <TableFrame id={id} caption={caption} {...look}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={getCellClass(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row" className={getCellClass(columns[0])}>
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={index} className={getCellClass(columns[index + 1])}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** Figures with their formulas. */
export const MetricTable = ({
  id,
  caption,
  rows,
}: {
  id: string;
  caption: string;
  rows: readonly MetricRow[];
}) => (
  <ReportTable
    id={id}
    caption={caption}
    columns={[
      { name: 'Figure', isText: true },
      { name: 'Value', isNumber: true },
      { name: 'How it is computed', isText: true },
    ]}
    rows={rows.map(({ name, kind, figure, how }) => [
      name,
      <FigureCell kind={kind} given={figure} />,
      how,
    ])}
  />
);

/** `isProse` gives each text the full width. */
export const DescriptionList = ({
  rows,
  isProse = false,
}: {
  rows: readonly (readonly [name: string, text: ReactNode])[];
  isProse?: boolean;
}) => (
  <dl className={isProse ? 'prose' : undefined}>
    {rows.map(([name, text], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
