import { z } from 'zod';
import { environmentSchema } from '../src/platform/config/env.ts';
import type { SettingName } from '../src/platform/config/env.ts';
import { rateLimitVariables } from '../src/platform/config/rate-limit-rules.ts';

const server = {
  PORT: 'Port that the server listens on',
  HOST: 'IP address or host name that the server listens on; `0.0.0.0` for all',
  PUBLIC_URL: 'Address that users type. Default: `http://localhost:` and the port',
  PUBLISHED_PORT: 'Port in links if `PUBLIC_URL` is not set. Set by Compose',
  TRUST_PROXY: 'Number of [reverse proxies](#set-up-https) in front of the server',
  DATA_DIR: 'Folder for the database, uploads and secrets. Default: `.data` in the checkout',
  NODE_ENV:
    '`production` requires `JWT_SECRET` or its file and rejects unsafe values. Set by the image',
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug` or `trace`',
  METRICS_PORT: 'Port for [Prometheus metrics](#prometheus-metrics)',
};

const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Collector for [traces](#traces), which are off without it',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector, such as `authorization=Basic%20…`',
  OTEL_SERVICE_NAME: 'Name of the service in traces',
  OTEL_RESOURCE_ATTRIBUTES: 'Further attributes in traces, such as `deployment.environment=test`',
  OTEL_TRACES_SAMPLER: 'Which traces are recorded; `parentbased_traceidratio` for a share of them',
  OTEL_TRACES_SAMPLER_ARG: 'Share of traces that a ratio sampler records, 0 to 1',
};

const instance = {
  INSTANCE_NAME:
    'Fixes the name, which administrators otherwise [set in the browser](moderation.md#change-the-settings)',
  INSTANCE_DESCRIPTION: 'Fixes the description in the same way; up to 500 characters',
  ADMIN_EMAILS:
    'Email addresses of [owners](#administrators-by-email-address), separated by commas',
  TERMS_FILE: 'File with your [terms of use](#show-your-terms-of-use)',
  SEARCH_ENGINE_INDEXING:
    '`false` asks [search engines](#link-previews-web-feeds-and-search-engines) to list nothing',
  LINK_CARDS:
    '`off` shows links without [cards](#link-cards), and fetches no pages. Default: what administrators choose',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES:
    '`true` allows [webhooks](moderation.md#send-events-to-other-programs) in private networks',
};

const database = {
  DATABASE_URL: 'Address of an [external PostgreSQL](#use-an-external-postgresql)',
  DATABASE_DIRECT_URL:
    'Address of PostgreSQL itself, if `DATABASE_URL` is that of a [connection pooler](#use-a-connection-pooler)',
  DATABASE_REPLICA_URLS: 'Addresses of [read replicas](#use-read-replicas), separated by commas',
  DATABASE_REPLICA_MAX_LAG_MS: 'Milliseconds that a replica in use may be behind',
  DATABASE_PASSWORD_FILE: 'File with the password for these addresses',
  DATABASE_POOL_SIZE: 'Number of database connections',
  REDIS_URL: 'Redis for events and rate limits of [several servers](#run-several-servers)',
};

const uploads = {
  MEDIA_STORE: '[Folder or bucket](#store-uploads) for uploads. Default: `media` in `DATA_DIR`',
  S3_ACCESS_KEY_ID: 'Access key for the bucket',
  S3_SECRET_ACCESS_KEY: 'Secret key for the bucket',
  UPLOAD_IMAGE_MAX_MB:
    'Fixes the largest picture in megabytes, 1 to 10, which administrators otherwise set in the browser',
  UPLOAD_VIDEO_MAX_MB: 'The largest video in the same way, 1 to 100',
  UPLOAD_AUDIO_MAX_MB: 'The largest audio file in the same way, 1 to 25',
  UPLOAD_DOCUMENT_MAX_MB: 'The largest document in the same way, 1 to 25',
  UPLOAD_FORMATS:
    'The allowed formats in the same way: MIME types, separated by commas, such as `image/jpeg,image/png`',
  MEDIA_QUOTA_MB: 'Megabytes that each user may store',
  MEDIA_QUOTA_FILES: 'Number of files that each user may store',
  MEDIA_TOTAL_GB: 'Gigabytes that all users together may store. Default: no limit',
  VIDEO_CONVERSION: '`off` publishes videos as they are, without [conversion](#convert-videos)',
  DISK_RESERVE_MB:
    'Megabytes that uploads leave [free on their disk](#the-disk-is-almost-full); 0 for none',
};

const email = {
  SMTP_URL: '[Mail server](#send-email), `smtp://` or `smtps://`',
  MAIL_FROM: 'Sender of emails. Default: `no-reply@` and the host of `PUBLIC_URL`',
  PUSH_HOSTS: 'Allowed [push services](#push-notifications). Default: those of the common browsers',
};

