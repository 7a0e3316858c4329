import { z } from 'zod'

/** The keys that an owner chose are one field, and so are the senders they trust. */
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.record(z.string().max(64), z.string().max(64)),
  z.array(z.string()),
])
/** A formatted signature as it was seen, and as it was pasted. */
const MAX_CHANGES_CHARS = 150_000

/** Fields of something as a user saw them and as they want them. */
export function changesOf<const Name extends string>(names: readonly Name[]) {
  return z
    .array(z.strictObject({ name: z.enum(names), seen: value, wanted: value }))
    .min(1)
    .refine((changes) => JSON.stringify(changes).length <= MAX_CHANGES_CHARS)
}
