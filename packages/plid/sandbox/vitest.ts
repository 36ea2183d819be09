export {
  type ApplicationFixtures,
  type ApplicationOptions,
  type ApplicationSettings,
  type ApplicationTest,
  type ApplicationWorker,
  applicationFixture,
  type RunningApplication,
} from './application-fixture.ts';
export { type SandboxFixtures, type SandboxTest, type SandboxWorker, sandboxFixtures } from './fixtures.ts';
