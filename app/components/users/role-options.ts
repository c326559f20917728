import { ROLES } from '../../trading/domain/role';
import type { Option } from '../choices';

export const ROLE_OPTIONS: readonly Option[] = ROLES.map((role) => ({ value: role, label: role }));
