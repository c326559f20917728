// Requests of other users: the second person confirms with the own passphrase.
import { Form } from '@remix-run/react';
import type { ArmingRequestDto } from '../../contracts/live-page';
import { formatTimeOfDay } from '../../trading/domain/format';
import { Button } from '../button';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { RoleNote } from '../role-context';
import styles from './live-view.module.css';

interface ArmingRequestsProps {
  readonly requests: readonly ArmingRequestDto[];
  readonly timeZone: string;
}

export const ArmingRequests = ({ requests, timeZone }: ArmingRequestsProps) => (
  <section className={styles['card']} aria-labelledby="requests">
    <h2 id="requests">Requests of other users</h2>
    {requests.map(({ bookId, username, lossLimit, needsApproval, requestedMs }) => (
      <Form key={bookId} method="post" action="/live" className={styles['form']}>
        <FormToken name={`confirm-${bookId}`} />
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="bookId" value={bookId} />
        <p>
          <strong>{username}</strong>
          {` asks at ${formatTimeOfDay(requestedMs, timeZone)} to trade real money with a loss limit of ${lossLimit}; entries of strategies ${needsApproval ? 'wait for approval' : 'are sent at once'}.`}
        </p>
        <Field
          id={`confirm-${bookId}`}
          name="passphrase"
          type="password"
          label="Your passphrase"
          autoComplete="current-password"
          required
          error={null}
        />
        <RoleNote needs="approver" />
        <Button look="main" needs="approver">
          Confirm
        </Button>
      </Form>
    ))}
  </section>
);
