import { sceneSettings } from '../scenes/scene-settings.ts';
import { useBrowserWorld } from '../support/browser-world.ts';
import { inspectMarkupAndColours, testEveryPage } from './every-page.ts';

const world = useBrowserWorld({ local: true, overrides: { 'plid-local': { vars: sceneSettings } } });

testEveryPage(world, { locale: 'ko-KR', scripts: true, inspectFurther: inspectMarkupAndColours });
