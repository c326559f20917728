// Where backups lie in a store with the interface of S3, and the credentials for it.
import { UsageError } from '../../cli';

export interface S3Address {
  /** s3://BUCKET/PREFIX, for messages. */
  readonly place: string;
  /** Address of the bucket, without a slash at its end. */
  readonly bucketUrl: string;
  /** Start of the keys: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SCHEME = 's3://';
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/;

export const isS3Address = (text: string): boolean => text.startsWith(SCHEME);

/** Throws UsageError for a malformed address or missing credentials. */
export function parseS3Address(text: string, env: Environment = process.env): S3Address {
  const [, bucket = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (bucket === '' || /\/\.{1,2}(\/|$)/.test(path))
    throw new UsageError(
      `${text} is no address of a bucket. Give s3://BUCKET or s3://BUCKET/PREFIX, with letters, digits, dots, hyphens and underscores.`,
    );
  const missing = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new UsageError(
      `${text} needs credentials: set ${missing.join(' and ')}, and AWS_ENDPOINT_URL for another provider than Amazon.`,
    );
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  return {
    place: `${SCHEME}${bucket}${path}`,
    bucketUrl: `${readEndpoint(env, region)}/${bucket}`,
    prefix: path === '' ? '' : `${path.slice(1)}/`,
    region,
    accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
}

function readEndpoint(env: Environment, region: string): string {
  const text = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  if (!text) return `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
    throw new UsageError(
      `AWS_ENDPOINT_URL must be an address such as https://s3.example.com, not '${text}'.`,
    );
  return url.href.replace(/\/+$/, '');
}
