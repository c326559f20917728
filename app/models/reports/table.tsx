/**
 * Every table of a report: captioned, its heads scoped, scrolled inside itself on a narrow screen,
 * never cut inside a row on paper.
 */
import type { ReactNode } from 'react';
import { FigureCell } from './figure-text';
import type { MetricRow } from './model';

export interface Column {
  readonly name: string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Words that may break over lines. */
  readonly isText?: boolean;
}

interface ReportTableProps {
  /** A word that nothing else on the page is called by. */
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The first cell of each row names it. */
  readonly rows: readonly (readonly ReactNode[])[];
}

interface TableFrameProps {
  readonly id: string;
  readonly caption: string;
  /** How the frame differs from others. */
  readonly look?: 'dense' | 'months';
  readonly children: ReactNode;
}

function getCellClass(column: Column | undefined): string {
  if (column?.isNumber === true) return 'number';
  return column?.isText === true ? 'words' : 'plain';
}

/** More are set smaller on paper. */
const ROOMY_COLUMNS = 10;

/** A captioned table in a frame that takes the focus, so that keys can scroll it. */
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
  const look = columns.length > ROOMY_COLUMNS ? { look: 'dense' as const } : {};
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
        {rows.map(([name, ...cells], place) => (
          <tr key={place}>
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

/** Figures with how each is computed. */
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

/** Names and what belongs to them; `isProse` gives each text the whole width. */
export const DescriptionList = ({
  rows,
  isProse = false,
}: {
  rows: readonly (readonly [name: string, text: ReactNode])[];
  isProse?: boolean;
}) => (
  <dl className={isProse ? 'prose' : undefined}>
    {rows.map(([name, text], place) => (
      <div key={place}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
