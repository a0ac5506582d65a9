import { expectAccessible } from '../support/axe.ts';
import { expectToFit } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { registerUser } from '../support/users.ts';

const redirectUri = 'urn:ietf:wg:oauth:2.0:oob';

test('an app signs in with permission, posts, and loses access when the user revokes it', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  const registration = await request.post('/api/v1/apps', {
    data: { client_name: 'Reader', redirect_uris: redirectUri, scopes: 'read write' },
  });
  const app = (await registration.json()) as { client_id: string; client_secret: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope: 'read write',
  });
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByRole('heading', { name: 'Reader wants to use your account' }),
  ).toBeVisible();
  await expectAccessible(page, 'permission for an app');
  await expectToFit(page, 320, 'permission for an app');

  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Your code' })).toBeVisible();
  await expectAccessible(page, 'code for an app');
  const code = await page.getByRole('code').textContent();
  const exchange = await request.post('/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: app.client_id,
      client_secret: app.client_secret,
      redirect_uri: redirectUri,
      code: code ?? '',
    },
  });
  const { access_token: token } = (await exchange.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const posted = await request.post('/api/v1/statuses', {
    headers,
    form: { status: 'Written in an app' },
  });
  expect(posted.status()).toBe(200);

  await page.goto('/mythread');
  await expect(page.getByText('Written in an app')).toBeVisible();
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Revoke access of Reader' }).click();
  await expect(page.getByText('No apps may act for you.')).toBeVisible();
  const rejected = await request.get('/api/v1/accounts/verify_credentials', { headers });
  expect(rejected.status()).toBe(401);
});
