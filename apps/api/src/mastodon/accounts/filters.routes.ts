import { filterBodySchema } from '@skein/contracts/filters';
import type { Filter, FilterContext } from '@skein/contracts/filters';
import { issueMessage } from '@skein/contracts/http';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { filterNotFound } from '../../modules/filters/index.ts';
import type { FilteredThread, GroupChanges } from '../../modules/filters/index.ts';
import { contextNames, contextsOfMastodon, contextsOfSkein } from './filter-contexts.ts';
import { filterStatusRoutes, listFilterStatuses } from './filter-statuses.routes.ts';
import { unsupported } from '../pagination.ts';
import { flag } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const keywordsMax = 20;
const titleMaxLength = 256;
const expiresInMaxSeconds = 10 * 365 * 24 * 60 * 60;

const commonFields = {
  context: z
    .array(z.enum(contextNames, { error: issueMessage('error.filterContexts') }))
    .optional(),
  // Empty or null for a filter without an end.
  expires_in: z
    .union([z.literal(''), z.null(), z.coerce.number().int().min(0).max(expiresInMaxSeconds)])
    .optional(),
};
const fieldsOfV1 = z.object({
  ...commonFields,
  phrase: z.string().optional(),
  irreversible: flag.optional(),
  whole_word: flag.optional(),
});
const keywordFields = z.object({ keyword: z.string().optional(), whole_word: flag.optional() });
const fieldsOfV2 = z.object({
  ...commonFields,
  title: z.string().trim().min(1).max(titleMaxLength).optional(),
  filter_action: z.enum(['warn', 'hide', 'blur']).optional(),
  keywords_attributes: z
    .array(keywordFields.extend({ id: z.string().nullish(), _destroy: flag.optional() }))
    .max(keywordsMax)
    .default([]),
});

const readRoute = (id: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:filters',
    reads: 'replica',
  });

const deleteRoute = (id: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method: 'DELETE',
    path,
    auth: 'bearer',
    scope: 'write:filters',
  });

const saveRoute = <Fields extends z.ZodType>(
  id: string,
  method: 'POST' | 'PUT',
  path: string,
  fields: Fields,
) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method,
    path,
    auth: 'bearer',
    scope: 'write:filters',
    fields,
    fieldNames: {
      contexts: 'context',
      expiresAt: 'expires_in',
      ...(path.startsWith('/v2') && { phrase: 'keyword' }),
    },
  });

export function filtersRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { filters } = services;
  const [v1, v2] = ['/v1/filters', '/v2/filters'];
  bindMastodon(readRoute('listFilters.v1', v1), async ({ viewer }) =>
    (await filters.list(viewer)).map(toFilterV1),
  );
  bindMastodon(readRoute('getFilter.v1', `${v1}/{id}`), async ({ viewer, params }) =>
    toFilterV1(await filters.get(viewer, params['id'] ?? '')),
  );
  bindMastodon(deleteRoute('deleteFilter.v1', `${v1}/{id}`), async ({ viewer, params }) => {
    await filters.delete(viewer, params['id'] ?? '');
    return {};
  });
  bindMastodon(readRoute('listFilters.v2', v2), async ({ viewer }) => {
    const [phrases, threads] = await Promise.all([
      filters.list(viewer),
      filters.listThreads(viewer),
    ]);
    const groups = Map.groupBy(phrases, ({ groupId }) => groupId).values();
    return [...groups].flatMap((group) => {
      const [first, ...rest] = group.toReversed();
      return first === undefined ? [] : [toFilter([first, ...rest], threads)];
    });
  });
  bindMastodon(readRoute('getFilter.v2', `${v2}/{id}`), async ({ viewer, params }) => {
    const group = await filters.getGroup(viewer, params['id'] ?? '');
    return toFilter(group, await filters.listThreads(viewer));
  });
  bindMastodon(deleteRoute('deleteFilter.v2', `${v2}/{id}`), async ({ viewer, params }) => {
    await filters.deleteGroup(viewer, params['id'] ?? '');
    return {};
  });
  bindMastodon(saveRoute('createFilter.v1', 'POST', '/v1/filters', fieldsOfV1), async (input) => {
    const body = toBody(null, toChanges(input.fields));
    return toFilterV1(await filters.create(input.viewer, input.idempotency, body));
  });
  bindMastodon(
    saveRoute('updateFilter.v1', 'PUT', '/v1/filters/{id}', fieldsOfV1),
    async (input) => {
      const filter = await filters.get(input.viewer, input.params['id'] ?? '');
      const body = toBody(filter, toChanges(input.fields));
      return toFilterV1(await filters.update(input.viewer, filter.id, body));
    },
  );
  routesOfV2(bindMastodon, services);
  keywordRoutes(bindMastodon, services);
  filterStatusRoutes(bindMastodon, services);
}

