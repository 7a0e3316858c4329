import { z } from 'zod'
import type { RoundcubeData } from '../../store/index.ts'
import { jsonOf } from '../config/corrupt-file.ts'

/** More of one kind than a database of a user has; each is read in the main thread as well. */
const MAX_ROWS = 100_000

const row = { id: z.int().min(0) }
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ROWS)

/** What Roundcube kept of one user, as the command passes it to the running process. */
const roundcubeData: z.ZodType<RoundcubeData> = z.strictObject({
  contacts: listOf(
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
  emptyGroups: listOf(z.string()),
  collected: listOf(
    z.strictObject({
      ...row,
      name: z.string(),
      email: z.string(),
      kind: z.enum(['recipient', 'trusted-sender']),
      changedAt: z.number().min(0),
    }),
  ),
  identities: listOf(
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
  responses: listOf(
    z.strictObject({ ...row, name: z.string(), text: z.string(), isHtml: z.boolean() }),
  ),
  preferences: z.string(),
  language: z.string(),
  cut: listOf(
    z.strictObject({
      ...row,
      part: z.enum([
        ...(['contact', 'group', 'recipient', 'trusted-sender'] as const),
        ...(['identity', 'response', 'preference'] as const),
      ]),
    }),
  ),
})

/** Of a user of whom it has nothing. */
export const emptyData: RoundcubeData = {
  contacts: [],
  emptyGroups: [],
  collected: [],
  identities: [],
  responses: [],
  preferences: '',
  language: '',
  cut: [],
}

/** What the command queries the running process for. */
export interface ImportRequest {
  readonly user: string
  readonly isDryRun: boolean
  readonly data: RoundcubeData
}

const importRequest: z.ZodType<ImportRequest> = z.strictObject({
  user: z.string().min(1).max(320),
  isDryRun: z.boolean(),
  data: roundcubeData,
})

/** Reads its body; undefined where it is none. */
export function readImportRequest(body: Buffer): ImportRequest | undefined {
  const parsed = importRequest.safeParse(jsonOf(body.toString('utf8')))
  return parsed.success ? parsed.data : undefined
}
