import type { AuditEntry } from '@skein/contracts/moderation';

/** One line with the time, actor, action, target and reason. */
export function describeAuditEntry(entry: AuditEntry): string {
  const { createdAt, actor, isCommandLine, action, person, targetType, targetId, reason } = entry;
  const actorName = isCommandLine
    ? 'command line'
    : actor
      ? `@${actor.username}`
      : entry.details['by'] === 'server'
        ? 'server'
        : 'deleted account';
  const target =
    targetType === 'user' && person !== null ? `@${person.username}` : describeTarget(entry);
  const author = targetType === 'thread' && person !== null ? `by @${person.username}` : '';
  const details = Object.entries(entry.details).filter(
    ([name]) => name !== 'authorId' && name !== 'by',
  );
  return [
    createdAt,
    actorName,
    action,
    targetId === null ? '' : target,
    author,
    reason === null ? '' : `reason: ${JSON.stringify(reason)}`,
    ...details.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function describeTarget({ targetType, targetId }: AuditEntry): string {
  return `${targetType ?? ''} ${targetId ?? ''}`;
}
