import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { dropDatabase } from "../apps/api/src/testing/postgres/drop-database";
import { withConnection } from "../apps/api/src/testing/postgres/with-connection";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Database with the companies of the demonstration: the first file of a run that needs it creates it, all others
     * clone it.
     */
    demonstrationDatabase: string;
  }
}

/** Creates the run's own database, which is removed at the end of the run. */
export default function setUpDemonstrationDatabase(project: TestProject) {
  const name = `leitstand_demonstration_${randomBytes(6).toString("hex")}`;
  project.provide("demonstrationDatabase", name);
  return () =>
    withConnection(project.getProvidedContext().adminUrl, (admin) =>
      dropDatabase((statement) => admin.query(statement), name),
    );
}
