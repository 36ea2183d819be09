import { sceneSettings } from '../scenes/scene-settings.ts';
import { useBrowserWorld } from '../support/browser-world.ts';
import { inspectByKeyboard, testEveryPage } from './every-page.ts';

const world = useBrowserWorld({ local: true, overrides: { 'plid-local': { vars: sceneSettings } } });

testEveryPage(world, { locale: 'en-US', scripts: false, inspectFurther: inspectByKeyboard });
