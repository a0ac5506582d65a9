declare const self: ServiceWorkerGlobalScope;

/** What the worker itself is and can do, by its true type. */
export const worker = self;
