import type { OwnOutbox } from '../../../plugin/actions/contract/own-outbox.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'

/** An outbox of a mail server that takes no drafts: nothing waits in it. */
export function fakeOutbox(): OwnOutbox {
  const missing = () => Promise.reject(new Refusal('outbox_missing'))
  return {
    hold: () => Promise.reject(new Refusal('outbox_unavailable')),
    list: () => Promise.resolve([]),
    cancel: missing,
    change: missing,
    sendNow: missing,
    checkDraft: () => Promise.resolve(),
  }
}
