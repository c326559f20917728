// What the dashboard's action answers when it does not lead elsewhere.
import type { Settings, TradingMode } from '../../trading/domain/settings';
import type { Unreached } from '../unreached';

/** The settings as a form holds them: the key of the broker is never sent back. */
export interface SettingsValues extends Settings {
  readonly tradingMode: TradingMode;
}

export interface Failure {
  readonly title: string;
  readonly message: string;
  /** The button that was pressed; empty when it is not known. */
  readonly intent: string;
  /** What is wrong with a field, by its name. */
  readonly fields: { readonly [name: string]: string | undefined };
  /** What was sent, where a form keeps it. */
  readonly values: SettingsValues | null;
}

/** Null: it was done. */
export interface ActionAnswer extends Partial<Unreached> {
  readonly failure: Failure | null;
}
