import type { ActionResult } from '../actions/result.ts'
import type { Asset } from '../assets.ts'
import type { Asked } from './asked.ts'

/** What the way of a request ends in; respond.ts turns it into bytes. */
export type Reply =
  | { readonly kind: 'html'; readonly status: number; readonly html: string }
  /** `location` is relative to the script path and made by us: never taken from the request. */
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'asset'; readonly asset: Asset }
  | { readonly kind: 'result'; readonly result: ActionResult; readonly asked: Asked }
