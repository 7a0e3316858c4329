import { copyText, printText } from './browser/saved-text.ts'

/** Offers to copy and to print the recovery codes (plugin/pages/recovery-page.ts), whose link saves them automatically. */
export function offerRecoveryCodes(document: Document): void {
  const list = document.querySelector('.recovery-codes')
  const link = document.querySelector<HTMLAnchorElement>('a[download]')
  const [copy, print] = document.querySelectorAll<HTMLButtonElement>('.dialog-acts button')
  const note = document.querySelector('.dialog-acts + p')
  if (!list || !link || !copy || !print || !note) return
  const text = decodeURIComponent(link.href.slice(link.href.indexOf(',') + 1))
  for (const hidden of document.querySelectorAll<HTMLElement>('.dialog-acts [hidden]')) {
    hidden.hidden = false
  }

  copy.addEventListener('click', () => {
    const codes = [...list.children].map(({ textContent }) => textContent)
    note.textContent = ''
    void copyText(codes.join('\n'), list).then((isCopied) => {
      note.textContent = isCopied ? (copy.dataset['done'] ?? '') : ''
    })
  })
  print.addEventListener('click', () => printText(document, document.title, text))
}