const security = {
  JWT_SECRET:
    'Signs access tokens and encrypts cursors and the secrets of authenticator apps; 32 characters or more. Default: generated',
  JWT_SECRET_FILE:
    'File for the generated `JWT_SECRET`. Default: `secrets/jwt-secret` in `DATA_DIR`',
  REQUIRE_ADMIN_2FA:
    '`true` lets only administrators [with a second factor](#require-a-second-factor-of-administrators) use `/admin`',
  BACKUP_MAX_AGE_DAYS:
    '[Alerts administrators](#alerts) when the last backup is older, in days. Default: never',
  OIDC_ISSUER:
    'Provider for [sign-in with OpenID Connect](#sign-in-with-openid-connect), which is off without it',
  OIDC_CLIENT_ID: 'Client id of Skein at the provider',
  OIDC_CLIENT_SECRET: 'Client secret of Skein at the provider',
  OIDC_BUTTON_LABEL:
    'Text of the button on the sign-in page, up to 60 characters. Default: `Use single sign-on`, translated',
  PASSWORD_SIGN_IN:
    '`false` lets only owners [sign in with a password](#turn-off-passwords), and nobody register with one',
  SECURITY_CONTACT:
    'Contact for [reports of vulnerabilities](#publish-a-security-contact), `mailto:` or `https://`',
  BCRYPT_COST: 'Cost of password hashes, 4 to 16',
};

