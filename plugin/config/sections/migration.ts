import { z } from 'zod'

/** `migration`: what users get at their first sign-in from the webmail they had before. */
export const migration = z.strictObject({
  roundcube: z
    .string()
    .regex(/^(sqlite:.|mysql:\/\/|postgres(ql)?:\/\/)/, 'sqlite:PATH, mysql:// or postgres://')
    .nullable()
    .default(null)
    .describe(
      'Database of a Roundcube, read and never written: whoever signs in for the first time finds their contacts, identities and settings; null: nobody does',
    ),
  tablePrefix: z
    .string()
    .regex(/^[A-Za-z0-9_]{0,32}$/, 'letters, digits and _')
    .default('')
    .describe("Roundcube's db_prefix"),
  mailHost: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("Roundcube's mail_host of the people, where it has several of one name"),
})
