import type { FilterContext } from '@skein/contracts/filters';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { createFilterMatcher } from '../../filters/index.ts';
import type { ActiveFilter } from '../../filters/index.ts';

/** Hiding a reply would tear the conversation apart, and hiding a notification would contradict their number. */
const contextsWithHiding: ReadonlySet<FilterContext> = new Set(['feeds', 'search']);

/**
 * Marks the threads that match a filter, or leaves them out if the filter hides them. The viewer's own
 * threads are never filtered.
 */
export function applyFilters<Listed extends { thread: Thread }>(
  listed: readonly Listed[],
  { filters, context, viewerId }: FilterUse,
): Listed[] {
  const match = createFilterMatcher(filters);
  return listed.flatMap((item) => {
    const { thread } = item;
    const isFilterable = thread.userId !== viewerId && !thread.isDeleted;
    const filter = isFilterable ? match(listTexts(thread), thread.id) : null;
    if (filter === null) return [item];
    if (filter.action === 'hide' && contextsWithHiding.has(context)) return [];
    const { id, title, groupId, isForThread } = filter;
    const phrase = isForThread && title !== null ? title : filter.phrase;
    const filteredBy = { id, phrase, title, groupId, isForThread };
    return [{ ...item, thread: { ...thread, filteredBy } }];
  });
}

/** Removes threads in other languages. Keeps the viewer's own threads and threads in an unknown language. */
export function selectLanguages<Listed extends { thread: Thread }>(
  listed: readonly Listed[],
  languages: readonly string[],
  viewerId: string,
): Listed[] {
  if (languages.length === 0) return [...listed];
  const chosen = new Set(languages.map(toPrimaryLanguage));
  return listed.filter(
    ({ thread: { language, userId } }) =>
      language === null || userId === viewerId || chosen.has(toPrimaryLanguage(language)),
  );
}

/** `pt` for `pt-BR`. */
const toPrimaryLanguage = (tag: string) => tag.split('-')[0] ?? tag;

interface FilterUse {
  filters: readonly ActiveFilter[];
  context: FilterContext;
  viewerId: string;
}

function listTexts(thread: Thread): string[] {
  const { quotedThread } = thread;
  return [...collectTexts(thread), ...(quotedThread ? collectTexts(quotedThread) : [])];
}

function collectTexts({ content, contentWarning, poll, media }: Thread | QuotedThread): string[] {
  return [
    content,
    contentWarning ?? '',
    ...(poll ? [poll.question, ...poll.options.map(({ optionText }) => optionText)] : []),
    ...media.flatMap(({ altText }) => altText ?? []),
  ];
}
