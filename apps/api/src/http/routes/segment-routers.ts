import express from 'express';
import type { RequestHandler, Router } from 'express';

export interface SegmentRouters {
  /** The router for a path of a contract. */
  getRouter: (path: string) => Router;
  /** Passes requests on to the router for their path. */
  handle: RequestHandler;
}

/**
 * One router for each first segment of a path, such as `threads`. A router compares the path of a request
 * with each of its routes: with one router for all, this took a twentieth of the CPU time of a short
 * request.
 */
export function createSegmentRouters(): SegmentRouters {
  const routers = new Map<string, Router>();
  return {
    getRouter(path) {
      const segment = getFirstSegment(path);
      const router = routers.get(segment) ?? express.Router();
      routers.set(segment, router);
      return router;
    },
    handle(request, response, next) {
      const router = routers.get(getFirstSegment(request.path));
      // Routers respond to OPTIONS themselves; `handleOtherMethods` does so for all paths.
      if (router === undefined || request.method === 'OPTIONS') next();
      else router(request, response, next);
    },
  };
}

/** In lower case, because routers ignore case. */
function getFirstSegment(path: string): string {
  return path.split('/', 2)[1]?.toLowerCase() ?? '';
}
