import { readdirSync } from 'node:fs';
import path from 'node:path';
import { replyLevelMax, textMaxLength } from '@skein/contracts/limits';
import { countCodePoints } from '@skein/contracts/text';
import { beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read-content.ts';
import { planDemo, type DemoPlan } from './plan-demo.ts';
import { toRows } from './to-rows.ts';

const now = new Date('2026-11-20T12:00:00Z');
let plan: DemoPlan;

beforeAll(() => {
  plan = planDemo(readContent(), now);
});

describe('the demo plan', () => {
  it('has 40 users and at least 600 threads', () => {
    expect(plan.community.size).toBe(40);
    expect(plan.threads.length).toBeGreaterThanOrEqual(600);
  });

  it('is deterministic', () => {
    const extras = { passwordHash: '', pictureKey: null, bannerKey: null };
    const { polls, chats, notifications, moderation, insights, ...secondPlan } = planDemo(
      readContent(),
      now,
    );
    expect(toRows({ ...plan, ...secondPlan }, () => extras)).toEqual(toRows(plan, () => extras));
    expect({ polls, chats, notifications, moderation, insights }).toEqual({
      polls: plan.polls,
      chats: plan.chats,
      notifications: plan.notifications,
      moderation: plan.moderation,
      insights: plan.insights,
    });
  });

  it('respects the length and count limits of posts', () => {
    for (const { content, level, pollOptions } of plan.threads) {
      expect(countCodePoints(content)).toBeLessThanOrEqual(textMaxLength);
      expect(level).toBeLessThanOrEqual(replyLevelMax);
      expect(pollOptions.length).not.toBe(1);
      expect(pollOptions.length).toBeLessThanOrEqual(6);
      for (const option of pollOptions) expect(countCodePoints(option)).toBeLessThanOrEqual(80);
    }
  });

  it('creates everything before now and replies after their parents', () => {
    const misplaced = plan.threads.filter(({ createdAt, parent, quoted, author }) => {
      const earliest = (parent ?? quoted)?.createdAt ?? author.createdAt;
      return createdAt <= earliest || createdAt >= now;
    });
    expect(misplaced).toEqual([]);
  });

  it('acts on accounts before now, and on threads after they were written', () => {
    const { reports, strikes, appeals, auditEntries } = plan.moderation;
    const times = [...reports, ...strikes, ...appeals, ...auditEntries].map(
      ({ createdAt }) => new Date(createdAt ?? now),
    );
    expect(times.filter((time) => time >= now)).toEqual([]);
    const written = new Map(plan.threads.map(({ id, createdAt }) => [id, createdAt]));
    const early = reports.filter(({ targetType, targetId, createdAt }) => {
      return targetType === 'thread' && new Date(createdAt ?? 0) <= (written.get(targetId) ?? now);
    });
    expect(early).toEqual([]);
  });

  it('lets only followers reply to private accounts and only the author quote them', () => {
    const { isFollowing } = plan.follows;
    const violations = plan.threads.filter(({ author, parent, root, quoted }) => {
      const quotesPrivate = quoted?.author.isPrivate === true && quoted.author !== author;
      const ancestors = [parent?.author, root?.author].filter((user) => user !== undefined);
      return (
        quotesPrivate ||
        ancestors.some((user) => user.isPrivate && user !== author && !isFollowing(author, user))
      );
    });
    expect(violations).toEqual([]);
  });

  it('uses each file of the demo images exactly once', () => {
    const avatars = [...plan.community.values()].filter(({ hasAvatar }) => hasAvatar);
    const expected = [
      ...avatars.map(({ username }) => `avatars/${username}.webp`),
      ...plan.threads.flatMap(({ image }) => (image === null ? [] : `threads/${image.name}.webp`)),
    ];
    expect(expected.toSorted()).toEqual(listImages().toSorted());
  });
});

function listImages(): string[] {
  const directory = path.join(import.meta.dirname, '../images');
  return ['avatars', 'threads'].flatMap((name) =>
    readdirSync(path.join(directory, name)).map((file) => `${name}/${file}`),
  );
}
