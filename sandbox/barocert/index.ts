import { createLogin, readLogin, verifyLogin } from './vendor-login-handlers.ts';
import { barocertPath } from './vendor-path.ts';
import { createToken, readVendorTime } from './vendor-token-handlers.ts';

/**
 * A simulation of the Barocert API for PASS simple login, from the vendor's public documentation and the requests of
 * its public SDK. The paths below {@link barocertPath} are the vendor's.
 */
export const barocertRoutes = {
  [`POST ${barocertPath}/BAROCERT/Token`]: createToken,
  [`GET ${barocertPath}/Time`]: readVendorTime,
  [`POST ${barocertPath}/PASS/Login/:clientCode`]: createLogin,
  [`GET ${barocertPath}/PASS/Login/:clientCode/:receiptID`]: readLogin,
  [`POST ${barocertPath}/PASS/Login/Verify/:clientCode/:receiptID`]: verifyLogin,
};
