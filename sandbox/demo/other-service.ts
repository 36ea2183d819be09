export interface ServiceEnv {
  /** `Y` with `npm start -- --service`. */
  OTHER_SERVICE?: string | undefined;
}

/** Whether the gateway of this world calls another login service than this world's own. */
export const usesOtherService = ({ OTHER_SERVICE }: ServiceEnv): boolean => OTHER_SERVICE === 'Y';
