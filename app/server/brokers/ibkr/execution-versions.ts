// Ids of executions at Interactive Brokers: a correction has the id of the former one with a later version.
import { PART_SEPARATOR } from '../../../trading/engine/fill-parts';

export const removeVersion = (executionId: string): string =>
  executionId.slice(0, executionId.lastIndexOf('.'));

export const getVersion = (executionId: string): number =>
  Number(executionId.slice(executionId.lastIndexOf('.') + 1));

/**
 * A corrected execution has the id of the former one, with the next version after the last period: 01,
 * 02 and so on. Newest first.
 */
export function listEarlierVersions(executionId: string): readonly string[] {
  const version = getVersion(executionId);
  const digits = executionId.length - executionId.lastIndexOf('.') - 1;
  return Array.from({ length: Math.max(0, version - 1) }, (_, index) =>
    [removeVersion(executionId), String(version - 1 - index).padStart(digits, '0')].join('.'),
  );
}

/** The id of the execution of which a part was booked. */
export const removePart = (executionId: string): string =>
  executionId.split(PART_SEPARATOR)[0] ?? '';
