import { z } from 'zod'
import type { RoundcubeData } from '../../store/index.ts'

const row = { id: z.int().min(0) }

/** What Roundcube kept of one person, as the command hands it to the running process. */
export const roundcubeData: z.ZodType<RoundcubeData> = z.strictObject({
  contacts: z.array(
    z.strictObject({
      ...row,
      name: z.string(),
      email: z.string(),
      firstName: z.string(),
      surname: z.string(),
      vcard: z.string(),
      groups: z.array(z.string()),
    }),
  ),
  emptyGroups: z.array(z.string()),
  collected: z.array(
    z.strictObject({
      ...row,
      name: z.string(),
      email: z.string(),
      kind: z.enum(['recipient', 'trusted-sender']),
      changedAt: z.number().min(0),
    }),
  ),
  identities: z.array(
    z.strictObject({
      ...row,
      isDefault: z.boolean(),
      name: z.string(),
      organization: z.string(),
      email: z.string(),
      replyTo: z.string(),
      bcc: z.string(),
      signature: z.string(),
      isHtml: z.boolean(),
    }),
  ),
  responses: z.array(
    z.strictObject({ ...row, name: z.string(), text: z.string(), isHtml: z.boolean() }),
  ),
  preferences: z.string(),
  language: z.string(),
  cut: z.array(
    z.strictObject({
      ...row,
      part: z.enum([
        ...(['contact', 'group', 'recipient', 'trusted-sender'] as const),
        ...(['identity', 'response', 'preference'] as const),
      ]),
    }),
  ),
})
