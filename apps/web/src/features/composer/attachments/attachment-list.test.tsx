import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { attachmentsMax, imageMaxBytes } from '@skein/contracts/limits';
import {
  aPictureFile,
  givenDecodableImages,
  selectFiles,
  waitForDialogToClose,
  waitForDialog,
  givenFeed,
  givenPosting,
} from '../../../testing/composer.ts';
import { chooseOnDevice } from '../../../lib/appearance.ts';
import { renderApp } from '../../../testing/render-app.tsx';

async function openDialog() {
  const user = renderApp('/feed');
  await user.click(await screen.findByRole('button', { name: 'Start a thread...' }));
  return { user, ...(await waitForDialog('New thread')) };
}

const namesInOrder = () =>
  screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.ariaLabel);

beforeEach(() => givenFeed());

describe('attaching files', () => {
  it.each([
    [
      'Add pictures',
      'image/jpeg,image/png,image/gif,image/webp,image/avif,image/heic,image/heif,.heic,.heif',
    ],
    ['Add videos', 'video/mp4,video/3gpp,video/3gpp2,.3gp,video/webm,video/quicktime'],
    ['Add a GIF', 'image/gif'],
    ['Add audio or PDF', expect.stringMatching(/^audio\/mpeg,.*application\/pdf$/)],
  ])('offers the button "%s" for its file types', async (picker, accept) => {
    await openDialog();
    const input = screen.getByLabelText(picker, { selector: 'input' });
    expect(input).toHaveAttribute('accept', accept);
    expect(screen.getByRole('button', { name: picker })).toBeEnabled();
  });

  it('shows the first frame of an animation with reduced motion', async () => {
    chooseOnDevice('motion', 'reduced');
    onTestFinished(() => chooseOnDevice('motion', 'system'));
    const createImageBitmap = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
    vi.stubGlobal('createImageBitmap', createImageBitmap);
    const { dialog } = await openDialog();
    const file = new File(['x'], 'a.gif', { type: 'image/gif' });
    selectFiles([file]);
    const files = within(dialog).getByRole('list', { name: 'Files' });
    expect(files.querySelector('canvas')).toBeVisible();
    expect(files.querySelector('img')).toBeNull();
    expect(createImageBitmap).toHaveBeenCalledWith(file, expect.anything());
  });

  it('accepts every kind of file and shows its preview', async () => {
    const { dialog } = await openDialog();
    selectFiles([
      aPictureFile('a.png'),
      new File(['x'], 'b.mp4', { type: 'video/mp4' }),
      new File(['x'], 'c.mp3', { type: 'audio/mpeg' }),
      new File(['x'], 'd.pdf', { type: 'application/pdf' }),
    ]);
    const files = within(dialog).getByRole('list', { name: 'Files' });
    expect(files.querySelector('img')).toHaveAttribute('src', 'blob:preview');
    expect(within(files).getByLabelText('b.mp4')).toHaveAttribute('src', 'blob:preview');
    expect(within(files).getByText('c.mp3')).toBeInTheDocument();
    expect(within(files).getByText('d.pdf')).toBeInTheDocument();
  });

  it('rejects files that cannot be posted and shows the reason', async () => {
    await openDialog();
    selectFiles([
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      aPictureFile('empty.png', 0),
      aPictureFile('huge.png', imageMaxBytes + 1),
      aPictureFile('good.png'),
    ]);
    expect(screen.getByText(/^notes.txt can't be attached/)).toBeInTheDocument();
    expect(screen.getByText('empty.png is empty.')).toBeInTheDocument();
    expect(screen.getByText('huge.png is larger than 10 MB.')).toBeInTheDocument();
    expect(namesInOrder()).toEqual(['Remove good.png']);
  });

  it('removes an image that the browser cannot decode', async () => {
    const { dialog } = await openDialog();
    selectFiles([aPictureFile('fake.png')]);
    const image = dialog.querySelector('li img');
    if (image) fireEvent.error(image);
    expect(await screen.findByText("fake.png isn't a picture.")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it('keeps a HEIC picture that only the server can decode, whatever its name is', async () => {
    const { dialog } = await openDialog();
    const start = '\0\0\0\x1cftypheic';
    selectFiles([new File([start], 'IMG_0001.jpg', { type: 'image/jpeg' })]);
    const image = dialog.querySelector('li img');
    if (image) fireEvent.error(image);
    expect(await within(dialog).findByText('IMG_0001.jpg')).toBeInTheDocument();
    expect(namesInOrder()).toEqual(['Remove IMG_0001.jpg']);
  });

  it('accepts at most ten files', async () => {
    await openDialog();
    selectFiles(Array.from({ length: 11 }, (_, index) => aPictureFile(`${index}.png`)));
    expect(screen.getByText('A thread can have up to 10 files.')).toBeInTheDocument();
    expect(namesInOrder()).toHaveLength(attachmentsMax);
    expect(screen.getByRole('button', { name: 'Add pictures' })).toBeDisabled();
  });

  it('accepts pasted files, unless the clipboard also has text, and dropped files', async () => {
    const { textBox } = await openDialog();
    const clipboardData = { files: [aPictureFile('a.png')], types: ['Files'] };
    fireEvent.paste(textBox, { clipboardData });
    fireEvent.paste(textBox, { clipboardData: { ...clipboardData, types: ['text/plain'] } });
    expect(namesInOrder()).toEqual(['Remove a.png']);
    const dataTransfer = { files: [aPictureFile('b.png')], types: ['Files'] };
    fireEvent.dragOver(window, { dataTransfer });
    expect(screen.getByText('Drop files here')).toBeInTheDocument();
    fireEvent.drop(window, { dataTransfer });
    expect(screen.queryByText('Drop files here')).not.toBeInTheDocument();
    expect(namesInOrder()).toEqual(['Remove a.png', 'Remove b.png']);
  });
});

describe('the order of attachments', () => {
  const getHandle = (name: string) =>
    screen.getByRole('button', { name: new RegExp(`^Move ${name}`) });

  it('changes with the arrow keys, is announced, and is the order in which files are posted', async () => {
    const posted = givenPosting();
    const { user, dialog } = await openDialog();
    selectFiles([aPictureFile('a.png'), aPictureFile('b.png'), aPictureFile('c.png')]);
    getHandle('c.png').focus();
    await user.keyboard('{ArrowLeft}');
    expect(within(dialog).getByText('c.png is now 2 of 3')).toBeInTheDocument();
    expect(getHandle('c.png')).toHaveFocus();
    await user.keyboard('{Home}{ArrowLeft}');
    expect(namesInOrder()).toEqual(['Remove c.png', 'Remove a.png', 'Remove b.png']);
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(posted[0]?.form['media']).toEqual(['c.png', 'a.png', 'b.png']);
  });

  it('changes by dragging a tile', async () => {
    const { dialog } = await openDialog();
    selectFiles([aPictureFile('a.png'), aPictureFile('b.png')]);
    const tiles = within(dialog).getByRole('list', { name: 'Files' }).children;
    for (const [index, tile] of [...tiles].entries()) {
      const box = new DOMRect(index * 100, 0, 90, 90);
      vi.spyOn(tile, 'getBoundingClientRect').mockReturnValue(box);
    }
    fireEvent.pointerDown(getHandle('a.png'), { button: 0 });
    fireEvent.pointerMove(window, { clientX: 150, clientY: 40 });
    fireEvent.pointerUp(window);
    expect(namesInOrder()).toEqual(['Remove b.png', 'Remove a.png']);
  });

  it('cannot be changed for a single file', async () => {
    await openDialog();
    selectFiles([aPictureFile('a.png')]);
    expect(screen.queryByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
  });
});

describe('cropping and rotating', () => {
  it('replaces the picture, keeps its description, and continues the last edit', async () => {
    const posted = givenPosting();
    const drawn = givenDecodableImages({ width: 400, height: 200 });
    const { user } = await openDialog();
    selectFiles([aPictureFile('a.png')]);
    await user.click(screen.getByRole('button', { name: 'ALT: describe a.png' }));
    await user.keyboard('A cat');
    await user.click(screen.getByRole('button', { name: 'Crop or rotate a.png' }));
    const editor = within(await screen.findByRole('dialog', { name: 'Crop or rotate' }));
    await user.click(await editor.findByRole('radio', { name: 'Square' }));
    await user.click(editor.getByRole('button', { name: 'Rotate right' }));
    await user.click(editor.getByRole('button', { name: 'Apply' }));
    const edited = await screen.findByRole('button', { name: 'Crop or rotate a.webp' });
    expect(drawn.at(-1)).toEqual({ rotation: 90, width: 200, height: 200 });

    await user.click(edited);
    const again = within(await screen.findByRole('dialog', { name: 'Crop or rotate' }));
    expect(await again.findByRole('radio', { name: 'Square' })).toBeChecked();
    await user.click(again.getByRole('button', { name: 'Rotate right' }));
    await user.click(again.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('button', { name: 'Crop or rotate a.webp' });
    expect(drawn.at(-1)).toMatchObject({ rotation: 180 });

    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(posted[0]?.form).toMatchObject({ media: ['a.webp'], altText: ['A cat'] });
  });

  it('says that animations cannot be changed', async () => {
    const { user } = await openDialog();
    const flags = 'RIFF1234WEBPVP8X1234\x12';
    const bytes = Uint8Array.from(flags, (character) => character.charCodeAt(0));
    selectFiles([new File([bytes], 'dance.webp', { type: 'image/webp' })]);
    await user.click(screen.getByRole('button', { name: 'Crop or rotate dance.webp' }));
    const text = "Animated pictures can't be cropped or rotated.";
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
  });
});

it('marks files as sensitive if the user has chosen it for all new threads', async () => {
  const posted = givenPosting();
  givenFeed([], { isSensitiveByDefault: true });
  const { user } = await openDialog();
  selectFiles([aPictureFile('a.png')]);
  expect(screen.getByRole('checkbox', { name: 'Mark files as sensitive' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await waitForDialogToClose();
  expect(posted[0]?.form['isSensitive']).toEqual(['true']);
});

describe('the focal point of a picture', () => {
  it('is moved by a click and by arrow keys, and sent with the picture', async () => {
    const posted = givenPosting();
    const { user } = await openDialog();
    selectFiles([aPictureFile('a.png'), aPictureFile('b.png')]);
    await user.click(screen.getByRole('button', { name: 'ALT: describe b.png' }));
    const point = screen.getByRole('button', { name: /^Focal point: 50% from the left, 50%/ });
    vi.spyOn(point, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100));
    fireEvent.click(point, { clientX: 150, clientY: 25, detail: 1 });
    expect(point).toHaveAccessibleName('Focal point: 75% from the left, 25% from the top');
    act(() => point.focus());
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(point).toHaveAccessibleName('Focal point: 80% from the left, 30% from the top');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitForDialogToClose();
    expect(posted[0]?.form['focus']).toEqual(['', '0.6,0.4']);
  });
});

describe('the reminder of alt text', () => {
  it('moves the focus to each picture without a description before it is posted', async () => {
    const posted = givenPosting();
    givenFeed([], { remindsOfAltText: true });
    const { user } = await openDialog();
    const post = () => user.click(screen.getByRole('button', { name: 'Post' }));
    const getDescription = (name: string) =>
      within(screen.getByRole('group', { name: `ALT: describe ${name}` })).getByRole('textbox');
    const audio = new File(['x'], 'c.mp3', { type: 'audio/mpeg' });
    selectFiles([audio, aPictureFile('a.png'), aPictureFile('b.png')]);
    await post();
    expect(getDescription('a.png')).toHaveFocus();
    expect(screen.getByText(/^Describe this picture before you post it/)).toBeInTheDocument();
    await user.keyboard('A cat');
    expect(screen.queryByText(/^Describe this picture before/)).not.toBeInTheDocument();
    await post();
    expect(getDescription('b.png')).toHaveFocus();
    await user.keyboard(' ');
    await post();
    expect(getDescription('b.png')).toHaveFocus();
    expect(posted).toEqual([]);
    await user.keyboard('A dog');
    await post();
    await waitForDialogToClose();
    expect(posted[0]?.form['altText']).toEqual(['', 'A cat', ' A dog']);
  });
});

describe('captions', () => {
  const vtt = (name: string, text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello') =>
    new File([text], name, { type: 'text/vtt' });

  it('are added, replaced and removed, and posted with their language', async () => {
    const posted = givenPosting();
    const { user } = await openDialog();
    const video = new File(['x'], 'b.mp4', { type: 'video/mp4' });
    selectFiles([aPictureFile('a.png'), video]);
    const toggle = screen.getByRole('button', { name: 'Captions of b.mp4' });
    await user.click(toggle);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add captions' })).toHaveFocus());
    selectFiles([vtt('notes.vtt', 'Hello')], 'Add captions');
    expect(await screen.findByText("notes.vtt isn't a WebVTT caption file.")).toBeInTheDocument();
    selectFiles([vtt('one.vtt')], 'Add captions');
    expect(await screen.findByLabelText('Language of one.vtt')).toHaveValue('en');
    selectFiles([vtt('two.vtt')], 'Add captions');
    await user.selectOptions(await screen.findByLabelText('Language of two.vtt'), 'German');
    selectFiles([vtt('three.vtt')], 'Add captions');
    await user.click(await screen.findByRole('button', { name: 'Remove three.vtt' }));
    selectFiles([vtt('zwei.vtt')], 'Replace two.vtt');
    await screen.findByText('zwei.vtt');
    expect(screen.queryByText(/isn't a WebVTT caption file/)).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(toggle).toHaveFocus();
    expect(toggle).toHaveAttribute('aria-pressed', 'true');

    const play = vi.spyOn(document, 'createElement');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    // jsdom plays no video, so there is no poster.
    for (const { value } of play.mock.results) {
      if (value instanceof HTMLVideoElement) fireEvent.error(value);
    }
    await waitForDialogToClose();
    expect(posted[0]?.form['captions']).toEqual(['one.vtt', 'zwei.vtt']);
    expect(posted[0]?.form['poster']).toBeUndefined();
    expect(JSON.parse(posted[0]?.form['videoFiles']?.[0] ?? '')).toEqual({
      posters: [],
      captions: [
        { video: 1, language: 'en' },
        { video: 1, language: 'de' },
      ],
    });
  });
});
