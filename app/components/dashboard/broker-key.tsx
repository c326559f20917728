// Broker API key field. The stored key is never shown. CSS hides the field in simulation mode.
import { Form } from '@remix-run/react';
import { useState } from 'react';
import type { BrokerStatusDto } from '../../contracts/api/account';
import { Button } from '../button';
import { CheckBox } from '../choices';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { useHydrated } from '../use-now';
import styles from './settings-panel.module.css';

interface BrokerKeyProps {
  readonly isSet: boolean;
  /** Last characters of the stored key, or null. */
  readonly masked: string | null;
  readonly error: string | null;
}

export function BrokerKey({ isSet, masked, error }: BrokerKeyProps) {
  const [isVisible, setIsVisible] = useState(false);
  const canShow = useHydrated();
  return (
    <div className={styles['key']}>
      <Field
        id="setting-brokerApiKey"
        name="brokerApiKey"
        label="Broker API Key"
        type={isVisible ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={512}
        placeholder={masked ?? undefined}
        hint={`Connect to your broker: ibkr:ACCOUNT@HOST:PORT/CLIENT for Interactive Brokers, ironbeam:ACCOUNT:USER:KEY@HOST for Ironbeam, or ACCOUNT:KEY${isSet ? `. A key is stored (${masked ?? 'hidden'}); leave empty to keep it` : ''}`}
        error={error}
      />
      {canShow ? (
        <Button type="button" aria-pressed={isVisible} onClick={() => setIsVisible(!isVisible)}>
          {isVisible ? 'Hide key' : 'Show key'}
        </Button>
      ) : null}
      {isSet ? <CheckBox name="removeBrokerApiKey" label="Remove stored key" isOn={false} /> : null}
    </div>
  );
}

/** Connection of the live account, with a button that compares account and broker. */
export function BrokerStatus({ broker }: { readonly broker: BrokerStatusDto }) {
  return (
    <Form method="post" className={styles['broker']}>
      <FormToken name="compare" />
      <p>{broker.text}</p>
      <Button name="intent" value="compare-broker" disabled={broker.reason !== null}>
        Compare now
      </Button>
    </Form>
  );
}
