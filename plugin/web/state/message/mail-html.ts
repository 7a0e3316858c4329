import { signal, type ReadonlySignal } from '@preact/signals'
import type * as code from '../../mail-html-part.ts'

/** What makes the HTML of mail safe and shows it in its frame. */
export type MailHtmlCode = Pick<
  typeof code,
  | 'fillFrame'
  | 'fitFrame'
  | 'forwardKeys'
  | 'pageColors'
  | 'withHeldSources'
  | 'withNamedSources'
  | 'writableMarkup'
>

/** It is large, so it comes while the page rests, or with the first message. */
export interface MailHtml {
  /** Undefined until it has come. */
  readonly code: ReadonlySignal<MailHtmlCode | undefined>
  /** Rejects where it can not be had this time; the next call tries again. */
  readonly load: () => Promise<MailHtmlCode>
}

/** Builds it on a way to load its code. */
export function createMailHtml(load: () => Promise<MailHtmlCode>): MailHtml {
  const code = signal<MailHtmlCode | undefined>(undefined)
  return {
    code,
    load: async () => (code.value = await load()),
  }
}
