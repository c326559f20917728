// Settings & Preferences: one form, saved by its button, inside a native disclosure.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import {
  POSITION_SIZES,
  type PositionSize,
  REFRESH_INTERVALS,
  type RefreshInterval,
  RISK_LEVELS,
  type RiskLevel,
  TRADING_MODES,
  type TradingMode,
} from '../../trading/domain/settings';
import { Button } from '../button';
import { CheckBox, type Option, RadioGroup, SelectField } from '../choices';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import { RoleNote } from '../role-context';
import { HydratedMarkup } from '../shared-markup';
import type { Failure, SettingsValues } from './action-answer';
import { BrokerKey } from './broker-key';
import styles from './settings-panel.module.css';
import type { SettingsDto } from '../../contracts/api/account';
import { buildHref } from '../../contracts/base-path';

interface SettingsProps {
  readonly settings: SettingsDto;
  readonly isOpen: boolean;
  readonly failure: Failure | null;
}

export function SettingsPanel({ settings, isOpen, failure }: SettingsProps) {
  return (
    <details id="settings" className={styles['panel']} open={isOpen}>
      <summary>
        <h2>Settings &amp; Preferences</h2>
      </summary>
      {failure ? <ErrorSummary title={failure.title} lines={listErrorLines(failure)} /> : null}
      <RoleNote needs="trader" />
      <SettingsForm settings={settings} failure={failure} />
      {settings.broker ? <p className="muted">{settings.broker.text}</p> : null}
      <p className={`muted ${styles['note']}`}>
        <a href={buildHref('/commands#page-preferences')} className="alone">
          Preferences of this browser
        </a>
        : theme, density, time zone, motion, shortcuts.
      </p>
      <Form method="get" id="reset-form">
        <input type="hidden" name="confirm" value="reset" />
      </Form>
    </details>
  );
}

const listErrorLines = ({ message, fields }: Failure): ErrorLine[] => {
  const fieldErrors = Object.entries(fields).map(([name, text]) => ({
    text: text ?? '',
    fieldId: `setting-${name}`,
  }));
  return fieldErrors.some(({ text }) => text === message) ? fieldErrors : [message, ...fieldErrors];
};

/**
 * Counts completed submissions. The count is the React key of the broker key field, which is
 * cleared after each.
 */
function useCompletionCount(isUnderWay: boolean): number {
  const [count, setCount] = useState(0);
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) setCount((ended) => ended + 1);
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay]);
  return count;
}

function SettingsForm({ settings, failure }: Omit<SettingsProps, 'isOpen'>) {
  const navigation = useNavigation();
  const isSaving = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'settings';
  const saves = useCompletionCount(isSaving);
  const values = failure?.values ?? settings;
  const findError = (name: string): string | null => failure?.fields[name] ?? null;
  return (
    <Form method="post" className={styles['form']} preventScrollReset>
      <FormToken name="settings" />
      <HydratedMarkup of={TradingFields} props={{ values, errors: failure?.fields ?? NO_ERRORS }} />
      <fieldset className={styles['set']}>
        <legend>Data &amp; Account</legend>
        <CheckBox
          name="realTimeDataEnabled"
          label="Real-time Data Feed"
          isOn={values.realTimeDataEnabled}
        />
        <SelectField
          id="setting-refreshInterval"
          name="refreshInterval"
          label="Refresh interval"
          options={INTERVALS}
          chosen={values.refreshInterval ?? ''}
          error={findError('refreshInterval')}
        >
          5 s and 15 s also mean 30 s.
        </SelectField>
        <BrokerKey
          key={saves}
          isSet={settings.brokerApiKeySet}
          masked={settings.brokerApiKey}
          error={findError('brokerApiKey') ?? settings.brokerApiKeyError}
        />
        {settings.tradingMode === 'simulation' ? (
          <div className={styles['reset']}>
            <Button form="reset-form" needs="trader">
              Reset Balance to $25K
            </Button>
          </div>
        ) : null}
      </fieldset>
      <div className={styles['save']}>
        <Button name="intent" value="settings" look="main" disabled={isSaving} needs="trader">
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <p className="muted">Changes are saved locally until you click Save</p>
      </div>
    </Form>
  );
}

const NO_ERRORS: Failure['fields'] = {};

interface TradingFieldsProps {
  readonly values: SettingsValues;
  readonly errors: Failure['fields'];
}

const TradingFields = ({ values, errors }: TradingFieldsProps) => (
  <>
    <ModeChoice values={values} error={errors['tradingMode'] ?? null} />
    <Notifications values={values} />
    <Configuration values={values} errors={errors} />
  </>
);

const MODE_NAMES = {
  simulation: 'Simulation',
  paper: 'Paper Trading',
  live: 'Live Trading',
} satisfies Record<TradingMode, string>;
const MODES: readonly Option[] = TRADING_MODES.map((value) => ({
  value,
  label: MODE_NAMES[value],
}));
const SIZE_NAMES = {
  small: 'Small 1-3%',
  medium: 'Medium 3-7%',
  large: 'Large 7-15%',
} satisfies Record<PositionSize, string>;
const SIZES: readonly Option[] = POSITION_SIZES.map((value) => ({
  value,
  label: SIZE_NAMES[value],
}));
const RISK_NAMES = {
  conservative: 'Conservative',
  moderate: 'Moderate',
  aggressive: 'Maximum',
} satisfies Record<RiskLevel, string>;
const RISKS: readonly Option[] = RISK_LEVELS.map((value) => ({ value, label: RISK_NAMES[value] }));
const INTERVAL_NAMES = {
  '5s': '5 s',
  '15s': '15 s',
  '30s': '30 s',
  '1m': '1 minute',
} satisfies Record<RefreshInterval, string>;
const INTERVALS: readonly Option[] = [
  { value: '', label: '45 s, the default' },
  ...REFRESH_INTERVALS.map((value) => ({ value, label: INTERVAL_NAMES[value] })),
];

function ModeChoice({ values, error }: { values: SettingsValues; error: string | null }) {
  return (
    <RadioGroup
      id="setting-tradingMode"
      name="tradingMode"
      label="Trading Mode"
      options={MODES}
      chosen={values.tradingMode}
      error={error}
    >
      <p className={styles['live']}>
        <span aria-hidden="true">{'\u26a0'}</span> Live trading uses real money
      </p>
    </RadioGroup>
  );
}

function Notifications({ values }: { values: SettingsValues }) {
  return (
    <fieldset className={styles['set']}>
      <legend>Notifications</legend>
      <CheckBox
        name="tradingSignalsEnabled"
        label="Trading Signals"
        isOn={values.tradingSignalsEnabled}
      />
      <CheckBox name="priceAlertsEnabled" label="Price Alerts" isOn={values.priceAlertsEnabled} />
      <CheckBox
        name="weatherUpdatesEnabled"
        label="Weather Updates"
        isOn={values.weatherUpdatesEnabled}
      />
    </fieldset>
  );
}

function Configuration({ values, errors }: TradingFieldsProps) {
  return (
    <fieldset className={styles['set']}>
      <legend>Trading Configuration</legend>
      <SelectField
        id="setting-riskLevel"
        name="riskLevel"
        label="Risk Level"
        options={RISKS}
        chosen={values.riskLevel}
        error={errors['riskLevel'] ?? null}
      />
      <SelectField
        id="setting-positionSize"
        name="positionSize"
        label="Position Size"
        options={SIZES}
        chosen={values.positionSize}
        error={errors['positionSize'] ?? null}
      />
    </fieldset>
  );
}
