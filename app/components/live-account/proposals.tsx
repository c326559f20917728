// Entries of strategies that wait for the approval of the trader.
import { Form } from '@remix-run/react';
import type { ProposalDto } from '../../contracts/live-page';
import { formatTimeOfDay } from '../../trading/domain/format';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { FormToken } from '../form-token';
import styles from './live-view.module.css';

interface ProposalsProps {
  readonly proposals: readonly ProposalDto[];
  readonly timeZone: string;
}

export function Proposals({ proposals, timeZone }: ProposalsProps) {
  if (proposals.length === 0)
    return <p className="muted">No entry waits for approval. Exits never wait.</p>;
  return (
    <DataTable id="proposals" caption="Entries that wait for approval" isCards>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Order</th>
          <th scope="col" className="num">
            Bid / ask
          </th>
          <th scope="col" className="num">
            Last now
          </th>
          <th scope="col" className="num">
            Worst loss
          </th>
          <th scope="col">Void at</th>
          <th scope="col">Decision</th>
        </tr>
      </thead>
      <tbody>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} timeZone={timeZone} />
        ))}
      </tbody>
    </DataTable>
  );
}

function ProposalRow({
  proposal: { id, title, reason, legs, worstLoss, untilMs },
  timeZone,
}: {
  readonly proposal: ProposalDto;
  readonly timeZone: string;
}) {
  return (
    <tr>
      <th scope="row" data-text>
        {title}
        <p className={styles['reason']}>{reason}</p>
      </th>
      <td data-label="Order" data-wide>
        {legs.map(({ side, size, contract }) => (
          <p key={contract}>{`${side} ${size} ${contract}`}</p>
        ))}
      </td>
      <td data-label="Bid / ask" className="num">
        {legs.map(({ contract, quote }) => (
          <p key={contract}>{quote}</p>
        ))}
      </td>
      <td data-label="Last now" className="num">
        {legs.map(({ contract, last }) => (
          <p key={contract}>{last}</p>
        ))}
      </td>
      <td data-label="Worst loss" className="num" data-wide>
        {worstLoss}
      </td>
      <td data-label="Void at">{formatTimeOfDay(untilMs, timeZone)}</td>
      <td data-actions>
        <Form method="post" action="/live" className={styles['decision']}>
          <FormToken name={`proposal-${id}`} />
          <input type="hidden" name="proposal" value={id} />
          <Button look="run" name="intent" value="approve" needs="trader">
            Approve
          </Button>
          <Button name="intent" value="decline" needs="trader">
            Decline
          </Button>
        </Form>
      </td>
    </tr>
  );
}
