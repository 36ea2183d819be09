import { describe, expect, test } from 'vitest';
import {
  applicationOfBrowser,
  applicationsWithBrowser,
  isInAppBrowser,
} from '../../../workers/core/http/in-app-browser.ts';
import { inAppBrowsers, otherBrowsers } from '../../support/fixtures/user-agents.ts';

describe('a browser inside an application', () => {
  test.each(inAppBrowsers)('is recognized: %s (%s)', (application, _, userAgent) => {
    expect([isInAppBrowser(userAgent), applicationOfBrowser(userAgent)]).toEqual([true, application]);
  });

  test('is in the table for every application that the code names, and there are ten', () => {
    const tried = new Set(inAppBrowsers.map(([application]) => application));
    const named = applicationsWithBrowser.map(([application]) => application);
    expect(named).toHaveLength(10);
    expect(named.filter((application) => !tried.has(application))).toEqual([]);
  });
});

test.each(otherBrowsers)('%s is a separate browser', (_, userAgent) => {
  expect([isInAppBrowser(userAgent), applicationOfBrowser(userAgent)]).toEqual([false, undefined]);
});
