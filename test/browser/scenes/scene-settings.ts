import { appLink } from './gateway-scenes.ts';

/** The settings of the local world in which every scene can be opened. */
export const sceneSettings = {
  APP_LINKS: appLink,
  LIMITS: 'Y',
  NUMBER_MATCHING: 'K=type,L=none',
  PRIVACY_URL: 'https://login.example.com/privacy',
  SUPPORT_URL: 'https://login.example.com/help',
};
