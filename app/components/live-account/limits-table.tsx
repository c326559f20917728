// What is used of the limits that halt an armed account without a person.
import type { HaltLimitDto } from '../../contracts/live-page';
import { DataTable } from '../data-table';
import styles from './live-view.module.css';

export const LimitsTable = ({ limits }: { readonly limits: readonly HaltLimitDto[] }) => (
  <DataTable id="limits" caption="Automatic halts" note="Only a person resumes the account">
    <thead>
      <tr>
        <th scope="col">Limit</th>
        <th scope="col">Used</th>
        <th scope="col" className="num">
          Now
        </th>
        <th scope="col" className="num">
          Halts at
        </th>
        <th scope="col">Then</th>
      </tr>
    </thead>
    <tbody>
      {limits.map(({ name, used, limit, ratio, effect }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <meter className={styles['meter']} value={ratio} aria-label={name}>
              {`${Math.round(100 * ratio)}%`}
            </meter>
          </td>
          <td className="num">{used}</td>
          <td className="num">{limit}</td>
          <td>{effect}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
