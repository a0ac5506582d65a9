export { createTrendingModule } from './trending.module.ts';
export { trendingRoutes } from './trending.routes.ts';
