import type { AuditEntry } from '@skein/contracts/moderation';

/** One line: when, by whom, what, to whom, why. */
export function describeAuditEntry(entry: AuditEntry): string {
  const { createdAt, actor, isCommandLine, action, person, targetType, targetId, reason } = entry;
  const byWhom = isCommandLine ? 'command line' : actor ? `@${actor.username}` : 'deleted account';
  const target =
    targetType === 'user' && person !== null ? `@${person.username}` : toPlainTarget(entry);
  const author = targetType === 'thread' && person !== null ? `by @${person.username}` : '';
  const others = Object.entries(entry.details).filter(([name]) => name !== 'authorId');
  return [
    createdAt,
    byWhom,
    action,
    targetId === null ? '' : target,
    author,
    reason === null ? '' : `reason: ${JSON.stringify(reason)}`,
    ...others.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function toPlainTarget({ targetType, targetId }: AuditEntry): string {
  return `${targetType ?? ''} ${targetId ?? ''}`;
}
