import pg from 'pg';

const reconnectDelayMs = 250;
const connectTimeoutMs = 5000;

export interface ListenOptions {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** The connection was lost: what was announced from now on until `onLive` is not heard. */
  onGap: (error: Error | undefined) => void;
  /** Announcements are heard from now on; also after each gap. */
  onLive: () => void;
}

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Hears what is announced in the database (`pg_notify`), on a connection of its own that is made
 * again for as long as it takes whenever it is lost.
 */
export function listen(options: ListenOptions): Listener {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = (): void => {
    const attempt = createClient(options);
    client = attempt;
    let isLost = false;
    const lose = (error?: Error) => {
      if (isLost || stopped) return;
      isLost = true;
      options.onGap(error);
      timer = setTimeout(connect, reconnectDelayMs);
      void attempt.end();
    };
    attempt.on('error', lose);
    attempt.once('end', () => lose());
    attempt
      .connect()
      .then(() => attempt.query(`LISTEN ${attempt.escapeIdentifier(options.channel)}`))
      .then(() => {
        if (!isLost && !stopped) options.onLive();
      })
      .catch(lose);
  };

  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

function createClient({ url, onNotification }: ListenOptions): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-listener',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  return client;
}
