interface HandleProps {
  username: string;
}

/**
 * A username with `@`, with its domain for an account of another server. If space is short, the name is
 * truncated and then the domain wraps. It is never truncated, because users recognize the server by it.
 */
export function Handle({ username }: HandleProps) {
  const [name, domain] = username.split('@', 2);
  if (domain === undefined) return <span className="truncate">@{username}</span>;
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap">
      <span className="max-w-max grow basis-[6ch] truncate text-ink">@{name}</span>
      <span className="min-w-0 text-muted wrap-anywhere">@{domain}</span>
    </span>
  );
}