function routesOfV2(bindMastodon: BindMastodon, { filters }: MastodonServices): void {
  bindMastodon(saveRoute('createFilter.v2', 'POST', '/v2/filters', fieldsOfV2), async (input) => {
    const { viewer, idempotency, fields } = input;
    const { title } = fields;
    const [first, ...further] = fields.keywords_attributes.map((keyword) => ({
      ...toBody(null, { ...toChanges(fields), ...toChanges(keyword) }),
      ...(title !== undefined && { title }),
    }));
    if (first === undefined) throw unsupported('keywords_attributes', 'error.app.filterKeyword');
    const { groupId } = await filters.create(viewer, idempotency, first, ...further);
    return toFilter(await filters.getGroup(viewer, groupId), []);
  });
  bindMastodon(
    saveRoute('updateFilter.v2', 'PUT', '/v2/filters/{id}', fieldsOfV2),
    async ({ viewer, params, fields }) => {
      const group = await filters.getGroup(viewer, params['id'] ?? '');
      const changes = toGroupChanges(group, fields);
      const updated = await filters.updateGroup(viewer, group[0].groupId, changes);
      return toFilter(updated, await filters.listThreads(viewer));
    },
  );
}

/** @throws NotFoundError for keywords of another filter; ValidationError if none would be left */
function toGroupChanges(group: FilterGroup, fields: z.output<typeof fieldsOfV2>): GroupChanges {
  const { title = group[0].title, keywords_attributes: keywords } = fields;
  const named = new Map(keywords.flatMap((keyword) => (keyword.id ? [[keyword.id, keyword]] : [])));
  if ([...named.keys()].some((id) => group.every((row) => row.id !== id))) throw filterNotFound();
  const isRemoved = ({ id }: Filter) => named.get(id)?._destroy === true;
  const changes = toChanges(fields);
  const changed = group
    .filter((row) => !isRemoved(row))
    .map((row) => ({
      ...toBody(row, { ...changes, ...toChanges(named.get(row.id) ?? {}) }),
      id: row.id,
      title,
    }));
  const added = keywords
    .filter(({ id }) => !id)
    .map((keyword) => ({
      ...toBody({ ...group[0], phrase: '' }, { ...changes, ...toChanges(keyword) }),
      title,
    }));
  if (changed.length + added.length === 0) {
    throw unsupported('keywords_attributes', 'error.app.filterKeyword');
  }
  return { changed, added, removedIds: group.filter(isRemoved).map(({ id }) => id) };
}

