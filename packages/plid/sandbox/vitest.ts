export { type SandboxFixtures, type SandboxTest, type SandboxWorker, sandboxFixtures } from './fixtures.ts';
