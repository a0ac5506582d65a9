import type { Filter } from '@skein/contracts/filters';
import { dateLocale, t } from '../../../i18n/index.ts';

/** The name that an app gave to a filter, what it does, where and until when, in one line. */
export function describeFilter({
  action,
  contexts,
  isWholeWord,
  expiresAt,
  title,
}: Filter): string {
  return [
    ...(title === null ? [] : [title]),
    t(`filters.action.${action}`),
    t(isWholeWord ? 'filters.wholeWord' : 'filters.partOfWord'),
    contexts.map((context) => t(`filters.context.${context}`)).join(', '),
    ...(expiresAt === null ? [] : [describeEnd(expiresAt)]),
  ].join(' · ');
}

export function describeEnd(expiresAt: string): string {
  if (Date.parse(expiresAt) <= Date.now()) return t('filters.expired');
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });
  return t('filters.until', { time: format.format(new Date(expiresAt)) });
}
