import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  accountSchema,
  mutedAccountSchema,
  credentialAccountSchema,
  ownProfileSchema,
  relationshipSchema,
} from './account-schemas.ts';
import { createEntityScenario } from './entity-scenario.ts';
import type { EntityScenario } from './entity-scenario.ts';
import * as instance from './instance-schemas.ts';
import * as personal from './personal-schemas.ts';
import { listMastodonRoutes } from './routes.ts';
import * as entities from './schemas.ts';

let api: TestApi;
let scenario: EntityScenario;

beforeAll(async () => {
  const fixedSettings = { description: 'An instance for tests', hasLinkCards: true };
  api = await startTestApi({ settings: { pushHosts: ['push.test'], fixedSettings } });
  scenario = await createEntityScenario(api);
}, 60_000);

afterAll(() => api.close());

/** A list that contains something, so that the entity is checked. */
const some = (schema: z.ZodType) => z.array(schema).min(1);
const none = z.array(z.never());
const noCollections = z.strictObject({ collections: none });
const numberText = z.string().regex(/^\d+$/);
const count = z.strictObject({ count: z.number().int() });
const { statusSchema } = entities;

/** What a GET request to a path returns. Parameters of the scenario are in braces. */
const responses: Record<string, z.ZodType> = {
  '/v1/apps/verify_credentials': personal.applicationSchema,
  '/v1/instance': instance.instanceV1Schema,
  '/v2/instance': instance.instanceSchema,
  '/v1/instance/activity': some(
    z.strictObject({
      week: numberText,
      statuses: numberText,
      logins: numberText,
      registrations: numberText,
    }),
  ),
  '/v1/instance/languages': some(z.strictObject({ code: z.string(), name: z.string() })),
  '/v1/instance/peers': none,
  '/v1/instance/domain_blocks': none,
  '/v1/instance/translation_languages': z.strictObject({}),
  '/v1/instance/rules': some(instance.ruleSchema),
  '/v1/instance/extended_description': instance.pageSchema,
  '/v1/instance/privacy_policy': instance.pageSchema,
  '/v1/instance/terms_of_service': instance.termsSchema,
  '/v1/custom_emojis': none,
  '/v1/preferences': personal.preferencesSchema,
  '/v1/trends': some(entities.tagSchema),
  '/v1/trends/tags': some(entities.tagSchema),
  '/v1/trends/statuses': some(statusSchema),
  '/v1/trends/links': none,
  '/v1/suggestions': some(accountSchema),
  '/v2/suggestions': some(entities.suggestionSchema),
  '/v1/directory': some(accountSchema),
  '/v1/tags/zorba': entities.tagSchema,
  '/v1/followed_tags': some(entities.tagSchema),
  '/v1/accounts/familiar_followers?id[]={famous}': some(
    z.strictObject({ id: z.string(), accounts: some(accountSchema) }),
  ),
  '/v1/profile': ownProfileSchema,
  '/v1/accounts/relationships?id[]={ben}': some(relationshipSchema),
  '/v1/follow_requests': some(accountSchema),
  '/v1/blocks': some(accountSchema),
  '/v1/mutes': some(mutedAccountSchema),
  '/v1/accounts/verify_credentials': credentialAccountSchema,
  '/v1/accounts/lookup?acct={username}': accountSchema,
  '/v1/accounts/search?q={username}': some(accountSchema),
  '/v1/accounts?id[]={ben}': some(accountSchema),
  '/v1/accounts/{ben}': accountSchema,
  '/v1/accounts/{ben}/statuses': some(statusSchema),
  '/v1/accounts/{ada}/followers': some(accountSchema),
  '/v1/accounts/{ada}/following': some(accountSchema),
  '/v1/accounts/{ben}/lists': some(personal.listSchema),
  '/v1/statuses?id[]={image}': some(statusSchema),
  '/v1/statuses/{image}': statusSchema,
  '/v1/statuses/{reply}/context': z.strictObject({
    ancestors: some(statusSchema),
    descendants: none,
  }),
  '/v1/statuses/{image}/source': z.strictObject({
    id: z.string(),
    text: z.string(),
    spoiler_text: z.string(),
  }),
  '/v1/statuses/{poll}/history': some(entities.statusEditSchema),
  '/v1/statuses/{linked}/card': entities.previewCardSchema,
  '/v1/statuses/{image}/quotes': some(statusSchema),
  '/v1/statuses/{image}/favourited_by': some(accountSchema),
  '/v1/statuses/{image}/reblogged_by': some(accountSchema),
  '/v1/conversations': some(entities.conversationSchema),
  '/v1/scheduled_statuses': some(personal.scheduledStatusSchema),
  '/v1/scheduled_statuses/{scheduled}': personal.scheduledStatusSchema,
  '/v1/filters': some(personal.filterV1Schema),
  '/v1/filters/{filter}': personal.filterV1Schema,
  '/v2/filters': some(personal.filterSchema),
  '/v2/filters/{filter}': personal.filterSchema,
  '/v2/filters/{filter}/keywords': some(personal.filterKeywordSchema),
  '/v2/filters/{filter}/statuses': some(personal.filterStatusSchema),
  '/v2/filters/statuses/{filtered}': personal.filterStatusSchema,
  '/v2/filters/keywords/{filter}': personal.filterKeywordSchema,
  '/v1/polls/{poll}': entities.pollSchema,
  '/v1/timelines/home': some(statusSchema),
  '/v1/timelines/public': some(statusSchema),
  '/v1/timelines/tag/zorba': some(statusSchema),
  '/v1/timelines/list/{list}': some(statusSchema),
  '/v1/bookmarks': some(statusSchema),
  '/v1/favourites': some(statusSchema),
  '/v1/lists': some(personal.listSchema),
  '/v1/lists/{list}': personal.listSchema,
  '/v1/lists/{list}/accounts': some(accountSchema),
  '/v1/notifications/policy': personal.policyV1Schema,
  '/v2/notifications/policy': personal.policySchema,
  '/v1/notifications': some(entities.notificationSchema),
  '/v1/notifications/{notification}': entities.notificationSchema,
  '/v1/notifications/unread_count': count,
  '/v2/notifications': entities.notificationGroupsSchema,
  '/v2/notifications/unread_count': count,
  '/v2/notifications/group-{notification}': entities.notificationGroupsSchema,
  '/v2/notifications/group-{notification}/accounts': some(accountSchema),
  '/v1/push/subscription': personal.pushSubscriptionSchema,
  '/v1/markers?timeline[]=home&timeline[]=notifications': personal.markersSchema,
  '/v1/media/{media}': entities.imageSchema,
  '/v2/search?q=zorba': z.strictObject({
    accounts: none,
    statuses: some(statusSchema),
    hashtags: some(entities.tagSchema),
  }),
  '/v1/announcements': none,
  '/v1/endorsements': none,
  '/v1/featured_tags': none,
  '/v1/featured_tags/suggestions': some(entities.tagSchema),
  '/v1/domain_blocks': none,
  '/v1/notifications/requests': some(entities.notificationRequestSchema),
  '/v1/notifications/requests/{famous}': entities.notificationRequestSchema,
  '/v1/notifications/requests/merged': z.strictObject({ merged: z.literal(true) }),
  '/v1/annual_reports': z.strictObject({ annual_reports: none, accounts: none, statuses: none }),
  '/v1/annual_reports/2026/state': z.strictObject({ state: z.literal('ineligible') }),
  '/v1/accounts/{ben}/featured_tags': none,
  '/v1/accounts/{ben}/endorsements': none,
  '/v1/accounts/{ben}/identity_proofs': none,
  '/v1/accounts/{ben}/collections': noCollections,
  '/v1/accounts/{ben}/in_collections': noCollections,
};

