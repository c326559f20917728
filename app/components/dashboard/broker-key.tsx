// The broker's key: typed in, never shown again. It stands in the form of every mode and is seen in
// paper and live.
import { useState } from 'react';
import { Button } from '../button';
import { CheckBox } from '../choices';
import { Field } from '../field';
import { useHydrated } from '../use-now';
import styles from './settings-panel.module.css';

interface BrokerKeyProps {
  readonly isSet: boolean;
  /** The last characters of what is stored, or null. */
  readonly masked: string | null;
  readonly error: string | null;
}

export function BrokerKey({ isSet, masked, error }: BrokerKeyProps) {
  const [isSeen, setIsSeen] = useState(false);
  const canShow = useHydrated();
  return (
    <div className={styles['key']}>
      <Field
        id="setting-brokerApiKey"
        name="brokerApiKey"
        label="Broker API Key"
        type={isSeen ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={512}
        placeholder={masked ?? undefined}
        hint={`Connect to your broker, as ACCOUNT:KEY${isSet ? `. A key is stored (${masked ?? 'hidden'}); leave empty to keep it` : ''}`}
        error={error}
      />
      {canShow ? (
        <Button type="button" aria-pressed={isSeen} onClick={() => setIsSeen(!isSeen)}>
          {isSeen ? 'Hide key' : 'Show key'}
        </Button>
      ) : null}
      {isSet ? <CheckBox name="removeBrokerApiKey" label="Remove stored key" isOn={false} /> : null}
    </div>
  );
}
