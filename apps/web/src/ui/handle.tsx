interface HandleProps {
  username: string;
  /** For a place without room for a second line: a very long domain is truncated in the middle. */
  isOneLine?: boolean;
}

/** The end of a domain says whose server it is. */
const domainEndLength = 12;

/**
 * A username with `@`, with its domain for an account of another server. If space is short, the name is
 * truncated and then the domain wraps. It is not truncated, because users recognize the server by it.
 */
export function Handle({ username, isOneLine = false }: HandleProps) {
  const [name, domain] = username.split('@', 2);
  if (domain === undefined) return <span className="truncate">@{username}</span>;
  if (isOneLine) {
    return (
      <span className="flex max-w-full min-w-0" title={`@${username}`}>
        <span className="sr-only">@{username}</span>
        <span aria-hidden className="flex max-w-full min-w-0">
          <span className="max-w-max shrink-0 grow basis-[4ch] truncate text-ink">@{name}</span>
          <span className="min-w-0 truncate text-muted">@{domain.slice(0, -domainEndLength)}</span>
          <span className="shrink-0 text-muted">{domain.slice(-domainEndLength)}</span>
        </span>
      </span>
    );
  }
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap">
      <span className="max-w-max grow basis-[6ch] truncate text-ink">@{name}</span>
      <span className="min-w-0 text-muted wrap-anywhere">@{domain}</span>
    </span>
  );
}
