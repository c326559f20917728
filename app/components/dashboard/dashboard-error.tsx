// Error in place of the dashboard, inside the shell.
import { Link } from '@remix-run/react';
import { RequestIdLine } from '../request-id';
import styles from './dashboard.module.css';

export function DashboardError({ detail }: { detail: string | null }) {
  return (
    <div className={styles['empty']} role="alert">
      <h1>This screen could not be shown</h1>
      <p>{detail ?? 'Something went wrong; it was logged. No further action was taken.'}</p>
      <RequestIdLine />
      <p>
        <Link to="/" reloadDocument>
          Load the dashboard again
        </Link>
      </p>
    </div>
  );
}
