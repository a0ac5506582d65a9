export { recordBackup } from './job-runs.repository.ts';
export { createMonitoringModule } from './monitoring.module.ts';
export { monitoringRoutes } from './monitoring.routes.ts';
export { createRunRecorder } from './run-recorder.ts';
