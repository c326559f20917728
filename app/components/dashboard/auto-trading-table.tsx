// The ten commodities: what each is doing, and its three buttons.
import { Form } from '@remix-run/react';
import { Button } from '../button';
import { FormToken } from '../form-token';
import { DataTable } from '../data-table';
import type { CommodityFigures } from './dashboard-figures';
import styles from './dashboard.module.css';

export function AutoTradingTable({ rows }: { rows: readonly CommodityFigures[] }) {
  return (
    <DataTable id="auto-trading" caption="Commodity Auto-Trading">
      <thead>
        <tr>
          <th scope="col">Commodity</th>
          <th scope="col">Status</th>
          <th scope="col" data-number>
            Positions
          </th>
          <th scope="col" data-number>
            Value
          </th>
          <th scope="col" data-number>
            P&amp;L
          </th>
          <th scope="col" data-actions>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CommodityRow key={row.key} row={row} />
        ))}
      </tbody>
    </DataTable>
  );
}

function CommodityRow({ row }: { row: CommodityFigures }) {
  return (
    <tr id={`row-${row.key}`}>
      <th scope="row">{row.name}</th>
      <td>
        <span className={row.isActive ? styles['active'] : styles['idle']}>
          <span aria-hidden="true">{row.isActive ? '\u25cf' : '\u25cb'}</span> {row.isActive ? 'ACTIVE' : 'IDLE'}
        </span>
      </td>
      <td data-number>{row.positions}</td>
      <td data-number>{row.value}</td>
      <td data-number className={row.tone === 'flat' ? undefined : row.tone}>
        {row.pnl}
      </td>
      <td data-actions>
        <RowButtons row={row} />
      </td>
    </tr>
  );
}

function RowButtons({ row }: { row: CommodityFigures }) {
  return (
    <Form method="post" className={styles['buttons']} preventScrollReset>
      <FormToken name={row.key} />
      <input type="hidden" name="commodity" value={row.key} />
      <Button name="intent" value="run" look="run" disabled={row.isActive} aria-label={`RUN ${row.name}`}>
        RUN
      </Button>
      <Button name="intent" value="stop" disabled={!row.isActive} aria-label={`STOP ${row.name}`}>
        STOP
      </Button>
      <Button name="intent" value="close" look="danger" disabled={row.positions === 0} aria-label={`CLOSE ${row.name}`}>
        CLOSE
      </Button>
    </Form>
  );
}
