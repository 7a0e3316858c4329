import type { Readable } from 'node:stream'
import type { ActionResult } from '../actions/result/result.ts'
import type { Asset } from '../http/assets/assets.ts'
import type { Dialect } from './dialect.ts'

/** What the way of a request ends in; respond.ts turns it into bytes. */
export type GatewayResponse =
  | { readonly kind: 'html'; readonly status: number; readonly html: string }
  /** The application page; its beginning is sent at once, so that the browser loads what it names. */
  | { readonly kind: 'mail-page'; readonly start: string; readonly end: Promise<string> }
  /** `location` is relative to the script path and made by us: never taken from the request. */
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'asset'; readonly asset: Asset }
  /** An endless answer (text/event-stream). */
  | { readonly kind: 'events'; readonly body: Readable }
  /** Nothing to tell: 204, after which an EventSource asks no more (HTML 9.2.2). */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'result'; readonly result: ActionResult; readonly dialect: Dialect }
