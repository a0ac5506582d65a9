import * as React from 'react';
import { configure, getConfig } from '@testing-library/react';

/** Omits parts of errors that take a large part of the time of the tests and that failures do not need. */
export function makeErrorsCheap(): void {
  omitOwnerStacks();
  omitDocumentWhilePolling();
}

/**
 * In development React captures a stack trace for each element, for the warnings that `setup.ts` turns
 * into failures. It stops after some thousand elements in a second: here, at once.
 */
function omitOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  const name = 'recentlyCreatedOwnerStacks';
  if (typeof internals !== 'object' || internals === null || !(name in internals)) {
    throw new Error(`React no longer has ${name}.`);
  }
  Object.defineProperty(internals, name, { get: () => Infinity, set() {} });
}

/** Testing Library prints the document into all errors of `findBy` and `waitFor`, but only the last one is seen. */
function omitDocumentWhilePolling(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError: (message, container) =>
      isPolling()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

function isPolling(): boolean {
  const config: object = getConfig();
  const name = '_disableExpensiveErrorDiagnostics';
  if (!(name in config)) throw new Error(`Testing Library no longer has ${name}.`);
  return config[name] === true;
}
