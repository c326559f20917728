// What the book holds.
import { Form } from '@remix-run/react';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { FormToken } from '../form-token';
import type { PositionFigures } from './dashboard-figures';
import styles from './dashboard.module.css';

export function PositionsTable({ rows }: { rows: readonly PositionFigures[] }) {
  if (rows.length === 0) return <NoPositions />;
  return (
    <DataTable id="positions" caption="Active Positions">
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Side</th>
          <th scope="col" data-number>
            Size
          </th>
          <th scope="col" data-number>
            Entry
          </th>
          <th scope="col" data-number>
            Current
          </th>
          <th scope="col" data-number>
            P&amp;L
          </th>
          <th scope="col">Opened</th>
          <th scope="col" data-actions>
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PositionRow key={row.id} row={row} />
        ))}
      </tbody>
    </DataTable>
  );
}

function NoPositions() {
  return (
    <section className={styles['empty']} aria-labelledby="positions">
      <h2 id="positions">Active Positions</h2>
      <p className="muted">No active positions. RUN a commodity and the desk opens one as soon as its rule wants it.</p>
    </section>
  );
}

function PositionRow({ row }: { row: PositionFigures }) {
  const label = `CLOSE ${row.name} ${row.direction} ${row.size}`;
  return (
    <tr>
      <th scope="row">
        <span className={styles['active']} aria-hidden="true">
          {'\u25cf'}
        </span>{' '}
        {row.name} <span className="muted">{row.contract}</span>
      </th>
      <td>{row.direction === 'LONG' ? '\u25b2 LONG' : '\u25bc SHORT'}</td>
      <td data-number>{row.size}</td>
      <td data-number>{row.entry}</td>
      <td data-number>{row.current}</td>
      <td data-number className={row.tone === 'flat' ? undefined : row.tone}>
        {row.pnl} ({row.percent})
      </td>
      <td>
        <time dateTime={row.opened.iso}>{row.opened.text}</time>
      </td>
      <td data-actions>
        <Form method="post" preventScrollReset>
          <FormToken name={`close-${row.id}`} />
          <input type="hidden" name="position" value={row.id} />
          <Button name="intent" value="close-position" look="danger" aria-label={label}>
            CLOSE
          </Button>
        </Form>
      </td>
    </tr>
  );
}
