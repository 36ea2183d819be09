import { findApplication } from './applications.ts';

/** Something of an application, with the application's name; one that was deleted has none. */
export type WithApplication<Row> = Row & { application?: string };

/** @throws {ProtocolError} `unavailable`. */
export const withApplications = <Row extends { client_id: string }>(
  context: Parameters<typeof findApplication>[0],
  rows: readonly Row[],
): Promise<WithApplication<Row>[]> =>
  Promise.all(
    rows.map(async (row) => {
      const application = await findApplication(context, row.client_id);
      return application === undefined ? row : { ...row, application: application.name };
    }),
  );
