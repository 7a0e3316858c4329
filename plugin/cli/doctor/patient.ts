import type { AdminEndpoint } from '../../admin/endpoint-file.ts'
import type { CorruptFile } from '../../config/corrupt-file.ts'
import type { Config } from '../../config/schema.ts'
import type { Finding } from '../../findings/finding.ts'

/** What the doctor examines: an installation by its configuration, running or not. */
export interface Patient {
  readonly configFile: string
  readonly config: Config
  /** Of the release the doctor belongs to, which `current` points to where it was called by its name. */
  readonly version: string
  /** undefined: not running, or no one can tell. */
  readonly endpoint: AdminEndpoint | undefined
  /** Why no one can tell whether it runs. */
  readonly endpointFault: CorruptFile | undefined
  /** A mailbox to sign in to, for what a mail server tells only its users. */
  readonly mailbox: { readonly user: string; readonly password: string } | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly now: () => number
}

/** Looks at one part. Never throws for what it looks at: that is a finding. */
export type Check = (patient: Patient) => Promise<readonly Finding[]>
