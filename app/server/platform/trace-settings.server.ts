// Settings of traces, by the names that OpenTelemetry gives them.
import { z } from 'zod';

const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const isCollectorAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (
    /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
  );
};

const HEADER = /^[\w-]{1,64}=[\x21-\x2b\x2d-\x7e]{0,1024}$/;

/** `name=value,name=value`, values encoded as in URLs; null if it is malformed. */
function parseHeaders(list: string): Record<string, string> | null {
  const rows = list.split(',').map((row) => row.trim());
  if (!rows.every((row) => HEADER.test(row))) return null;
  try {
    return Object.fromEntries(
      rows.map((row) => {
        const end = row.indexOf('=');
        return [row.slice(0, end), decodeURIComponent(row.slice(end + 1))];
      }),
    );
  } catch {
    return null;
  }
}

export const TRACE_SETTINGS = {
  /** Absent: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      isCollectorAddress,
      'must be the address of a collector such as http://127.0.0.1:4318, without a password; put one into OTEL_EXPORTER_OTLP_HEADERS',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      (list) => parseHeaders(list) !== null,
      'takes headers such as name=value, separated by commas, with values encoded as in URLs',
    )
    .transform((list) => parseHeaders(list) ?? {})
    .default({}),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'takes 1 to 64 letters, digits, dots, dashes and underscores')
    .default('frontmonth'),
  OTEL_TRACES_SAMPLER: z
    .enum(TRACE_SAMPLERS, `must be one of ${TRACE_SAMPLERS.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .default(1),
};
