import knex from 'knex'
import type { Knex } from 'knex'

/** Throws when the driver's package is not installed, and says which one that is. */
export function openKnex(driver: string, config: Knex.Config): Knex {
  try {
    return knex({ ...config, compileSqlOnError: false, log: silent })
  } catch (cause) {
    throw new Error(`database.url needs the package ${driver}: npm install ${driver}`, { cause })
  }
}

// knex prints warnings to the console by itself; faults reach our log through the errors they cause.
const silent = { warn: () => undefined, error: () => undefined, debug: () => undefined }
