import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Thread } from '@skein/contracts/threads';
import { aPoll, aQuotedThread, aThread } from '../../../testing/threads.ts';
import { ThreadCard } from './thread-card.tsx';

const show = (fields: Partial<Thread>) => render(<ThreadCard thread={aThread(fields)} />);

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

describe('content', () => {
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
      expect(screen.queryByRole('link')).not.toBeInTheDocument();
    },
  );

  it('opens links outside, without a trace, and shows the host they lead to', () => {
    show({ content: 'See https://bank.example@evil.example/a and www.example.org.' });
    const [deceiving, plain] = screen.getAllByRole('link');
    expect(deceiving).toHaveTextContent('evil.example/a');
    expect(plain).toHaveAttribute('href', 'https://www.example.org');
    expect(plain).toHaveAttribute('target', '_blank');
    expect(plain).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  it('marks #tags and @mentions without leading anywhere yet', () => {
    show({ content: 'Hi @ben, #yarn' });
    expect(screen.getByText('@ben')).toBeInTheDocument();
    expect(screen.getByText('#yarn')).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
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
    const [replies, reposts, likes] = screen.getAllByRole('listitem');
    expect(replies).toHaveTextContent('1 reply');
    expect(reposts).toHaveTextContent('3 reposts');
    expect(within(likes ?? document.body).getByText('1.2K')).toHaveAttribute('aria-hidden', 'true');
    expect(likes).toHaveTextContent('1,234 likes');
  });

  it('are not mentioned when they are nought', () => {
    show({});
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });
});

describe('poll', () => {
  it('shows how it stands', () => {
    const poll = aPoll();
    show({ poll: { ...poll, myOptionIds: [poll.options[0]?.id ?? ''], isClosed: true } });
    const results = screen.getByRole('region', { name: 'Poll: Wool or cotton?' });
    const [wool, cotton] = within(results).getAllByRole('listitem');
    expect(wool).toHaveTextContent('Wool75%');
    expect(within(wool ?? results).getByRole('img', { name: 'your vote' })).toBeInTheDocument();
    expect(cotton).toHaveTextContent('Cotton25%');
    expect(results).toHaveTextContent('4 votes · Final results');
  });

  it('has no shares before the first vote', () => {
    const options = aPoll().options.map((option) => ({ ...option, votesCount: 0 }));
    show({ poll: aPoll({ totalVotes: 0, options }) });
    expect(screen.getAllByText('0%')).toHaveLength(2);
  });
});

describe('quoted thread', () => {
  it('stands inside', () => {
    const quotedThread = aQuotedThread({ userName: 'Ben', content: 'Quoted words' });
    show({ quotedThreadId: quotedThread.id, quotedThread });
    expect(screen.getByRole('blockquote')).toHaveTextContent('Ben');
    expect(screen.getByRole('blockquote')).toHaveTextContent('Quoted words');
  });

  it.each([
    ['This thread is not available', null],
    ['This thread was deleted', aQuotedThread({ isDeleted: true })],
  ])('%s', (words, quotedThread) => {
    show({ quotedThreadId: aThread().id, quotedThread });
    expect(screen.getByText(words)).toBeInTheDocument();
  });
});