const limits = {
  RATE_LIMIT_FACTOR:
    'Multiplies all rate limits. `0` turns all limits off and is not allowed in production',
  RATE_LIMIT_READS: 'Reads per user',
  RATE_LIMIT_WRITES: 'Writes per user',
  RATE_LIMIT_SEARCHES: 'Searches per user',
  RATE_LIMIT_POSTS: 'Threads, replies, quotes and edits per user',
  RATE_LIMIT_REPORTS: 'Reports of a user to the moderators',
  RATE_LIMIT_UPLOADS: 'Posts and messages with files per user',
  RATE_LIMIT_IMAGES: 'Megapixels of uploaded images per user, in all frames',
  RATE_LIMIT_EXPORTS: 'Account exports per user; also one at a time per user and two per server',
  RATE_LIMIT_FOLLOWS: 'Follows per user',
  RATE_LIMIT_IMPORTED_FOLLOWS:
    'Follows of a user from [imported files](export.md#import). Beyond it, an import waits',
  RATE_LIMIT_IMPORTED_MEGABYTES:
    'Megabytes of [imported files](export.md#import-posts) that are read per user, after unpacking',
  RATE_LIMIT_MESSAGES: 'Messages of a user in a burst. After it, one per second',
  RATE_LIMIT_GROUPS: 'Groups that a user creates',
  RATE_LIMIT_GROUP_MEMBERS: 'Users that a user adds to groups',
  RATE_LIMIT_GROUP_INVITES: 'Invite links of groups that a user opens',
  RATE_LIMIT_LOGINS: 'Login attempts per IP address',
  RATE_LIMIT_LOGIN_FAILURES: 'Wrong passwords for one account from one IP address',
  RATE_LIMIT_ACCOUNT_LOGIN_FAILURES: 'Wrong passwords for one account from all IP addresses',
  RATE_LIMIT_SECOND_FACTOR_FAILURES:
    'Wrong codes of the authenticator app for one account from all IP addresses',
  RATE_LIMIT_REGISTRATIONS: 'New accounts per IP address',
  RATE_LIMIT_APP_REGISTRATIONS: 'Third-party apps that register themselves, per IP address',
  RATE_LIMIT_PASSWORD_RESETS: 'Password reset emails per IP address',
  RATE_LIMIT_SECURITY_EMAILS: 'Emails to one user about sign-ins, and about changes',
  RATE_LIMIT_RECIPIENT_EMAILS:
    'Emails to one address that others can cause: links to verify it or to set a password, and security notices to an address that is not verified',
  RATE_LIMIT_RECIPIENT_DAILY_EMAILS: 'The same emails per day',
  RATE_LIMIT_NEW_ACCOUNT_MENTIONS: 'Mentions by a new account of users who do not follow it',
  RATE_LIMIT_NEW_ACCOUNT_LINKS: 'Links of a new account',
  RATE_LIMIT_NEW_ACCOUNT_FOLLOWS: 'Follows of a new account',
  RATE_LIMIT_NEW_ACCOUNT_MESSAGES: 'Conversations that a new account begins with strangers',
  RATE_LIMIT_REPEATED_TEXTS: 'Strangers who get the same text from one user',
  RATE_LIMIT_SIGNED_OUT: 'Requests without an account per IP address',
  RATE_LIMIT_PUBLIC:
    'Pages, assets, media, health checks and unknown paths per IP address and server',
  STREAMS_PER_ADDRESS: 'Open event streams per IP address',
  CONNECTIONS_PER_ADDRESS: 'Open connections per IP address. No limit if `TRUST_PROXY` is set',
};

const meanings = {
  ...server,
  ...tracing,
  ...instance,
  ...database,
  ...uploads,
  ...email,
  ...security,
  ...limits,
} satisfies Record<SettingName, string>;

const sections: readonly [title: string, settings: Partial<typeof meanings>][] = [
  ['Server', server],
  ['Instance', instance],
  ['Database', database],
  ['Uploads', uploads],
  ['Email and push', email],
  ['Security', security],
  ['Limits', limits],
  ['Traces', tracing],
];

/** The part of docs/self-hosting.md between these lines is generated. */
const marks = { start: '<!-- settings:start -->', end: '<!-- settings:end -->' };

/**
 * Replaces the tables of settings in docs/self-hosting.md by those of the schema.
 * @throws Error if the page lacks the lines around the tables
 */
export function replaceSettings(page: string): string {
  const [before, rest] = page.split(marks.start);
  const after = rest?.split(marks.end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`The page needs one ${marks.start} and one ${marks.end}`);
  }
  const tables = sections.map(([title, settings]) => `### ${title}\n\n${toTable(settings)}`);
  return [before, marks.start, `\n\n${tables.join('\n\n')}\n\n`, marks.end, after].join('');
}

function toTable(settings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(settings).map(([name, meaning]) => [
    `\`${name}\``,
    toDefault(name),
    meaning,
  ]);
  const header = ['variable', 'default', 'meaning'];
  const widths = header.map((title, i) =>
    Math.max(...[header, ...rows].map((cells) => cells[i]?.length ?? title.length)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('\n');
}

function toDefault(name: string): string {
  const schema = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1];
  if (schema instanceof z.ZodDefault) return `\`${String(schema.def.defaultValue)}\``;
  const limit = Object.entries(rateLimitVariables).find(([key]) => key === name)?.[1][1];
  return limit === undefined ? '' : `\`${limit.max}/${toDuration(limit.seconds)}\``;
}

function toDuration(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return `${seconds / 60}m`;
}
