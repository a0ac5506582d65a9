import path from 'node:path';

/** The programs of Debian's package postgresql-15. */
export const postgresPrograms = '/usr/lib/postgresql/15/bin';

export interface PatroniNode {
  name: string;
  postgresPort: number;
  /** The port of Patroni's REST API, which HAProxy asks for the role of the node. */
  apiPort: number;
}

interface PatroniOptions {
  /** Contains the data directory of the node, in a folder of its name. */
  directory: string;
  etcdPort: number;
}

/** The superuser of a new cluster. */
export const databaseUser = 'skein';

/** The settings of the cluster that docs/scaling.md recommends. */
export const failoverSettings = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  synchronous_mode: true,
  synchronous_mode_strict: true,
};

/** Patroni reads YAML, which includes JSON. */
export function configurePatroni(node: PatroniNode, { directory, etcdPort }: PatroniOptions) {
  const onLoopback = (port: number) => `127.0.0.1:${port}`;
  return JSON.stringify({
    scope: 'skein',
    name: node.name,
    restapi: { listen: onLoopback(node.apiPort), connect_address: onLoopback(node.apiPort) },
    etcd3: { host: onLoopback(etcdPort) },
    bootstrap: {
      dcs: {
        ...failoverSettings,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: onLoopback(node.postgresPort),
      connect_address: onLoopback(node.postgresPort),
      data_dir: path.join(directory, node.name),
      pgpass: path.join(directory, `${node.name}.pgpass`),
      bin_dir: postgresPrograms,
      authentication: {
        superuser: { username: databaseUser },
        replication: { username: 'replicator' },
      },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: {
        shared_buffers: '32MB',
        unix_socket_directories: '',
        // In the data directory, because a killed server does not remove it.
        dynamic_shared_memory_type: 'mmap',
      },
    },
  });
}

interface HaproxyServer {
  name: string;
  /** Host and port of PostgreSQL. */
  address: string;
  /** The port of Patroni's REST API. */
  apiPort: number;
}

/** HAProxy sends connections to the primary. A test compares it with docs/scaling.md. */
export function configureHaproxy(address: string, servers: readonly HaproxyServer[]): string {
  const lines = servers.map(
    ({ name, address: server, apiPort }) => `    server ${name} ${server} check port ${apiPort}`,
  );
  return `defaults
    mode tcp
    timeout connect 2s
    timeout client 30m
    timeout server 30m
    timeout check 2s

listen primary
    bind ${address}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`;
}