/** They return the error of what does not exist, or another representation of what is checked. */
const others = new Set([
  '/v1/instance/terms_of_service/{}',
  '/v1/annual_reports/{}',
  '/v1/timelines/link',
]);

it('every entity that the Mastodon API returns has exactly the documented fields', async () => {
  const { ada, ben, famous, auth, status, ...ids } = scenario;
  const values: Record<string, unknown> = {
    ...ids,
    ...status,
    ada: ada.id,
    ben: ben.id,
    famous: famous.id,
    username: ben.username,
  };
  const problems: string[] = [];
  for (const [path, schema] of Object.entries(responses)) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const response = await api.request.get(`/api${url}`).set(auth);
    const { error } = schema.safeParse(response.body);
    if (response.status !== 200) problems.push(`${path}: ${response.status} ${response.text}`);
    else if (error) problems.push(`${path}: ${z.prettifyError(error)}`);
  }
  expect(problems).toEqual([]);
});

it('the entities of every route that reads are checked', () => {
  const paths = [...Object.keys(responses), ...others].map((path) => path.replace(/\?.*/, ''));
  const isChecked = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return paths.some((path) => pattern.test(path));
  };
  const reads = listMastodonRoutes(api.services).filter(({ method }) => method === 'GET');
  expect(reads.map(({ path }) => path).filter((path) => !isChecked(path))).toEqual([]);
});
