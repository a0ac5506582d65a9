interface HandleProps {
  username: string;
}

/**
 * A username with `@`, with its domain for an account of another server. If space is short, the name is cut
 * off and never the domain, by which users recognize the server.
 */
export function Handle({ username }: HandleProps) {
  const [name, domain] = username.split('@', 2);
  if (domain === undefined) return <span className="truncate">@{username}</span>;
  return (
    <span className="inline-flex max-w-full min-w-0">
      <span className="min-w-4 truncate text-ink">@{name}</span>
      <span className="max-w-full shrink-0 truncate text-muted">@{domain}</span>
    </span>
  );
}
