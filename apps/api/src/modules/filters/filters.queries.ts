import type { FilterAction, FilterContext } from '@skein/contracts/filters';
import { Prisma } from '@skein/db';

const { sql } = Prisma;

/** A filter as `selectActiveFilters` returns it. */
export interface ActiveFilter {
  id: string;
  phrase: string;
  isWholeWord: boolean;
  action: FilterAction;
  /** Null for a filter of the web app. */
  title: string | null;
  groupId: string;
  /** The threads to which the filter applies by id instead of text. */
  threadIds: string[];
}

/** A scalar subquery: the viewer's filters of a context as a JSON array, or NULL if there are none. */
export function selectActiveFilters(viewerId: string, context: FilterContext): Prisma.Sql {
  return sql`(
    SELECT json_agg(json_build_object('id', filter.id, 'phrase', filter.phrase,
      'isWholeWord', filter.is_whole_word, 'action', filter.action, 'title', filter.title,
      'groupId', coalesce(filter.group_id, filter.id), 'threadIds', ARRAY(
        SELECT thread_id FROM filtered_threads
        WHERE user_id = ${viewerId}::uuid AND group_id = coalesce(filter.group_id, filter.id))) ORDER BY filter.id)
    FROM keyword_filters filter
    WHERE filter.user_id = ${viewerId}::uuid AND ${context}::filter_context = ANY (filter.contexts)
      AND (filter.expires_at IS NULL OR filter.expires_at > now()))`;
}
