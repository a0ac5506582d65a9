import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ConfigurationError, readEnv } from './env.ts';

const production = {
  NODE_ENV: 'production',
  JWT_SECRET: '9f2c4b7e1d8a6053c7be94f01a2d3e58',
};

describe('readEnv', () => {
  it('has a default for every setting', () => {
    expect(readEnv({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      fixedSettings: { name: undefined, description: undefined, imageMaxMb: undefined },
      termsText: undefined,
      isIndexable: true,
      dataDirectory: undefined,
      databaseUrl: undefined,
      jwtSecret: undefined,
      bcryptCost: 11,
    });
  });

  it('returns the PATH', () => {
    expect(readEnv({ PATH: '/opt/bin:/bin' }).searchPath).toBe('/opt/bin:/bin');
    expect(readEnv({}).searchPath).toBeUndefined();
  });

  it('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 4000 });
  });

  it('requires a public name with HTTPS for federation', () => {
    const read = (url: string, domain?: string) =>
      readEnv({ FEDERATION: 'on', PUBLIC_URL: url, HANDLE_DOMAIN: domain });
    expect(readEnv({}).federation).toBeUndefined();
    expect(read('https://social.example.org').federation).toEqual({
      domain: 'social.example.org',
      handleDomain: 'social.example.org',
    });
    expect(read('https://social.example.org', 'Example.org').federation).toEqual({
      domain: 'social.example.org',
      handleDomain: 'example.org',
    });
    const urls = ['http://social.example.org', 'https://social.example.org:8443'];
    for (const url of [...urls, 'https://192.0.2.1', 'https://localhost']) {
      expect(() => read(url)).toThrow('PUBLIC_URL: must');
    }
    expect(() => read('https://social.example.org', 'localhost')).toThrow('HANDLE_DOMAIN: must');
  });

  it('derives the public URL from the port if PUBLIC_URL is unset', () => {
    expect(readEnv({ PORT: '4100' }).publicUrl.origin).toBe('http://localhost:4100');
    const published = readEnv({ PORT: '4000', PUBLISHED_PORT: '8080' });
    expect(published.publicUrl.origin).toBe('http://localhost:8080');
    const env = readEnv({ PUBLISHED_PORT: '8080', PUBLIC_URL: 'https://skein.example' });
    expect(env.publicUrl.origin).toBe('https://skein.example');
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'many'],
    ['DATABASE_URL', 'mysql://localhost/skein'],
    ['DATABASE_URL', 'postgresql://a:b@host:99999/x'],
    ['DATABASE_DIRECT_URL', 'postgresql://a:b@host/x'],
    ['JWT_SECRET', 'short'],
    ['BCRYPT_COST', '3'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['DATABASE_URL', 'postgresql://a:b@host/x?sslmode=prefer'],
    ['DATABASE_URL', 'postgresql://a:b@host/x?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgresql://a:b@host/x?sslmode=verify-full&sslrootcert=/no/where.pem'],
    ['MAIL_FROM', 'Skein'],
    ['MEDIA_STORE', '/srv/media'],
    ['MEDIA_STORE', 'file:'],
    ['MEDIA_STORE', 'file://elsewhere/media'],
    ['MEDIA_STORE', 's3://'],
    ['MEDIA_STORE', 's3://B'],
    ['MEDIA_STORE', 's3://key:secret@bucket'],
    ['MEDIA_STORE', 's3://bucket?endpoint=s3.example'],
    ['MEDIA_STORE', 's3://bucket?zone=eu'],
    ['MEDIA_STORE', 's3://bucket/a%20b'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['PUBLIC_URL', 'skein.example'],
    ['PUBLIC_URL', 'ftp://skein.example'],
    ['PUBLIC_URL', 'https://skein.example/app'],
    ['PUBLIC_URL', 'https://skein.example?a=b'],
    ['PUBLIC_URL', 'https://skein.example/#'],
    ['PUBLIC_URL', 'https://ada:secret@skein.example'],
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['DATABASE_POOL_SIZE', '0'],
    ['STREAMS_PER_ADDRESS', '0'],
    ['MEDIA_QUOTA_MB', '0'],
    ['MEDIA_QUOTA_FILES', '1e3'],
    ['INSTANCE_NAME', 'x'.repeat(61)],
    ['ADMIN_EMAILS', 'ada@skein.example, ben'],
    ['REQUIRE_ADMIN_2FA', 'yes'],
    ['GIF_KIND', 'imgur'],
    ['GIF_URL', 'https://gifs.example/v2'],
    ['OIDC_ISSUER', 'http://sso.example.org'],
    ['OIDC_BUTTON_LABEL', 'x'.repeat(61)],
    ['PASSWORD_SIGN_IN', 'no'],
    ['SECURITY_CONTACT', 'security@skein.example'],
    ['SECURITY_CONTACT', 'mailto:a@b.example\nExpires: never'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['RATE_LIMIT_READS', '300'],
    ['METRICS_PORT', 'yes'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://a:b@host:99999'],
  ])('rejects %s=%s with one line that names the variable', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(ConfigurationError);
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: [a-z][^\n]+$`));
  });

  it('reads the Redis URL and the limit of streams per IP address', () => {
    expect(readEnv({})).toMatchObject({ redisUrl: undefined, streamsPerAddressMax: 50 });
    const env = readEnv({ REDIS_URL: 'rediss://redis:6380', STREAMS_PER_ADDRESS: '400' });
    expect(env).toMatchObject({ redisUrl: 'rediss://redis:6380', streamsPerAddressMax: 400 });
    expect(readEnv({ RATE_LIMIT_FACTOR: '0' }).streamsPerAddressMax).toBe(Infinity);
    expect(readEnv({}).mediaQuota).toEqual({ bytes: 2 * 1024 ** 3, files: 5000 });
    expect(readEnv({ MEDIA_QUOTA_MB: '3', MEDIA_QUOTA_FILES: '4' }).mediaQuota).toEqual({
      bytes: 3 * 1024 ** 2,
      files: 4,
    });
  });

  it('reads the media location', () => {
    expect(readEnv({}).mediaLocation).toBeUndefined();
    expect(readEnv({ MEDIA_STORE: 'file:///srv/my%20media' }).mediaLocation).toEqual({
      kind: 'folder',
      directory: '/srv/my media',
    });
    const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const store = 's3://bucket/one?endpoint=http://127.0.0.1:9000&region=eu-1';
    expect(readEnv({ MEDIA_STORE: store, ...key }).mediaLocation).toEqual({
      kind: 'bucket',
      bucket: 'bucket',
      prefix: 'one/',
      endpoint: new URL('http://127.0.0.1:9000'),
      region: 'eu-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(readEnv({ MEDIA_STORE: 's3://bucket' }).mediaLocation).toMatchObject({
      prefix: '',
      endpoint: undefined,
      credentials: undefined,
    });
  });

  it('rejects the same port for the server and the metrics', () => {
    const ports = { PORT: '4000', METRICS_PORT: '4000' };
    expect(() => readEnv(ports)).toThrow(/^METRICS_PORT: must differ from PORT$/);
    expect(readEnv({ METRICS_PORT: '9464' }).metricsPort).toBe(9464);
  });

  it('reads sign-in with OpenID Connect, and rejects incomplete settings', () => {
    expect(readEnv({})).toMatchObject({ oidc: undefined, hasPasswordSignIn: true });
    const oidc = {
      OIDC_ISSUER: 'https://sso.example/realms/main',
      OIDC_CLIENT_ID: 'skein',
      OIDC_CLIENT_SECRET: 'secret',
    };
    expect(readEnv({ ...oidc, PASSWORD_SIGN_IN: 'false' })).toMatchObject({
      oidc: { issuer: new URL(oidc.OIDC_ISSUER), clientId: 'skein', buttonLabel: undefined },
      hasPasswordSignIn: false,
    });
    expect(() => readEnv({ ...oidc, OIDC_CLIENT_ID: '' })).toThrow(/^OIDC_CLIENT_ID: is required/);
    expect(() => readEnv({ PASSWORD_SIGN_IN: 'false' })).toThrow(/requires OIDC_ISSUER/);
  });

  it('reads the GIF service, and requires the address of one with the API of Tenor', () => {
    expect(readEnv({}).gifs).toBeUndefined();
    expect(readEnv({ GIF_KEY: 'k' }).gifs).toMatchObject({
      url: new URL('https://api.giphy.com'),
      name: 'GIPHY',
    });
    expect(() => readEnv({ GIF_KIND: 'tenor', GIF_KEY: 'k' })).toThrow(/^GIF_URL: is required/);
    const tenor = { GIF_KIND: 'tenor', GIF_KEY: 'k', GIF_URL: 'https://gifs.example' };
    expect(readEnv(tenor).gifs).toMatchObject({ kind: 'tenor', name: 'Tenor' });
  });

  it('rejects an incomplete S3 key', () => {
    expect(() => readEnv({ S3_ACCESS_KEY_ID: 'id' })).toThrow(/^S3_SECRET_ACCESS_KEY: is required/);
    expect(() => readEnv({ S3_SECRET_ACCESS_KEY: 's' })).toThrow(/^S3_ACCESS_KEY_ID: is required/);
  });

  it.each([
    ['PORT', 'abc', '0 to 65535'],
    ['PORT', '0x10', '0 to 65535'],
    ['PORT', '-1', '0 to 65535'],
    ['METRICS_PORT', '0', '1 to 65535'],
    ['PORT', '80.5', '0 to 65535'],
    ['DATABASE_POOL_SIZE', 'many', '1 to 200'],
    ['BCRYPT_COST', '99', '4 to 16'],
    ['TRUST_PROXY', 'true', '0 to 10'],
  ])('names the allowed range for %s=%s', (name, value, range) => {
    const sentence = `${name}: must be a whole number from ${range}`;
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${sentence}$`));
  });

  it('reports all mistakes together', () => {
    expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/^PORT: .+\nLOG_LEVEL: .+$/);
  });

  it.each([
    ['without a secret', { JWT_SECRET: undefined }, 'JWT_SECRET: is required'],
    [
      'with a secret of one repeated character',
      { JWT_SECRET: 'x'.repeat(64) },
      'JWT_SECRET: is too easy',
    ],
    ['with cheap hashes', { BCRYPT_COST: '9' }, 'BCRYPT_COST: must be at least 10'],
  ])('rejects production %s', (_case, changes, message) => {
    expect(() => readEnv({ ...production, ...changes })).toThrow(message);
  });

  it('accepts production with a strong secret', () => {
    expect(readEnv(production)).toMatchObject({ isDevelopment: false });
  });

  it('accepts production with a secret file', () => {
    const env = readEnv({ NODE_ENV: 'production', JWT_SECRET_FILE: '/data/jwt-secret' });
    expect(env).toMatchObject({ jwtSecret: undefined, jwtSecretFile: '/data/jwt-secret' });
  });
});

