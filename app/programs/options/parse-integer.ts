// An integer on the command line.
import { z } from 'zod';

/** Schema of an option from `min` to `max`, both included. */
export const parseInteger = (min: number, max: number) => {
  const fault = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(max).length}}$`), fault)
    .transform(Number)
    .refine((value) => value >= min && value <= max, fault);
};
