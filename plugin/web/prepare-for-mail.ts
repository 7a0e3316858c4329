import { formatListDate } from './messages/format.ts'
import { formatCount } from './messages/locale.ts'

const dayMs = 86_400_000

/**
 * Uses what a browser makes ready when it is first used, while somebody still types a password: its storage,
 * fonts, numbers and dates. The first drawing of the list would wait for each.
 */
export function prepareForMail(window: Window): void {
  openStorage(window)
  useFonts(window.document)
  formatCount(0)
  const nowMs = Date.now()
  for (const daysAgo of [0, 1, 366]) formatListDate(nowMs - daysAgo * dayMs, nowMs)
}

/** It comes from another process. */
function openStorage(window: Window): void {
  try {
    window.localStorage.getItem('')
    window.sessionStorage.getItem('')
  } catch {
    // Forbidden: the page does without.
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;-()@&/…·– éčü'

/** A font is opened for each size and weight when its first text is laid out: here a text that nobody sees. */
function useFonts(document: Document): void {
  const sample = document.createElement('div')
  sample.ariaHidden = 'true'
  sample.style.cssText = 'position: absolute; visibility: hidden; white-space: nowrap'
  for (const size of ['text', 'text-small', 'text-tiny']) {
    for (const weight of [400, 550, 600, 650]) {
      const line = document.createElement('p')
      line.style.font = `${weight} var(--${size}) var(--font)`
      line.textContent = letters
      sample.append(line)
    }
  }
  document.body.append(sample)
  sample.getBoundingClientRect()
  sample.remove()
}
