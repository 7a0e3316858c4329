import { createReceipts, type Receipts } from '../state/action/receipts.ts'
import type { App } from './app.ts'

const made = new WeakMap<App, Receipts>()

/** The receipts of the page, made when their code is there, so that the first load has none of it. */
export function receiptsOf(app: App): Receipts {
  const { http, notices } = app
  const receipts =
    made.get(app) ?? createReceipts({ http, notices, texts: () => app.laterText.mail })
  made.set(app, receipts)
  return receipts
}
