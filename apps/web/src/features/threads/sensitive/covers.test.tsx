import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { LinkCard } from '@skein/contracts/threads';
import { renderCard as show } from '../../../testing/render-card.tsx';
import { aUser, givenSession } from '../../../testing/session.ts';
import { aPicture, aQuotedThread } from '../../../testing/threads.ts';

const picture = () => aPicture({ altText: 'A spider' });

describe('a thread with a content warning', () => {
  it('shows the warning instead of text and files, until the reader opens it', async () => {
    const user = userEvent.setup();
    const { container } = show({
      content: 'She opens the letter',
      contentWarning: 'Spoilers',
      isSensitive: true,
      media: [picture()],
    });
    const button = await screen.findByRole('button', { name: 'Show' });
    expect(button).toHaveAccessibleDescription(/^Content warning: ?Spoilers$/);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('She opens the letter')).not.toBeInTheDocument();
    expect(container.querySelector('img, video, audio')).toBeNull();
    await user.click(button);
    expect(screen.getByText('She opens the letter')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'A spider' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('She opens the letter')).not.toBeInTheDocument();
  });

  it('is open if the reader always shows sensitive content', async () => {
    givenSession(aUser({ sensitiveContent: 'show' }));
    show({ content: 'She opens the letter', contentWarning: 'Spoilers' });
    expect(await screen.findByText('She opens the letter')).toBeInTheDocument();
    expect(screen.getByText('Spoilers')).toBeInTheDocument();
  });

  it('cannot be opened in a list if the reader hides sensitive content', async () => {
    givenSession(aUser({ sensitiveContent: 'hide' }));
    show({ content: 'She opens the letter', contentWarning: 'Spoilers' });
    expect(await screen.findByText('Hidden by your settings')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show' })).not.toBeInTheDocument();
    expect(screen.queryByText('She opens the letter')).not.toBeInTheDocument();
  });

  it('is covered in a quote as well', async () => {
    const quotedThread = aQuotedThread({ content: 'The end', contentWarning: 'Spoilers' });
    show({ content: 'Read this', threadType: 'quote', quotedThread });
    expect(await screen.findByText('Spoilers')).toBeInTheDocument();
    expect(screen.queryByText('The end')).not.toBeInTheDocument();
  });
});

describe('files that are marked as sensitive', () => {
  const card: LinkCard = {
    url: 'https://spiders.example/',
    title: 'Spiders',
    description: null,
    isVideo: false,
    image: {
      url: '/media/card.webp',
      width: 640,
      height: 336,
      blurhash: 'L00000fQfQfQfQfQfQfQfQfQfQfQ',
    },
  };

  it.each(['blur', 'hide', 'show'] as const)(
    'have no image of their link for a reader who chose to %s them',
    async (sensitiveContent) => {
      givenSession(aUser({ sensitiveContent }));
      const { container } = show({ content: 'Look', isSensitive: true, card });
      expect(await screen.findByText('Spiders')).toBeInTheDocument();
      expect(container.querySelector('img[src*="card.webp"]') !== null).toBe(
        sensitiveContent === 'show',
      );
    },
  );

  it('are not requested until the reader uncovers them, while the text is shown', async () => {
    const user = userEvent.setup();
    const { container } = show({ content: 'Look', isSensitive: true, media: [picture()] });
    expect(screen.getByText('Look')).toBeInTheDocument();
    const button = await screen.findByRole('button', { name: 'Show' });
    expect(button).toHaveAccessibleDescription('Sensitive media');
    expect(container.querySelector('img, video, audio')).toBeNull();
    await user.click(button);
    expect(screen.getByRole('img', { name: 'A spider' })).toBeInTheDocument();
  });
});
