export interface SessionTimeouts {
  statementTimeoutMs: number;
  lockTimeoutMs?: number;
}

/** The PostgreSQL settings of every connection that runs Skein's statements. */
export function sessionSettings({ statementTimeoutMs, lockTimeoutMs = 2000 }: SessionTimeouts) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // A request that fails within a transaction must not keep its locks.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // Named statements are planned once, not for each set of values.
    plan_cache_mode: 'force_generic_plan',
    // Minimum similarity for the operator <%.
    'pg_trgm.word_similarity_threshold': 0.35,
    // No statement is long enough for JIT compilation, but estimates may trigger it.
    jit: 'off',
  };
}

/** Adds the settings to the startup parameters of a URL. Options in the URL take precedence. */
export function withSessionSettings(url: string, timeouts: SessionTimeouts): string {
  const target = new URL(url);
  const urlOptions = target.searchParams.get('options');
  const defaultOptions = Object.entries(sessionSettings(timeouts)).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  target.searchParams.set(
    'options',
    [...defaultOptions, ...(urlOptions === null ? [] : [urlOptions])].join(' '),
  );
  return target.href;
}
