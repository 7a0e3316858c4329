/** True while the page reads from right to left: arrow keys and sides are swapped then. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}
