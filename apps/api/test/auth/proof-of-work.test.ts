import { hash } from 'node:crypto';
import type { RegistrationChallenge } from '@skein/contracts/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  // One address registers more accounts than allowed.
  api = await startTestApi({ limits: 'off' });
  other = await startTestApi({ limits: 'off', databaseUrl: api.databaseUrl });
  await setRequired(true);
});

afterAll(async () => {
  await other.close();
  await api.close();
});

async function setRequired(requiresProofOfWork: boolean): Promise<void> {
  const { siteSettings } = api.services;
  const { version } = siteSettings.describe();
  await api.database.$transaction((tx) =>
    siteSettings.save(tx, { version, settings: { requiresProofOfWork } }),
  );
  await Promise.all([siteSettings.load(), other.services.siteSettings.load()]);
}

let count = 0;
const register = (fields: object, server = api) => {
  count += 1;
  return server.request.post('/api/auth/register').send({
    firstName: 'Zelda',
    lastName: `Proof${count}`,
    email: `proof${count}@example.org`,
    password: 'analytical engine',
    confirmPassword: 'analytical engine',
    ...fields,
  });
};

const encode = (solution: object) => Buffer.from(JSON.stringify(solution)).toString('base64');

/** Solves a challenge. The asynchronous hashes of the library would take a hundred times as long. */
async function solve() {
  const response = await api.request.get('/api/auth/challenge').expect(200);
  const { maxnumber, ...challenge } = response.body as RegistrationChallenge;
  let number = 0;
  while (number < maxnumber && hash('sha256', challenge.salt + number) !== challenge.challenge) {
    number += 1;
  }
  return { ...challenge, number };
}

const expectUnproven = async (fields: object) => {
  const response = await register(fields);
  expectError(response, 'validation_failed');
  expect(response.body).toMatchObject({ errors: [{ path: 'proof' }] });
};

it('accepts each solution once on all servers, but again after a registration that failed', async () => {
  const proof = encode(await solve());
  await register({ proof }).expect(201);
  const taken = await register({ proof: encode(await solve()), username: 'zelda.proof1' });
  expectError(taken, 'username_taken');
  expectError(await register({ proof }, other), 'validation_failed');
  const next = encode(await solve());
  const statuses = await Promise.all([register({ proof: next }), register({ proof: next }, other)]);
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
});

it('rejects missing, changed and expired solutions', async () => {
  await expectUnproven({});
  await expectUnproven({ proof: 'x' });
  await expectUnproven({ proof: encode([]) });
  const solution = await solve();
  const { number, salt } = solution;
  await expectUnproven({ proof: encode({ ...solution, number: number + 1 }) });
  await expectUnproven({ proof: encode({ ...solution, algorithm: 'SHA-1' }) });
  // The digits of the number do not become part of the expiry time.
  const digits = String(number);
  const spliced = { salt: salt.slice(0, -1) + digits.slice(0, 1), number: Number(digits.slice(1)) };
  await expectUnproven({ proof: encode({ ...solution, ...spliced }) });
  const later = salt.replace(/expires=\d+/, 'expires=9999999999');
  await expectUnproven({ proof: encode({ ...solution, salt: later }) });
  api.clock.advance(5 * 60 * 1000 + 1000);
  await expectUnproven({ proof: encode(solution) });
});

it('requires nothing where it is turned off', async () => {
  await setRequired(false);
  await register({}).expect(201);
});
