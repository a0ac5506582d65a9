import type { DemoContent } from '../content/read-content.ts';
import { createRandom } from '../random.ts';
import { planChats, type PlannedChats } from './plan-chats.ts';
import { planGroup, withGroup } from './plan-group.ts';
import { planEngagement, type PlannedEngagement } from './plan-engagement.ts';
import { planFollows, type PlannedFollows } from './plan-follows.ts';
import { planInsights, type PlannedInsights } from './plan-insights.ts';
import { planModeration, type PlannedModeration } from './plan-moderation.ts';
import { planNotifications } from './plan-notifications.ts';
import { planUsers, type Community } from './plan-users.ts';
import { planPolls, type PlannedPolls } from './plan-polls.ts';
import { planThreads, type PlannedThread } from './plan-threads.ts';

export interface DemoPlan {
  community: Community;
  threads: PlannedThread[];
  follows: PlannedFollows;
  engagement: PlannedEngagement;
  polls: PlannedPolls;
  chats: PlannedChats;
  group: ReturnType<typeof planGroup>['group'];
  notifications: ReturnType<typeof planNotifications>;
  moderation: PlannedModeration;
  insights: PlannedInsights;
}

const seed = 20;

/** Plans all demo data up to `now`. Deterministic. */
export function planDemo(content: DemoContent, now: Date): DemoPlan {
  const random = createRandom(seed);
  const community = planUsers(random, now);
  const context = { random, community, now };
  const threads = planThreads(context, content.topics);
  const follows = planFollows(context, threads);
  const engagement = planEngagement(context, threads, follows);
  const polls = planPolls(context, threads);
  const notifications = planNotifications(context, {
    ...engagement,
    ...follows,
    threads,
    ended: polls.ended,
  });
  const { group, ...groupChat } = planGroup(random, community, now);
  const chats = withGroup(planChats({ ...context, threads }, content.chats), groupChat);
  const administration = {
    moderation: planModeration({ community, threads, now }),
    insights: planInsights(now),
  };
  const published = { community, threads, follows, engagement, polls };
  return { ...published, chats, group, notifications, ...administration };
}
