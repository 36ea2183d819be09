import type { Case } from '../runner/system.ts';
import { gatewayCases } from './gateway.ts';
import { serviceCases } from './service.ts';

/** Every case, in the order of the tables. */
export const allCases = async (): Promise<Case[]> => [...(await serviceCases()), ...(await gatewayCases())];
