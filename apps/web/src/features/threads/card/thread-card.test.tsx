import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderCard as show } from '../../../testing/render-card.tsx';
import { aPoll, aQuotedThread, aThread } from '../../../testing/threads.ts';

const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
/** Every card begins with two links: author and time. */
const linksInText = () => screen.queryAllByRole('link').slice(2);

describe('the author of a card', () => {
  it('shows name, handle, verified badge and time', () => {
    const createdAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    show({ userName: 'Ada', userEmail: 'ada.w@skein.test', isUserVerified: true, createdAt });
    expect(screen.getByText('Ada')).toBeInTheDocument();
    expect(screen.getByText('@ada.w')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Verified' })).toBeInTheDocument();
    expect(screen.getByText('3h')).toBeInTheDocument();
  });

  it('is "Unknown User" without a name', () => {
    show({ userName: null, userEmail: null });
    expect(screen.getByRole('article', { name: 'Thread by Unknown User' })).toBeInTheDocument();
    expect(screen.queryByText(/@/)).not.toBeInTheDocument();
  });

  it('is followed by the audience of a thread that is not public, and the text has a language', async () => {
    show({ audience: 'followers', language: 'de', content: 'Hallo' });
    expect(await screen.findByRole('img', { name: 'Only followers' })).toBeInTheDocument();
    expect(screen.getByText('Hallo').closest('[lang]')).toHaveAttribute('lang', 'de');
  });

  it('is preceded by the name of the reposter', async () => {
    show({ repostedBy: { id: 'x', username: 'ben', name: 'Ben' } });
    expect(await screen.findByText('Ben reposted')).toBeInTheDocument();
  });

  it('is preceded by the names of two reposters, or the number of further ones', async () => {
    const [ben, cleo] = ['Ben', 'Cleo'].map((name) => ({ id: name, username: name, name }));
    const reposted = { repostedBy: ben ?? null, otherReposters: cleo ? [cleo] : [] };
    show({ ...reposted, otherRepostersCount: 1 });
    expect(await screen.findByText('Ben and Cleo reposted')).toBeInTheDocument();
    show({ ...reposted, otherRepostersCount: 3 });
    expect(await screen.findByText('Ben and 3 others reposted')).toBeInTheDocument();
  });

  it('is preceded by the followed hashtag that put the thread into the feed', async () => {
    show({ followedHashtag: 'wool' });
    const link = await screen.findByRole('link', { name: 'You follow #wool' });
    expect(link).toHaveTextContent('#wool');
    expect(link).toHaveAttribute('href', '/hashtag/wool');
  });
});

describe('a reply in a list', () => {
  const replyingTo = { id: 'b', username: 'ben', name: 'Ben' };

  it('links to its reply parent', async () => {
    show({ parentThreadId: 'p', threadLevel: 1, replyingTo });
    const link = await screen.findByRole('link', { name: 'Reply to @ben' });
    expect(link).toHaveAttribute('href', '/thread/p');
  });

  it('says that its parent is unavailable if the viewer may not see it', async () => {
    show({ parentThreadId: 'p', threadLevel: 1 });
    expect(await screen.findByText('Reply to an unavailable post')).toBeInTheDocument();
  });
});

describe('the text of a card', () => {
  it('is larger if it consists of a few emoji', () => {
    show({ content: '🎉🎉' });
    expect(screen.getByText('🎉🎉').closest('p')).toHaveClass('text-2xl');
  });

  it('shows HTML as plain text', () => {
    const content = '<script>alert(1)</script><img src=x onerror="alert(1)"> &lt;b&gt;';
    const { container } = show({ content });
    expect(screen.getByText(content)).toBeInTheDocument();
    expect(container.querySelector('script, img')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '[x](javascript:alert(1))'])(
    'does not link %s',
    (content) => {
      show({ content });
      expect(screen.getByText(content)).toBeInTheDocument();
      expect(linksInText()).toEqual([]);
    },
  );

  it('opens links in a new tab without a referrer and shows their real host', () => {
    show({ content: 'See https://bank.example@evil.example/a and www.example.org.' });
    const [spoofed, plain] = linksInText();
    expect(spoofed).toHaveTextContent('evil.example/a');
    expect(plain).toHaveAttribute('href', 'https://www.example.org');
    expect(plain).toHaveAttribute('target', '_blank');
    expect(plain).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  it('links hashtags and known mentions', () => {
    const ben = { id: aThread().id, username: 'ben', name: 'Ben', formerUsernames: ['benny'] };
    show({ content: 'Hi @Ben (@benny) and @nobody, #Yarn', mentions: [ben] });
    expect(screen.getByRole('link', { name: '@Ben' })).toHaveAttribute('href', '/profile/ben');
    expect(screen.getByRole('link', { name: '@benny' })).toHaveAttribute('href', '/profile/benny');
    expect(screen.getByRole('link', { name: '#Yarn' })).toHaveAttribute('href', '/hashtag/yarn');
    expect(linksInText()).toHaveLength(3);
  });

  it('is collapsed if it is long', async () => {
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

describe('the counts of a card', () => {
  it('are abbreviated visually and exact for screen readers', () => {
    show({ likesCount: 1234, repliesCount: 1, repostsCount: 2, quotesCount: 1 });
    expect(screen.getByRole('button', { name: 'Reply, 1 reply' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Repost, 2 reposts' })).toBeInTheDocument();
    const like = screen.getByRole('button', { name: 'Like, 1,234 likes' });
    expect(within(like).getByText('1.2K')).toHaveAttribute('aria-hidden', 'true');
  });

  it('are omitted if they are 0', () => {
    show();
    expect(screen.getByRole('button', { name: 'Like' })).toHaveTextContent(/^Like$/);
  });
});

describe('the poll of a card', () => {
  it('shows its results', async () => {
    const poll = aPoll();
    show({ poll: { ...poll, myOptionIds: [poll.options[0]?.id ?? ''], isClosed: true } });
    const results = await screen.findByRole('group', { name: 'Poll: Wool or cotton?' });
    const [wool, cotton] = within(results).getAllByRole('listitem');
    expect(wool).toHaveTextContent('Wool75%');
    expect(within(wool ?? results).getByRole('img', { name: 'your vote' })).toBeInTheDocument();
    expect(cotton).toHaveTextContent('Cotton25%');
    expect(results).toHaveTextContent('4 votes · Final results');
  });

  it('shows 0% before the first vote', async () => {
    const options = aPoll().options.map((option) => ({ ...option, votesCount: 0 }));
    show({ poll: aPoll({ totalVotes: 0, options, isClosed: true }) });
    expect(await screen.findAllByText('0%')).toHaveLength(2);
  });
});

describe('the quoted thread of a card', () => {
  it('is shown inside the card', () => {
    const quotedThread = aQuotedThread({ userName: 'Ben', content: 'Quoted words' });
    show({ threadType: 'quote', quotedThreadId: quotedThread.id, quotedThread });
    expect(screen.getByRole('blockquote')).toHaveTextContent('Ben');
    expect(screen.getByRole('blockquote')).toHaveTextContent('Quoted words');
  });

  it.each([null, aQuotedThread({ isDeleted: true })])('is shown as unavailable', (quotedThread) => {
    show({ threadType: 'quote', quotedThreadId: aThread().id, quotedThread });
    expect(screen.getByText('This post is unavailable')).toBeInTheDocument();
  });

  it.each([
    ['pending', 'Waiting for the author of the quoted thread'],
    ['rejected', 'The author rejected this quote'],
    ['revoked', 'Quoted thread removed by its author'],
    ['unauthorized', 'This post is unavailable'],
  ] as const)('is replaced by a text while the quote is %s', (quoteState, text) => {
    show({ threadType: 'quote', quoteState });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('opens on a click outside of its controls', async () => {
    const quotedThread = aQuotedThread();
    const { user } = show({ threadType: 'quote', quotedThreadId: quotedThread.id, quotedThread });
    await user.click(screen.getByRole('blockquote'));
    expect(address()).toBe(`/thread/${quotedThread.id}`);
  });
});

describe('a deleted thread', () => {
  it('says that it was deleted and has no actions', () => {
    show({ isDeleted: true });
    expect(screen.getByText('This post was deleted')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('opening a thread from its card', () => {
  it('happens on a click outside of the controls', async () => {
    const { user, thread } = show({ content: 'words' });
    await user.click(screen.getByRole('link', { name: 'Ada Weaver' }));
    expect(address()).toBe('/profile/ada');
    await user.click(screen.getByText('words'));
    expect(address()).toBe(`/thread/${thread.id}`);
  });

  it('does not happen while text is selected', () => {
    show({ content: 'words' });
    const text = screen.getByText('words');
    window.getSelection()?.selectAllChildren(text);
    fireEvent.click(text);
    expect(address()).toBe('/');
  });

  it.each(['{Enter}', 'o'])('happens on %s on the focused card', async (key) => {
    const { user, thread } = show();
    screen.getByRole('article').focus();
    await user.keyboard(key);
    expect(address()).toBe(`/thread/${thread.id}`);
  });

  it('happens on a click on the time', () => {
    const { thread } = show();
    expect(screen.getAllByRole('link')[1]).toHaveAttribute('href', `/thread/${thread.id}`);
  });
});

it('shows the poll of a quoted thread', () => {
  const quotedThread = aQuotedThread({ poll: aPoll({ question: 'Silk or linen?' }) });
  show({ threadType: 'quote', quotedThread, quotedThreadId: quotedThread.id });
  const poll = screen.getByRole('group', { name: /Silk or linen/ });
  expect(within(poll).getByRole('radio', { name: 'Wool' })).toBeEnabled();
});

it('collapses a filtered thread until the viewer wants to see it', async () => {
  const { user } = show({
    content: 'Spoilers',
    filteredBy: { id: 'f', phrase: 'spoilers', title: null, groupId: 'f', isForThread: false },
  });
  expect(await screen.findByText('Filtered: spoilers')).toBeInTheDocument();
  expect(screen.queryByText('Spoilers')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show anyway' }));
  expect(screen.getByText('Spoilers')).toBeInTheDocument();
});

describe('the card of a link', () => {
  const card = {
    url: 'https://www.example.org/knots?x=1',
    title: 'Knots & splices',
    description: 'How to tie them',
    isVideo: true,
    image: { url: '/media/a/card.webp', width: 640, height: 336, blurhash: null },
  };

  it('opens the page in a new tab and shows a video only as a picture', async () => {
    show({ card });
    const link = await screen.findByRole('link', { name: /Knots & splices/ });
    expect(link).toHaveAttribute('href', card.url);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener noreferrer nofollow'));
    expect(link).toHaveTextContent('example.orgKnots & splicesHow to tie them');
    expect(within(link).getByRole('img', { name: 'Video' })).toBeInTheDocument();
    expect(document.querySelector('iframe, video')).toBeNull();
  });

  it('is hidden with the content behind a warning', async () => {
    show({ card, contentWarning: 'Ropes' });
    expect(await screen.findByText('Ropes')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Knots/ })).not.toBeInTheDocument();
  });
});

describe('a thread of another server', () => {
  const remote = {
    uri: 'https://example.org/notes/1',
    url: 'https://example.org/notes/1',
    richText: [
      {
        tag: 'p' as const,
        href: null,
        children: ['See ', { tag: 'strong' as const, href: null, children: ['#knots'] }],
      },
      {
        tag: 'p' as const,
        href: null,
        children: [
          { tag: 'a' as const, href: 'https://example.org/book', children: ['The #book of @ben'] },
          { tag: 'a' as const, href: 'javascript:alert(1)', children: ['not a link'] },
        ],
      },
    ],
    attachments: [
      {
        id: '018f0000-0000-7000-8000-0000000000aa',
        type: 'other' as const,
        url: 'https://files.example.org/plan.pdf',
        altText: null,
        blurhash: null,
        focus: null,
        width: null,
        height: null,
      },
    ],
    approvesReplies: false,
    quoteApproval: { automatic: [], manual: [], viewer: 'denied' as const },
  };

  it('shows its formatting, with links that contain no other link, and its files as links', () => {
    show({ content: 'See #knots\n\nThe #book of @ben', remote });
    expect(screen.getByText('#knots').closest('strong')).not.toBeNull();
    expect(screen.getByText('not a link')).toBeInTheDocument();
    expect(linksInText().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['#knots', '/hashtag/knots'],
      ['The #book of @ben', 'https://example.org/book'],
      ['File on files.example.org', 'https://files.example.org/plan.pdf'],
    ]);
  });

  it('shows custom emoji in its text and the name, and the shortcode of a missing one', () => {
    const names = { userName: 'Ada \u200B:blob:\u200B', userUsername: 'ada@example.org' };
    show({
      ...names,
      content: 'Hello \u200B:wave:\u200B at 10:30:45',
      remote: { ...remote, richText: null },
    });
    const images = screen.getAllByRole('img', { name: /^:/ });
    expect(images.map((image) => [image.getAttribute('alt'), image.getAttribute('src')])).toEqual([
      [':blob:', '/media/emoji/example.org/blob'],
      [':wave:', '/media/emoji/example.org/wave'],
    ]);
    fireEvent.error(screen.getByAltText(':wave:'));
    expect(screen.getByText(':wave:')).toBeInTheDocument();
  });

  it('shows no pictures in a text of a local user', () => {
    show({ content: 'Hello \u200B:wave:\u200B' });
    expect(screen.getByText(':wave:')).toBeInTheDocument();
  });

  it('says that it was edited elsewhere', () => {
    show({ remote, editedAt: new Date().toISOString() });
    expect(screen.getByRole('button', { name: 'edited elsewhere' })).toBeInTheDocument();
  });
});