describe('DATABASE_PASSWORD_FILE', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'skein-env-'));
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  function readWith(content: string, DATABASE_URL?: string) {
    const DATABASE_PASSWORD_FILE = path.join(directory, 'password');
    writeFileSync(DATABASE_PASSWORD_FILE, content);
    return readEnv({ DATABASE_URL, DATABASE_PASSWORD_FILE }).databaseUrl;
  }

  it('adds a password with any characters to the database URL', () => {
    const url = new URL(readWith('50%/:@ä\n', 'postgresql://skein@postgres:5432/skein') ?? '');
    expect(decodeURIComponent(url.password)).toBe('50%/:@ä');
    expect(url.host).toBe('postgres:5432');
  });

  it('has no effect without DATABASE_URL', () => {
    expect(readWith('secret')).toBeUndefined();
  });

  it('is rejected if the file is missing or empty', () => {
    expect(() => readWith('\n')).toThrow(/^DATABASE_PASSWORD_FILE: the file .+ is empty$/);
    const DATABASE_PASSWORD_FILE = path.join(directory, 'none');
    expect(() => readEnv({ DATABASE_PASSWORD_FILE })).toThrow(
      /^DATABASE_PASSWORD_FILE: the file .+ cannot be read$/,
    );
  });
});

describe('TERMS_FILE', () => {
  it('reads the text of the file up to the maximum length', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'skein-terms-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const TERMS_FILE = path.join(directory, 'terms.md');
    writeFileSync(TERMS_FILE, '# Rules\n\nBe kind.\n');
    expect(readEnv({ TERMS_FILE }).termsText).toBe('# Rules\n\nBe kind.');
    writeFileSync(TERMS_FILE, 'a'.repeat(100_001));
    expect(() => readEnv({ TERMS_FILE })).toThrow(
      /^TERMS_FILE: the file must have at most 100000 characters$/,
    );
  });
});

describe('a password in DATABASE_URL', () => {
  it.each(['pa/ss', 'pa#ss', 'pa?ss', '12/34', 'pa%ss'])(
    'that has to be percent-encoded is named as the mistake: %s',
    (password) => {
      const DATABASE_URL = `postgresql://ada:${password}@db.example:5432/skein`;
      expect(() => readEnv({ DATABASE_URL })).toThrow(
        /^DATABASE_URL: the user and password must be percent-encoded: write %40 for @/,
      );
    },
  );

  it.each([
    'postgresql://ada:pa%2Fss@db.example/skein',
    'postgresql://localhost/skein?application_name=a@b',
  ])('is accepted unchanged if it needs no encoding: %s', (DATABASE_URL) => {
    expect(readEnv({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });
});
