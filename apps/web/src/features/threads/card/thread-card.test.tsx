import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderCard as show } from '../../../testing/render-card.tsx';
import { aPoll, aQuotedThread, aThread } from '../../../testing/threads.ts';

const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
/** The author and the time are links of every card. */
const linksInText = () => screen.queryAllByRole('link').slice(2);

describe('author', () => {
  it('shows name, the handle from the address, verification and time', () => {
    const createdAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    show({ userName: 'Ada', userEmail: 'ada.w@skein.test', isUserVerified: true, createdAt });
    expect(screen.getByText('Ada')).toBeInTheDocument();
    expect(screen.getByText('@ada.w')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Verified' })).toBeInTheDocument();
    expect(screen.getByText('3h')).toBeInTheDocument();
  });

  it('is Unknown User without a name', () => {
    show({ userName: null, userEmail: null });
    expect(screen.getByRole('article', { name: 'Thread by Unknown User' })).toBeInTheDocument();
    expect(screen.queryByText(/@/)).not.toBeInTheDocument();
  });

  it('names who reposted it', () => {
    show({ repostedBy: { id: 'x', username: 'ben', name: 'Ben' } });
    expect(screen.getByText('Ben reposted')).toBeInTheDocument();
  });
});

describe('a reply', () => {
  const replyingTo = { id: 'b', username: 'ben', name: 'Ben' };

  it('says whom it answers, and leads there', async () => {
    show({ parentThreadId: 'p', threadLevel: 1, replyingTo });
    const link = await screen.findByRole('link', { name: 'Reply to @ben' });
    expect(link).toHaveAttribute('href', '/thread/p');
  });

  it('says so if the viewer is not shown that', async () => {
    show({ parentThreadId: 'p', threadLevel: 1 });
    expect(await screen.findByText('Reply to an unavailable post')).toBeInTheDocument();
  });
});

describe('content', () => {
  it('is larger where it is some emoji alone', () => {
    show({ content: '🎉🎉' });
    expect(screen.getByText('🎉🎉')).toHaveClass('text-2xl');
  });

  it('shows markup as the text it is', () => {
    const content = '<script>alert(1)</script><img src=x onerror="alert(1)"> &lt;b&gt;';
    const { container } = show({ content });
    expect(screen.getByText(content)).toBeInTheDocument();
    expect(container.querySelector('script, img')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '[x](javascript:alert(1))'])(
    'makes no link of %s',
    (content) => {
      show({ content });
      expect(screen.getByText(content)).toBeInTheDocument();
      expect(linksInText()).toEqual([]);
    },
  );

  it('opens links outside, without a trace, and shows the host they lead to', () => {
    show({ content: 'See https://bank.example@evil.example/a and www.example.org.' });
    const [deceiving, plain] = linksInText();
    expect(deceiving).toHaveTextContent('evil.example/a');
    expect(plain).toHaveAttribute('href', 'https://www.example.org');
    expect(plain).toHaveAttribute('target', '_blank');
    expect(plain).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  it('leads from #tags to their threads, and from @names that somebody bears to them', () => {
    const ben = { id: aThread().id, username: 'Ben', name: 'Ben' };
    show({ content: 'Hi @ben and @nobody, #Yarn', mentions: [ben] });
    expect(screen.getByRole('link', { name: '@ben' })).toHaveAttribute('href', '/profile/ben');
    expect(screen.getByRole('link', { name: '#Yarn' })).toHaveAttribute('href', '/hashtag/yarn');
    expect(linksInText()).toHaveLength(2);
  });

  it('folds a long text until it is asked for', async () => {
    show({ content: 'A line of text\n'.repeat(40) });
    const more = screen.getByRole('button', { name: 'Show more' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });
});

describe('counts', () => {
  it('are short for the eye, exact for screen readers', () => {
    show({ likesCount: 1234, repliesCount: 1, repostsCount: 2, quotesCount: 1 });
    expect(screen.getByRole('button', { name: 'Reply, 1 reply' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Repost, 3 reposts' })).toBeInTheDocument();
    const like = screen.getByRole('button', { name: 'Like, 1,234 likes' });
    expect(within(like).getByText('1.2K')).toHaveAttribute('aria-hidden', 'true');
  });

  it('are not mentioned when they are nought', () => {
    show();
    expect(screen.getByRole('button', { name: 'Like' })).toHaveTextContent(/^Like$/);
  });
});

describe('poll', () => {
  it('shows how it stands', () => {
    const poll = aPoll();
    show({ poll: { ...poll, myOptionIds: [poll.options[0]?.id ?? ''], isClosed: true } });
    const results = screen.getByRole('group', { name: 'Poll: Wool or cotton?' });
    const [wool, cotton] = within(results).getAllByRole('listitem');
    expect(wool).toHaveTextContent('Wool75%');
    expect(within(wool ?? results).getByRole('img', { name: 'your vote' })).toBeInTheDocument();
    expect(cotton).toHaveTextContent('Cotton25%');
    expect(results).toHaveTextContent('4 votes · Final results');
  });

  it('has no shares before the first vote', () => {
    const options = aPoll().options.map((option) => ({ ...option, votesCount: 0 }));
    show({ poll: aPoll({ totalVotes: 0, options, isClosed: true }) });
    expect(screen.getAllByText('0%')).toHaveLength(2);
  });
});

describe('quoted thread', () => {
  it('stands inside', () => {
    const quotedThread = aQuotedThread({ userName: 'Ben', content: 'Quoted words' });
    show({ threadType: 'quote', quotedThreadId: quotedThread.id, quotedThread });
    expect(screen.getByRole('blockquote')).toHaveTextContent('Ben');
    expect(screen.getByRole('blockquote')).toHaveTextContent('Quoted words');
  });

  it.each([null, aQuotedThread({ isDeleted: true })])('may be unavailable', (quotedThread) => {
    show({ threadType: 'quote', quotedThreadId: aThread().id, quotedThread });
    expect(screen.getByText('This post is unavailable')).toBeInTheDocument();
  });

  it('opens by a click on its free area', async () => {
    const quotedThread = aQuotedThread();
    const { user } = show({ threadType: 'quote', quotedThreadId: quotedThread.id, quotedThread });
    await user.click(screen.getByRole('blockquote'));
    expect(address()).toBe(`/thread/${quotedThread.id}`);
  });
});

describe('what is left of a deleted thread', () => {
  it('says so and offers nothing', () => {
    show({ isDeleted: true });
    expect(screen.getByText('This post was deleted')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the way to the thread', () => {
  it('is a click on the free area, not one on a control', async () => {
    const { user, thread } = show({ content: 'words' });
    await user.click(screen.getByRole('link', { name: 'Ada Weaver' }));
    expect(address()).toBe('/profile/ada');
    await user.click(screen.getByText('words'));
    expect(address()).toBe(`/thread/${thread.id}`);
  });

  it('is not taken by marking text', () => {
    show({ content: 'words' });
    const text = screen.getByText('words');
    window.getSelection()?.selectAllChildren(text);
    fireEvent.click(text);
    expect(address()).toBe('/');
  });

  it.each(['{Enter}', 'o'])('is %s on the focused card', async (key) => {
    const { user, thread } = show();
    screen.getByRole('article').focus();
    await user.keyboard(key);
    expect(address()).toBe(`/thread/${thread.id}`);
  });

  it('is the time', () => {
    const { thread } = show();
    expect(screen.getAllByRole('link')[1]).toHaveAttribute('href', `/thread/${thread.id}`);
  });
});
