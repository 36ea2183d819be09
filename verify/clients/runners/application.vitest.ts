import { type ApplicationTest, type ApplicationWorker, applicationFixture } from 'plid/sandbox/vitest';
import { test as base, vi } from 'vitest';
import { applicationOptions, checkSameApplication, checkSeparateApplications } from './application-checks.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = base.extend<ApplicationTest & ApplicationWorker>(applicationFixture(applicationOptions));

test('a user signs in at the application of each worker', ({ sandbox, application, baseURL }) =>
  checkSeparateApplications({ sandbox, application, baseURL }));

test('the next test has the same application', ({ application, baseURL }) =>
  checkSameApplication({ application, baseURL }));
