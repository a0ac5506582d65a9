import * as routes from '@skein/contracts/routes';
import type { InstancePage } from '@skein/contracts/administration';
import { request } from '../../api/index.ts';

// Loaded without a query client, which signed-out pages do not have.

export async function loadAbout(signal: AbortSignal) {
  const [instance, text, rules] = await Promise.all([
    loadInstance(signal),
    loadPage('about', signal),
    loadRules(signal),
  ]);
  return { ...instance, text, rules };
}

export function loadRules(signal: AbortSignal) {
  return request(routes.listRules, { signal });
}

/** The text of the administrators, null if they have written none, and the retention period of IP addresses. */
export async function loadPrivacy(signal: AbortSignal) {
  const [{ addressDays }, text] = await Promise.all([
    loadInstance(signal),
    loadPage('privacy', signal),
  ]);
  return { addressDays, text };
}

function loadInstance(signal: AbortSignal) {
  return request(routes.getInstance, { signal });
}

async function loadPage(page: InstancePage, signal: AbortSignal): Promise<string | null> {
  const { text } = await request(routes.getInstancePage, { params: { page }, signal });
  return text;
}
