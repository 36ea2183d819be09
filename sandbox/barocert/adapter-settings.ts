import { codesSetting } from './vendor-errors.ts';

/** Returns the settings with which an adapter calls the simulated API. @param address the API's address. */
export const adapterSettingsAt = (address: string): Record<string, string> => ({
  BAROCERT_URL: address,
  BAROCERT_AUTH_URL: address,
  BAROCERT_CODES: codesSetting,
});
