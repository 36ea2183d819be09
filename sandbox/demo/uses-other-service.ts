export interface ServiceEnv {
  /** `Y` with `npm start -- --service`. */
  OTHER_SERVICE?: string | undefined;
}

/** Whether the gateway calls another login service than the local one. */
export const usesOtherService = ({ OTHER_SERVICE }: ServiceEnv): boolean => OTHER_SERVICE === 'Y';
