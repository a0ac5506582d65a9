import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Layout } from './layout.ts';

/** `durable` for real data, `throw-away` for tests. */
export type Durability = 'durable' | 'throw-away';

const localSettings = 'postgresql.local.conf';
const megabyte = 1024 * 1024;
const largeMemory = 4096 * megabyte;

/** The content of postgresql.conf, rewritten at each start. */
export function postgresSettings(layout: Layout, port: number, durability: Durability): string {
  const settings = {
    ...connectionSettings(port, durability),
    ...memorySettings(),
    ...logSettings(layout, durability),
    ...walSettings(durability),
    ...vacuumSettings(durability),
    ...localeSettings,
    jit: 'off',
    random_page_cost: '1.1',
    // A parallel query would occupy all cores.
    max_parallel_workers_per_gather: '0',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  const hasLocalSettings = existsSync(join(layout.cluster, localSettings));
  return [
    `# Written by Skein at each start. Put your own settings in ${localSettings} in this folder.`,
    ...lines,
    ...(hasLocalSettings ? [`include '${localSettings}'`] : []),
    '',
  ].join('\n');
}

function connectionSettings(port: number, durability: Durability) {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Socket paths are limited to about 100 characters, and checkout paths may be longer.
    unix_socket_directories: '',
    max_connections: durability === 'durable' ? '50' : '200',
    password_encryption: 'scram-sha-256',
    // Each test opens several connections, whose passwords are random.
    ...(durability === 'throw-away' && { scram_iterations: '1' }),
  };
}

function memorySettings() {
  const memory = totalmem();
  return {
    shared_buffers: memory >= largeMemory ? '256MB' : '128MB',
    effective_cache_size: `${Math.floor(memory / 2 / megabyte)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
  };
}

// One file per weekday, truncated on reuse. Failed statements are not logged, because they contain
// user content; Skein's own log reports them.
function logSettings(layout: Layout, durability: Durability) {
  return {
    logging_collector: durability === 'durable' ? 'on' : 'off',
    log_directory: layout.logs,
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_truncate_on_rotation: 'on',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

// There are no replicas or base backups, so the WAL contains only what recovery needs.
function walSettings(durability: Durability) {
  const safety =
    durability === 'durable'
      ? { checkpoint_timeout: '15min' }
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          checkpoint_timeout: '1h',
        };
  return {
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    ...safety,
  };
}

function vacuumSettings(durability: Durability) {
  // Autovacuum runs as a superuser. While it is in a test's database, the application role
  // may not drop that database.
  if (durability === 'throw-away') return { autovacuum: 'off' };
  // Feeds use index-only scans, which need recently vacuumed pages.
  return {
    autovacuum_naptime: '30s',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.05',
    autovacuum_vacuum_insert_scale_factor: '0',
    autovacuum_vacuum_insert_threshold: '5000',
  };
}

const localeSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, ymd',
  lc_messages: 'C',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  default_text_search_config: 'pg_catalog.simple',
};

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
