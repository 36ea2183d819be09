export interface ServiceEnv {
  /** `Y` if started with `npm start -- --service`. */
  OTHER_SERVICE?: string | undefined;
}

/** Whether the gateway calls a login service other than the local one. */
export const usesOtherService = ({ OTHER_SERVICE }: ServiceEnv): boolean => OTHER_SERVICE === 'Y';
