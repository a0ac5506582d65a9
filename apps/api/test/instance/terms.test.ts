import { expect, it, onTestFinished } from 'vitest';
import { startTestApi } from '../support/api.ts';

it.each([
  ['the text of the operator', '# House rules\n\n<b>Be kind.</b>'],
  ['null where there is none', undefined],
])('GET /instance/terms returns %s to signed-out users', async (_case, termsText) => {
  const api = await startTestApi({ settings: { termsText } });
  onTestFinished(() => api.close());
  const response = await api.request.get('/api/instance/terms').expect(200);
  expect(response.body).toEqual({ text: termsText ?? null });
  const { variable } = api.services.instance.pages.describe('terms');
  expect(variable).toBe(termsText === undefined ? null : 'TERMS_FILE');
});

it('terms that the operator has written to a file cannot be changed in the browser', async () => {
  const api = await startTestApi({ settings: { termsText: 'Be kind.' } });
  onTestFinished(() => api.close());
  const { pages } = api.services.instance;
  const saving = pages.save(api.database, 'terms', { version: 0, text: 'Other terms' });
  await expect(saving).rejects.toThrow('This text is set by TERMS_FILE.');
});
