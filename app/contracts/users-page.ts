// Data of the page Users and its forms.
import type { Role } from '../trading/domain/role';

export interface UserDto {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly createdMs: number;
  readonly isDisabled: boolean;
  /** State of the live account in words; null without one. */
  readonly live: string | null;
  /** Whether it is the user of this request. */
  readonly isSelf: boolean;
  /** The last operator keeps the role and stays enabled. */
  readonly isLastOperator: boolean;
}

export interface UsersPageDto {
  /** One page of users, oldest first. */
  readonly users: readonly UserDto[];
  readonly usersTotal: number;
  readonly page: number;
  readonly pages: number;
}

/** A generated passphrase. It is shown once and not stored. */
export interface NewPassphrase {
  readonly kind: 'passphrase';
  readonly username: string;
  readonly title: string;
  readonly passphrase: string;
}

export interface UsersFailure {
  readonly kind: 'failure';
  readonly title: string;
  readonly message: string;
  readonly isOffline?: true;
}

export type UsersAnswer = NewPassphrase | UsersFailure;
