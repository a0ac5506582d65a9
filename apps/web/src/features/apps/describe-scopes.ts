import { offlineAccess } from '@skein/contracts/scopes';
import type { ScopeTopic } from '@skein/contracts/scopes';
import { t } from '../../i18n/index.ts';

/** A sentence for each scope. */
export function describeScopes(scopes: readonly string[]): string[] {
  return scopes.map(describeScope);
}

function describeScope(scope: string): string {
  const [kind, topic] = scope.split(':');
  if (topic !== undefined) {
    // The server returns only scopes that exist.
    const name = t(`apps.topic.${topic as ScopeTopic}`);
    return kind === 'read'
      ? t('apps.readTopic', { topic: name })
      : t('apps.writeTopic', { topic: name });
  }
  switch (kind) {
    case 'read':
      return t('apps.scope.read');
    case 'write':
      return t('apps.scope.write');
    case 'follow':
      return t('apps.scope.follow');
    case 'push':
      return t('apps.scope.push');
    case 'profile':
      return t('apps.scope.profile');
    case offlineAccess:
      return t('apps.scope.offline');
    default:
      return scope;
  }
}
