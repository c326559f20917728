// Arms the live account with a loss limit, or disarms it.
import { Form } from '@remix-run/react';
import type { LiveAccountDto } from '../../contracts/live-page';
import { Button } from '../button';
import { CheckBox } from '../choices';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { RoleNote } from '../role-context';
import styles from './live-view.module.css';

export function ArmingForm({ account }: { readonly account: LiveAccountDto }) {
  return (
    <section className={styles['card']} aria-labelledby="arming">
      <h2 id="arming">{account.isArmed ? 'Armed' : 'Arm the account'}</h2>
      {account.isArmed || account.hasRequest ? (
        <Form method="post" action="/live" className={styles['form']}>
          <FormToken name="disarm" />
          <p>
            {account.isArmed
              ? 'Disarming blocks entries at once. Positions keep their stops, and exits work.'
              : 'The request waits for a second person.'}
          </p>
          <Button look="danger" name="intent" value="disarm">
            {account.isArmed ? 'Disarm' : 'Withdraw the request'}
          </Button>
        </Form>
      ) : (
        <ArmForm account={account} />
      )}
    </section>
  );
}

function ArmForm({
  account: { equity, suggestedLimit, armingBlock, isDemo },
}: {
  readonly account: LiveAccountDto;
}) {
  return (
    <Form method="post" action="/live" className={styles['form']}>
      <FormToken name="arm" />
      <input type="hidden" name="intent" value="arm" />
      <Field
        id="loss-limit"
        name="lossLimit"
        label="Loss limit in dollars"
        inputMode="decimal"
        defaultValue={suggestedLimit}
        required
        disabled={armingBlock !== null}
        hint={`A larger loss blocks entries. Equity is ${equity}.`}
        error={null}
      />
      <CheckBox name="approval" label="I approve each entry of a strategy" isOn />
      <Button look="main" disabled={armingBlock !== null} needs="trader">
        {isDemo ? 'Arm' : 'Request the arming'}
      </Button>
      <RoleNote needs="trader" />
      <p className="muted">
        {armingBlock ??
          `Ends at 17:00 in New York, after 12 hours, with a restart or a halt.${isDemo ? '' : ' A second person confirms it.'}`}
      </p>
    </Form>
  );
}
