import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { profileImageMaxBytes } from '@skein/contracts/limits';
import { syncSessionAcrossTabs, getSessionUser } from '../../lib/session/index.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { aPictureFile, givenDecodableImages } from '../../testing/composer.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aToken } from '../../testing/session.ts';
import { givenOwnProfile } from '../../testing/settings.ts';
import { aThreadPage } from '../../testing/threads.ts';

const tab = (name: string) => screen.findByRole('tab', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

async function openEditing(fields?: Parameters<typeof givenOwnProfile>[0]) {
  const account = givenOwnProfile(fields);
  const user = renderApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  return { account, user };
}

describe('/profile', () => {
  it('shows the profile with disabled fields', async () => {
    givenOwnProfile({ dateOfBirth: '1990-05-17', gender: 'prefer-not-to-say' });
    const user = renderApp('/profile');
    const card = await screen.findByRole('region', { name: 'Grace Loom' });
    expect(card).toHaveTextContent('@grace');
    expect(within(card).getByText('Weaves by day.')).toBe(screen.getByText('Weaves by day.'));
    expect(within(card).getByText('GL')).toBeVisible();
    expect(within(card).getByRole('link', { name: 'View public profile' })).toHaveAttribute(
      'href',
      '/profile/grace',
    );
    const bio = screen.getByLabelText(/Bio/);
    expect(bio).toHaveValue('Weaves by day.');
    expect(bio).toBeDisabled();
    expect(bio).toHaveAttribute('rows', '4');
    expect(bio).toHaveAttribute('placeholder', 'Tell us about yourself...');
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveValue('grace@example.org');
    expect(email).toHaveAttribute('readonly');
    expect(email).toHaveAccessibleDescription('Cannot be changed');
    await user.hover(email);
    expect(await screen.findByText('Email address cannot be changed')).toBeVisible();
    expect(screen.getByLabelText('Website')).toHaveAttribute('type', 'url');
    expect(screen.getByLabelText('Phone Number')).toHaveAttribute('type', 'tel');
    expect(screen.getByLabelText('Date of Birth')).toHaveValue('1990-05-17');
    expect(screen.getByLabelText('Gender')).toHaveDisplayValue('Prefer not to say');
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('shows a placeholder for a missing username', async () => {
    givenOwnProfile({ username: '' });
    renderApp('/profile');
    expect(await screen.findByText('@username')).toBeVisible();
  });

  it('starts editing at the field whose edit button is clicked', async () => {
    givenOwnProfile();
    const user = renderApp('/profile');
    const buttons = await screen.findAllByRole('button', { name: 'Edit' });
    const isOfLocation = (button: HTMLElement) =>
      button.getAttribute('aria-description') === 'Edit Location';
    await user.click(buttons.find(isOfLocation) ?? document.body);
    expect(screen.getByLabelText('Location')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('saves filled fields and clears emptied ones', async () => {
    const { account, user } = await openEditing();
    const name = screen.getByLabelText('Full Name');
    expect(name).toHaveFocus();
    await user.clear(name);
    await user.type(name, 'Grace Heddle');
    await user.clear(screen.getByLabelText('Bio'));
    await user.click(await tab('Privacy'));
    await user.click(screen.getByRole('switch', { name: 'Private Account' }));
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(screen.getByText('Your profile has been updated successfully!')).toBeVisible();
    expect(account.saves).toEqual([
      { name: ['Grace Heddle'], username: ['grace'], bio: [''], isPrivate: ['true'] },
    ]);
    expect(account.passwords).toEqual([]);
    expect(getSessionUser()?.name).toBe('Grace Heddle');
    expect(await screen.findByRole('region', { name: 'Grace Heddle' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus();
    expect(screen.getByRole('switch', { name: 'Private Account' })).toBeDisabled();
  });

  it('disables the buttons while saving', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { user } = await openEditing();
    server.use(mockRoute(routes.updateProfile, () => promise));
    await user.click(save());
    await waitFor(() => expect(save()).toBeDisabled());
    expect(save()).toHaveAttribute('aria-busy', 'true');
    resolve(errorResponse({ status: 500 }));
    await waitFor(() => expect(save()).toBeEnabled());
  });

  it('resets all fields on Cancel', async () => {
    givenDecodableImages({ width: 400, height: 300 });
    const { account, user } = await openEditing();
    await user.type(screen.getByLabelText('Full Name'), ' the Great');
    await user.selectOptions(screen.getByLabelText('Gender'), 'other');
    await user.click(await tab('Profile Picture'));
    await user.upload(screen.getByLabelText('Change Profile Picture'), aPictureFile('me.png'));
    expect(await screen.findByText("The new picture isn't saved yet.")).toBeVisible();
    await user.click(await tab('Privacy'));
    await user.click(screen.getByRole('switch', { name: 'Private Account' }));
    await user.type(screen.getByLabelText('New Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('switch', { name: 'Private Account' })).not.toBeChecked();
    expect(screen.queryByLabelText('New Password')).not.toBeInTheDocument();
    expect(document.querySelector('img[src="blob:preview"]')).toBeNull();
    await user.click(await tab('Personal Info'));
    expect(screen.getByLabelText('Full Name')).toHaveValue('Grace Loom');
    expect(screen.getByLabelText('Gender')).toHaveDisplayValue('Select Gender');
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
    await user.click(await tab('Privacy'));
    expect(screen.getByLabelText('New Password')).toHaveValue('');
    expect(account.saves).toEqual([]);
  });

  it.each([
    ['the server’s message', 'Not now.', 'Not now.'],
    ['the default message', '', 'Failed to update profile. Please try again.'],
  ])('shows %s when a save fails', async (_, message, shown) => {
    const { user } = await openEditing();
    server.use(mockRoute(routes.updateProfile, () => errorResponse({ status: 503, message })));
    await user.click(save());
    expect(await screen.findByText('Update Failed')).toBeVisible();
    expect(screen.getByText(shown)).toBeVisible();
    expect(screen.getByLabelText('Full Name')).toBeEnabled();
  });

  it('shows errors at their fields', async () => {
    const { account, user } = await openEditing();
    expect(screen.queryByText('You have unsaved changes')).not.toBeInTheDocument();
    await user.clear(screen.getByLabelText('Full Name'));
    expect(screen.getByText('You have unsaved changes')).toBeVisible();
    await user.type(screen.getByLabelText('Website'), 'mailto:ada@loom.example');
    await user.click(await tab('Privacy'));
    await user.click(save());
    expect(await screen.findByText('Please fill this in.')).toBeVisible();
    expect(screen.getByLabelText('Full Name')).toHaveFocus();
    expect(screen.getByLabelText('Website')).toBeInvalid();
    expect(account.saves).toEqual([]);
    await user.type(screen.getByLabelText('Full Name'), 'Grace');
    await user.clear(screen.getByLabelText('Website'));
    const message = 'This username is taken.';
    server.use(
      mockRoute(routes.updateProfile, () =>
        errorResponse({ status: 409, code: 'username_taken', message }),
      ),
    );
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(message),
    );
  });
});

/** Confirms the area that the dialog suggests. */
async function applyArea(user: ReturnType<typeof renderApp>) {
  const dialog = await screen.findByRole('dialog', { name: 'Crop or rotate' });
  const apply = await within(dialog).findByRole('button', { name: 'Apply' });
  expect(within(dialog).queryByRole('radio')).not.toBeInTheDocument();
  await user.click(apply);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

describe('the profile picture', () => {
  it('is previewed at once, and cropped on request', async () => {
    const drawn = givenDecodableImages({ width: 300, height: 400 });
    const account = givenOwnProfile();
    const user = renderApp('/profile');
    await user.click(await tab('Profile Picture'));
    expect(screen.getByRole('button', { name: 'Change Profile Picture' })).toBeVisible();
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(1);
    const input = screen.getByLabelText('Change Profile Picture');
    expect(input).toHaveAttribute('accept', 'image/*');
    await user.upload(input, aPictureFile('me.png', profileImageMaxBytes));
    expect(document.querySelectorAll('main img[src="blob:preview"]')).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Crop or rotate' }));
    await applyArea(user);
    expect(drawn.at(-1)).toEqual({ rotation: 0, width: 300, height: 300 });
    // The editor continues with the whole picture.
    await user.click(screen.getByRole('button', { name: 'Crop or rotate' }));
    await applyArea(user);
    expect(drawn.at(-1)).toEqual({ rotation: 0, width: 300, height: 300 });
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves[0]?.['profileImage']).toEqual(['me.webp']);
  });

  it('is cropped to a square if it is too large, and sent on save', async () => {
    const drawn = givenDecodableImages({ width: 3000, height: 4000 });
    const account = givenOwnProfile();
    const user = renderApp('/profile');
    await user.click(await tab('Profile Picture'));
    expect(screen.getByText('JPG, PNG or GIF. Max size 2MB.')).toBeVisible();
    const input = screen.getByLabelText('Change Profile Picture');
    await user.upload(input, aPictureFile('me.png', profileImageMaxBytes + 1));
    await applyArea(user);
    expect(drawn.at(-1)).toEqual({ rotation: 0, width: 400, height: 400 });
    expect(document.querySelectorAll('main img[src="blob:preview"]')).toHaveLength(2);
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves[0]?.['profileImage']).toEqual(['me.webp']);
    expect(document.querySelector('img[src="blob:preview"]')).toBeNull();
  });

  it('is removed on the next save', async () => {
    const account = givenOwnProfile({ picture: '/media/key/400.webp' });
    const user = renderApp('/profile');
    const shown = () => document.querySelectorAll('main img[src*="/media/key/"]');
    await user.click(await tab('Profile Picture'));
    expect(shown()).toHaveLength(2);
    const remove = screen.getByRole('button', { name: 'Remove Profile Picture' });
    await user.click(remove);
    expect(screen.getByText('The picture will be removed when you save.')).toBeVisible();
    expect(shown()).toHaveLength(0);
    expect(remove).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change Profile Picture' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(shown()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Remove Profile Picture' }));
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves).toMatchObject([{ removeProfileImage: ['true'] }]);
  });

  it('shows why the server rejected it', async () => {
    givenDecodableImages({ width: 400, height: 300 });
    const { user } = await openEditing();
    await user.click(await tab('Profile Picture'));
    await user.upload(screen.getByLabelText('Change Profile Picture'), aPictureFile('me.png'));
    await user.click(await tab('Personal Info'));
    server.use(
      mockRoute(routes.updateProfile, () =>
        errorResponse({ status: 415, code: 'unsupported_media', message: 'This is no picture.' }),
      ),
    );
    await user.click(save());
    await waitFor(() => expect(screen.getAllByText('This is no picture.')).toHaveLength(2));
    expect(await tab('Profile Picture')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the banner', () => {
  const selectBanner = async (user: ReturnType<typeof renderApp>, name: string) => {
    await user.click(screen.getByRole('button', { name: 'Change Banner' }));
    await user.upload(screen.getByLabelText('Change Banner'), aPictureFile(name));
    await applyArea(user);
  };

  it('is cropped to its area, previewed, and sent on save', async () => {
    const drawn = givenDecodableImages({ width: 4000, height: 4000 });
    const account = givenOwnProfile();
    const user = renderApp('/profile');
    await user.click(await tab('Profile Picture'));
    await selectBanner(user, 'view.png');
    expect(drawn.at(-1)).toEqual({ rotation: 0, width: 1500, height: 500 });
    expect(document.querySelectorAll('main img[src="blob:preview"]')).toHaveLength(2);
    expect(screen.getByText("The new banner isn't saved yet.")).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves[0]).toMatchObject({ bannerImage: ['view.webp'] });
    expect(account.saves[0]).not.toHaveProperty('profileImage');
    expect(document.querySelector('img[src="blob:preview"]')).toBeNull();

    server.use(
      mockRoute(routes.updateProfile, () =>
        errorResponse({ status: 415, code: 'unsupported_media', message: 'This is no picture.' }),
      ),
    );
    await selectBanner(user, 'other.png');
    await user.click(save());
    await waitFor(() => expect(screen.getAllByText('This is no picture.')).toHaveLength(2));
  });

  it('is removed on the next save', async () => {
    const account = givenOwnProfile({ banner: '/media/key/1500.webp' });
    const user = renderApp('/profile');
    const shown = () => document.querySelectorAll('main img[src*="/media/key/"]');
    await user.click(await tab('Profile Picture'));
    expect(shown()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Remove Banner' }));
    expect(screen.getByText('The banner will be removed when you save.')).toBeVisible();
    expect(shown()).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Change Banner' })).toHaveFocus();
    await user.click(save());
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.saves).toMatchObject([{ removeBannerImage: ['true'] }]);
  });
});

describe('a new password', () => {
  const fill = async (current: string, confirm = 'correct horse') => {
    const { account, user } = await openEditing();
    await user.click(await tab('Privacy'));
    if (current !== '') await user.type(screen.getByLabelText('Current Password'), current);
    await user.type(screen.getByLabelText('New Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm New Password'), confirm);
    await user.click(save());
    return account;
  };

  it('is changed separately from the profile', async () => {
    const account = await fill('old horse');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(await screen.findByText('Profile Updated')).toBeVisible();
    expect(account.passwords).toEqual([
      {
        currentPassword: 'old horse',
        newPassword: 'correct horse',
        confirmPassword: 'correct horse',
      },
    ]);
    expect(Object.keys(account.saves[0] ?? {})).toEqual(['name', 'username', 'bio', 'isPrivate']);
  });

  it('requires its confirmation and the current password', async () => {
    const account = await fill('', 'wrong horse');
    expect(await screen.findByText('Passwords do not match!')).toBeVisible();
    expect(screen.getByLabelText('Current Password')).toHaveFocus();
    expect(account.passwords).toEqual([]);
    expect(account.saves).toEqual([]);
  });

  it('is rejected with a wrong current password, and nothing else is saved', async () => {
    const message = 'Your current password is incorrect.';
    const wrongPassword = mockRoute(routes.changePassword, () =>
      errorResponse({ status: 403, code: 'wrong_password', message }),
    );
    const { account, user } = await openEditing();
    server.use(wrongPassword);
    await user.click(await tab('Privacy'));
    await user.type(screen.getByLabelText('Current Password'), 'no horse');
    await user.type(screen.getByLabelText('New Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm New Password'), 'correct horse');
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText('Current Password')).toHaveAccessibleDescription(message),
    );
    expect(screen.getByLabelText('Current Password')).toHaveFocus();
    expect(account.saves).toEqual([]);
  });
});

describe('without a stored user', () => {
  it('shows a loading state, and asks to log in if the user cannot be loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const stopFollowing = syncSessionAcrossTabs(() => undefined);
    localStorage.setItem('access_token', aToken());
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    stopFollowing();
    server.use(
      mockRoute(routes.getCurrentUser, () => promise),
      mockRoute(routes.logout, () => ({ success: true, message: 'Bye.' })),
    );
    const user = renderApp('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    expect(screen.getByRole('status', { name: 'Loading...' })).toBeVisible();
    resolve(errorResponse({ status: 404, code: 'not_found' }));
    expect(await screen.findByText('Please log in to view your profile.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go to Login' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});

describe('leaving the form', () => {
  beforeEach(() => {
    server.use(mockRoute(routes.listTrendingThreads, () => aThreadPage([])));
  });
  const follow = async ({ user }: Awaited<ReturnType<typeof openEditing>>) => {
    const [link] = screen.getAllByRole('link', { name: 'Search' });
    if (link) await user.click(link);
  };
  const isUnloadHeldUp = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('asks for confirmation if there are unsaved changes', async () => {
    const opened = await openEditing();
    const { user } = opened;
    await user.type(screen.getByLabelText('Location'), 'Leeds');
    expect(isUnloadHeldUp()).toBe(true);
    await follow(opened);
    let question = await screen.findByRole('alertdialog', { name: 'Discard changes?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/profile');
    expect(screen.getByLabelText('Location')).toHaveValue('Leeds');

    await follow(opened);
    question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(window.location.pathname).toBe('/search'));
  });

  it('does not ask without changes', async () => {
    const opened = await openEditing();
    expect(isUnloadHeldUp()).toBe(false);
    await follow(opened);
    await waitFor(() => expect(window.location.pathname).toBe('/search'));
  });

  it('stops editing on Back', async () => {
    const opened = await openEditing();
    const { user } = opened;
    await user.type(screen.getByLabelText('Location'), 'Leeds');
    window.history.back();
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(screen.getByLabelText('Location')).toHaveValue('');
    expect(window.location.pathname).toBe('/profile');
  });
});
