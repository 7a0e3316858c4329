import { ConfigFault } from '../../config/config.ts'
import { isRecord } from '../../config/corrupt-file.ts'
import { describeIssues } from '../../config/issues.ts'
import { configSchema, type Config } from '../../config/schema.ts'
import { withPasswords, type ServerPasswords } from '../../config/secrets/server-passwords.ts'

/** A configuration in the making. */
export interface Draft {
  /** As it will be written: without passwords that have files of their own. */
  readonly written: Readonly<Record<string, unknown>>
  /** What it means. */
  readonly config: Config
  readonly passwords: ServerPasswords
}

/** What one part of the questions came to. */
export interface DraftValues {
  /** Sections of the configuration; the keys of each are laid over what the section has. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly passwords?: ServerPasswords
}

/** A draft of what is written already. Throws ConfigFault with every problem of it. */
export function draftOf(
  written: Readonly<Record<string, unknown>>,
  passwords: ServerPasswords,
): Draft {
  const parsed = configSchema.safeParse(written)
  if (parsed.success) return { written, passwords, config: parsed.data }
  throw new ConfigFault(describeIssues(parsed.error.issues))
}

/** The draft with these answers in it. Throws ConfigFault for what no configuration may say. */
export function withValues(draft: Draft, { settings, passwords = {} }: DraftValues): Draft {
  return draftOf(merged(draft.written, settings), { ...draft.passwords, ...passwords })
}

type Section = Readonly<Record<string, unknown>>

function merged(base: Section, over: Section): Section {
  const result: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const before = base[key]
    // The two forms of an address share no keys.
    const areSections = isRecord(before) && isRecord(value) && key !== 'listen'
    result[key] = areSections ? merged(before, value) : value
  }
  return result
}

/** The configuration as a start would have it, with its passwords. */
export function completed({ config, passwords }: Draft): Config {
  return withPasswords(config, passwords)
}
