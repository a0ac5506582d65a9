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
});
