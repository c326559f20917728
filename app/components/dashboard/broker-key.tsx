// Broker API key field. The stored key is never shown. CSS hides the field in simulation mode.
import { useState } from 'react';
import { Button } from '../button';
import { CheckBox } from '../choices';
import { Field } from '../field';
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
        hint={`Connect to your broker${isSet ? `. A key is stored (${masked ?? 'hidden'}); leave empty to keep it` : ''}`}
        error={error}
      />
      {canShow ? (
        <Button type="button" onClick={() => setIsVisible(!isVisible)}>
          {isVisible ? 'Hide key' : 'Show key'}
        </Button>
      ) : null}
      {isSet ? <CheckBox name="removeBrokerApiKey" label="Remove stored key" isOn={false} /> : null}
    </div>
  );
}
