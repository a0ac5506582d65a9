import { replyLevelMax } from '@skein/contracts/limits';
import { listHashtags, listMentions } from '@skein/contracts/text';
import type { ReplyPermission } from '@skein/contracts/threads';
import type { ScriptedThread } from '../content/parse-conversations.ts';
import { pick, type Random } from '../random.ts';
import { requireUser, type Community, type PlannedUser } from './plan-users.ts';
import { createIdAt, pickConversationTime, pickTimeAfter } from './timeline.ts';

export interface PlannedThread {
  id: string;
  author: PlannedUser;
  content: string;
  language: string;
  contentWarning: string | null;
  isSensitive: boolean;
  isHidden: boolean;
  type: 'thread' | 'reply' | 'quote';
  createdAt: Date;
  replyPermission: ReplyPermission;
  parent: PlannedThread | null;
  root: PlannedThread | null;
  quoted: PlannedThread | null;
  level: number;
  path: string;
  hashtags: string[];
  mentioned: PlannedUser[];
  image: ScriptedThread['image'];
  pollOptions: string[];
}

interface PlanContext {
  random: Random;
  community: Community;
  now: Date;
}

const conversationDays = 21;
const replyTypicalHours = 2.5;

/** Distributes the conversations of each topic over the last three weeks in their order. */
export function planThreads(
  context: PlanContext,
  topics: readonly (readonly ScriptedThread[])[],
): PlannedThread[] {
  const threads = topics.flatMap((conversations) =>
    conversations.flatMap((conversation, index) => {
      const createdAt = pickConversationTime(context.random, {
        index,
        count: conversations.length,
        days: conversationDays,
        end: context.now,
      });
      return planBranch(context, conversation, { target: null, createdAt });
    }),
  );
  return threads.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Plans a thread with its replies and quotes. `target` is the thread that it replies to or quotes. */
function planBranch(
  context: PlanContext,
  script: ScriptedThread,
  position: { target: PlannedThread | null; createdAt: Date },
): PlannedThread[] {
  const thread = planThread(context, script, position);
  const branch = [thread];
  let latest = thread.createdAt;
  for (const child of script.children) {
    latest = pickTimeAfter(context.random, latest, {
      typicalHours: replyTypicalHours,
      end: context.now,
    });
    branch.push(...planBranch(context, child, { target: thread, createdAt: latest }));
  }
  return branch;
}

function planThread(
  { random, community }: PlanContext,
  script: ScriptedThread,
  { target, createdAt }: { target: PlannedThread | null; createdAt: Date },
): PlannedThread {
  const id = createIdAt(random, createdAt);
  const parent = script.isQuote ? null : target;
  return {
    id,
    author: requireUser(community, script.author),
    content: script.text,
    language: script.language,
    contentWarning: script.contentWarning,
    isSensitive: script.isSensitive,
    isHidden: script.isHidden,
    type: script.isQuote ? 'quote' : parent === null ? 'thread' : 'reply',
    createdAt,
    replyPermission: target === null ? planPermission(random, script) : 'ANYONE',
    parent,
    root: parent === null ? null : (parent.root ?? parent),
    quoted: script.isQuote ? target : null,
    ...planPosition(parent, id),
    hashtags: listHashtags(script.text),
    mentioned: listMentions(script.text).map((username) => requireUser(community, username)),
    image: script.image,
    pollOptions: script.pollOptions,
  };
}

/** A reply to a reply on the deepest level is on the same level, after it. */
function planPosition(parent: PlannedThread | null, id: string): { level: number; path: string } {
  if (parent === null) return { level: 0, path: '' };
  const own = id.replaceAll('-', '');
  const above = parent.level < replyLevelMax ? parent.path : parent.path.slice(0, -own.length);
  return { level: Math.min(parent.level + 1, replyLevelMax), path: above + own };
}

/** Restricts replies for some of the threads without replies. */
function planPermission(random: Random, script: ScriptedThread): ReplyPermission {
  if (script.children.length > 0 || random() > 0.25) return 'ANYONE';
  return pick(random, ['FOLLOWERS', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY']);
}
