import { z } from 'zod'
import { FIELD_LIMITS } from './field-limits.ts'

/** A saved reply, put into a message that is written. */
export const templateFields = z.object({
  /** What it is found by. */
  name: z
    .string()
    .max(FIELD_LIMITS.name)
    .regex(/^\P{Cc}*$/u),
  text: z
    .string()
    .max(FIELD_LIMITS.template)
    .regex(/^[^\0]*$/),
})

type TemplateFields = Readonly<z.infer<typeof templateFields>>

/** A template as it is shown and used. */
export interface Template extends TemplateFields {
  readonly id: string
  readonly version: number
}

/** What a new template starts with. */
export const emptyTemplate: TemplateFields = { name: '', text: '' }

/** Whether it can be kept: one without a name could not be found. */
export function isTemplate(fields: Readonly<Record<string, unknown>>): boolean {
  const read = templateFields.safeParse(fields)
  return read.success && read.data.name.trim() !== ''
}

/** A kept template; undefined where it cannot be read. */
export function readTemplate(
  stored: Readonly<Record<string, unknown>>,
): TemplateFields | undefined {
  const read = templateFields.safeParse({ ...emptyTemplate, ...stored })
  return read.success ? read.data : undefined
}
