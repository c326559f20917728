// Result of a dashboard action that does not redirect.
import type { Settings, TradingMode } from '../../trading/domain/settings';
import type { OfflineAnswer } from '../offline-answer';

/** Settings in the form. The broker key is never sent back. */
export interface SettingsValues extends Settings {
  readonly tradingMode: TradingMode;
}

export interface Failure {
  readonly title: string;
  readonly message: string;
  /** Intent of the pressed button; '' if unknown. */
  readonly intent: string;
  /** Error texts by field name. */
  readonly fields: { readonly [name: string]: string | undefined };
  /** Submitted values, for forms that show them again. */
  readonly values: SettingsValues | null;
}

/** A null failure means success. */
export interface ActionAnswer extends Partial<OfflineAnswer> {
  readonly failure: Failure | null;
}
