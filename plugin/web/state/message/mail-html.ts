import { signal, type ReadonlySignal } from '@preact/signals'
import type { fillFrame } from '../../mail-html/fill-frame.ts'

/** What makes the HTML of mail safe to show. It is large, so it comes while the page rests, or with the first message. */
export interface MailHtml {
  /** Undefined until it has come. */
  readonly fill: ReadonlySignal<typeof fillFrame | undefined>
  /** Rejects where its code can not be had this time; the next call tries again. */
  readonly load: () => Promise<typeof fillFrame>
}

/** Builds it on a way to load its code. */
export function createMailHtml(
  load: () => Promise<{ readonly fillFrame: typeof fillFrame }>,
): MailHtml {
  const fill = signal<typeof fillFrame | undefined>(undefined)
  return {
    fill,
    load: async () => (fill.value = (await load()).fillFrame),
  }
}