function keywordRoutes(bindMastodon: BindMastodon, { filters }: MastodonServices): void {
  const [keywordsPath, keywordPath] = ['/v2/filters/{id}/keywords', '/v2/filters/keywords/{id}'];
  bindMastodon(readRoute('listFilterKeywords', keywordsPath), async ({ viewer, params }) =>
    (await filters.getGroup(viewer, params['id'] ?? '')).map(toKeyword),
  );
  bindMastodon(
    saveRoute('addFilterKeyword', 'POST', keywordsPath, keywordFields),
    async (input) => {
      const [filter] = await filters.getGroup(input.viewer, input.params['id'] ?? '');
      const { title, groupId } = filter;
      const body = toBody({ ...filter, phrase: '' }, toChanges(input.fields));
      const draft = { ...body, title, groupId };
      return toKeyword(await filters.create(input.viewer, input.idempotency, draft));
    },
  );
  bindMastodon(readRoute('getFilterKeyword', keywordPath), async ({ viewer, params }) =>
    toKeyword(await filters.get(viewer, params['id'] ?? '')),
  );
  bindMastodon(
    saveRoute('updateFilterKeyword', 'PUT', keywordPath, keywordFields),
    async (input) => {
      const filter = await filters.get(input.viewer, input.params['id'] ?? '');
      const body = toBody(filter, toChanges(input.fields));
      return toKeyword(await filters.update(input.viewer, filter.id, body));
    },
  );
  bindMastodon(deleteRoute('deleteFilterKeyword', keywordPath), async ({ viewer, params }) => {
    await filters.delete(viewer, params['id'] ?? '');
    return {};
  });
}

type FilterBody = z.output<typeof filterBodySchema>;
type Changes = Partial<Omit<FilterBody, 'contexts'>> & { contexts?: FilterContext[] };
type SentFields = Partial<
  z.output<typeof fieldsOfV1> & Pick<z.output<typeof fieldsOfV2>, 'filter_action'>
> & { keyword?: string | undefined };

/** What an app sets; without what it leaves out. */
function toChanges(fields: SentFields): Changes {
  const { context, expires_in: seconds, irreversible, filter_action: action } = fields;
  const phrase = fields.phrase ?? fields.keyword;
  const isHidden = irreversible ?? (action === undefined ? undefined : action === 'hide');
  return {
    ...(phrase !== undefined && { phrase }),
    ...(fields.whole_word !== undefined && { isWholeWord: fields.whole_word }),
    ...(context && { contexts: context.flatMap((name) => contextsOfMastodon[name] ?? []) }),
    ...(isHidden !== undefined && { action: isHidden ? 'hide' : 'collapse' }),
    ...(seconds !== undefined && { expiresAt: toTime(seconds) }),
  };
}

function toTime(seconds: number | '' | null): string | null {
  return typeof seconds === 'number' ? new Date(Date.now() + seconds * 1000).toISOString() : null;
}

/** @throws ValidationError. Apps cannot see or change that a filter applies to the search. */
function toBody(before: Filter | null, { contexts, ...changes }: Changes): FilterBody {
  const filter = before ?? emptyFilter;
  const unmapped = filter.contexts.filter((context) => contextsOfSkein[context].length === 0);
  return parseInput(filterBodySchema, {
    ...filter,
    ...changes,
    contexts: contexts === undefined ? filter.contexts : [...contexts, ...unmapped],
  });
}

// As in Mastodon, a filter also matches parts of words unless the app asks for whole ones.
const emptyFilter: FilterBody = {
  phrase: '',
  isWholeWord: false,
  action: 'collapse',
  expiresAt: null,
  contexts: [],
};

const toContext = ({ contexts }: Filter) => contexts.flatMap((context) => contextsOfSkein[context]);

function toFilterV1(filter: Filter) {
  return {
    id: filter.id,
    phrase: filter.phrase,
    context: toContext(filter),
    whole_word: filter.isWholeWord,
    expires_at: filter.expiresAt,
    irreversible: filter.action === 'hide',
  };
}

type FilterGroup = readonly [Filter, ...Filter[]];

function toFilter(group: FilterGroup, threads: readonly FilteredThread[]) {
  const [first] = group;
  return {
    id: first.groupId,
    title: first.title ?? first.phrase,
    context: toContext(first),
    expires_at: first.expiresAt,
    filter_action: first.action === 'hide' ? 'hide' : 'warn',
    keywords: group.map(toKeyword),
    statuses: listFilterStatuses(first.groupId, threads),
  };
}

const toKeyword = ({ id, phrase, isWholeWord }: Filter) => ({
  id,
  keyword: phrase,
  whole_word: isWholeWord,
});
