import knex from 'knex'
import type { Knex } from 'knex'
import { MissingDriver } from '../../fault/unavailable.ts'

/** Throws MissingDriver when the driver's package is not installed. */
export function openKnex(driver: string, config: Knex.Config): Knex {
  try {
    return knex({ ...config, compileSqlOnError: false, log: silent })
  } catch (cause) {
    const advice = `database.url needs the package ${driver}: npm install ${driver}`
    throw new MissingDriver(advice, { cause })
  }
}

// knex prints warnings to the console by itself; faults reach our log through the errors they cause.
const silent = { warn: () => undefined, error: () => undefined, debug: () => undefined }
