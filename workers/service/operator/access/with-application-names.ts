import { findApplication } from '../../registry/applications.ts';

/** A value with the name of its application, unless the application is deleted or unknown. */
export type WithApplication<Row> = Row & { application?: string };

/** @throws {ProtocolError} `unavailable`. */
export const withApplicationNames = <Row extends { client_id?: string }>(
  context: Parameters<typeof findApplication>[0],
  rows: readonly Row[],
): Promise<WithApplication<Row>[]> =>
  Promise.all(
    rows.map(async (row) => {
      const { client_id } = row;
      const application = client_id === undefined ? undefined : await findApplication(context, client_id);
      return application === undefined ? row : { ...row, application: application.name };
    }),
  );
