import type { Account } from '../../proxy/mail/account.ts'
import type { Renderer } from '../../proxy/mail/render/renderer.ts'
import type { Submission } from '../../proxy/mail/submission.ts'
import type { ActionResult } from './result.ts'
import type { Views } from './views.ts'

/** A file of a multipart body, read within the configured limit. */
export interface UploadedFile {
  readonly filename: string
  readonly type: string
  readonly content: Buffer
}

/** Query and body of a request as one: the query wins, as in Roundcube (reference wire.md 1). */
export interface Parameters {
  get(name: string): string | undefined
  readonly files: readonly UploadedFile[]
}

/** What an action may use. It knows neither cookies nor JSON shapes. */
export interface ActionContext {
  readonly account: Account
  /** The sender's own address, from the login name. */
  readonly ownAddress: string
  readonly submission: Submission
  readonly renderer: Renderer
  /** What this session was last shown, per mailbox: lets a refresh say only what changed. */
  readonly views: Views
  readonly pageSize: number
  readonly signal: AbortSignal
  readonly now: () => number
}

/** One mail action: parse input, ask the account, return a typed result. */
export interface Action<Input> {
  readonly task: 'mail'
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Throws Refusal('input_invalid') for input that cannot be understood. */
  parse(parameters: Parameters): Input
  run(input: Input, context: ActionContext): Promise<ActionResult>
}
