import { createReceipts } from '../../state/action/receipts.ts'
import { oncePerApp } from './once-per-app.ts'

/** The receipts of the page. */
export const receiptsOf = oncePerApp((app) => {
  const { http, notices } = app
  return createReceipts({ http, notices, texts: () => app.laterText.mail })
})
