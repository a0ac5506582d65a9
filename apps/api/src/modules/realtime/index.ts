export { createStreamsModule } from './streams.module.ts';
export { streamsRoutes } from './streams.routes.ts';
