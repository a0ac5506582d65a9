import { Socket } from 'node:net';
import pg from 'pg';

const connectTimeoutMs = 500;
const queryTimeoutMs = 500;

export interface MonitoredConnection {
  client: pg.Client;
  close(): void;
}

/** Opens a connection that soon notices a server that does not respond. */
export async function openMonitoredConnection(url: string): Promise<MonitoredConnection> {
  // A separate socket, to destroy it when the server does not respond.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-replicas',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  // The next query reports the lost connection. Without a listener the process would exit.
  client.on('error', () => undefined);
  const close = () => {
    client.end().catch(() => undefined);
    socket.destroy();
  };
  try {
    await client.connect();
  } catch (error) {
    close();
    throw error;
  }
  return { client, close };
}
