import { listHashtags, listMentions } from '@skein/contracts/text';
import type { ReplyPermission } from '@skein/contracts/threads';
import type { ScriptedThread } from '../content/parse-conversations.ts';
import { pick, type Random } from '../random.ts';
import { requireUser, type Community, type PlannedUser } from './plan-users.ts';
import { idAt, momentAfter, momentInStory } from './timeline.ts';

export interface PlannedThread {
  id: string;
  author: PlannedUser;
  content: string;
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
  picture: ScriptedThread['picture'];
  pollOptions: string[];
}

interface Telling {
  random: Random;
  community: Community;
  now: Date;
}

const storyDays = 21;
const replyTypicalHours = 2.5;

/** Sets each story's conversations into the last three weeks, in the order in which it is told. */
export function planThreads(
  telling: Telling,
  stories: readonly (readonly ScriptedThread[])[],
): PlannedThread[] {
  const threads = stories.flatMap((conversations) =>
    conversations.flatMap((conversation, index) => {
      const createdAt = momentInStory(telling.random, {
        index,
        count: conversations.length,
        days: storyDays,
        end: telling.now,
      });
      return planBranch(telling, conversation, { above: null, createdAt });
    }),
  );
  return threads.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function planBranch(
  telling: Telling,
  script: ScriptedThread,
  place: { above: PlannedThread | null; createdAt: Date },
): PlannedThread[] {
  const thread = planThread(telling, script, place);
  const branch = [thread];
  let latest = thread.createdAt;
  for (const child of script.children) {
    latest = momentAfter(telling.random, latest, {
      typicalHours: replyTypicalHours,
      end: telling.now,
    });
    branch.push(...planBranch(telling, child, { above: thread, createdAt: latest }));
  }
  return branch;
}

function planThread(
  { random, community }: Telling,
  script: ScriptedThread,
  { above, createdAt }: { above: PlannedThread | null; createdAt: Date },
): PlannedThread {
  const id = idAt(random, createdAt);
  const parent = script.isQuote ? null : above;
  return {
    id,
    author: requireUser(community, script.author),
    content: script.text,
    type: script.isQuote ? 'quote' : parent === null ? 'thread' : 'reply',
    createdAt,
    replyPermission: above === null ? planPermission(random, script) : 'ANYONE',
    parent,
    root: parent === null ? null : (parent.root ?? parent),
    quoted: script.isQuote ? above : null,
    level: parent === null ? 0 : parent.level + 1,
    path: parent === null ? '' : parent.path + id.replaceAll('-', ''),
    hashtags: listHashtags(script.text),
    mentioned: listMentions(script.text).map((username) => requireUser(community, username)),
    picture: script.picture,
    pollOptions: script.pollOptions,
  };
}

/** Some of those that nobody answered were meant for few. */
function planPermission(random: Random, script: ScriptedThread): ReplyPermission {
  if (script.children.length > 0 || random() > 0.25) return 'ANYONE';
  return pick(random, ['FOLLOWERS', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY']);
}
