import type { Page } from 'playwright-core'

/** Everything a user presses or fills in; quick acts of a row show only while the pointer is on it. */
const controls = [
  'button',
  'a[href]',
  'input:not([type=hidden], [type=file])',
  'select',
  'textarea',
  'summary',
  '[role=row]',
]
  .map((selector) => `${selector}:not(.row-acts *)`)
  .join(', ')

/**
 * What is wrong with where things stand, in words; nothing is right. Controls are brought into sight by
 * scrolling upwards or downwards only, as a user would; what a modal dialog makes inert does not count.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return [...(await unreachable(page)), ...(await tooTall(page)), ...(await scrolledSideways(page))]
}

/** Controls outside of the window, cut off, or with something else on top of them. */
async function unreachable(page: Page): Promise<readonly string[]> {
  return page.locator(controls).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const modal = [...document.querySelectorAll(':modal')].at(-1)
      if (modal !== undefined && !modal.contains(element)) return []
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      element.scrollIntoView({ block: 'nearest' })
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const name = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim()}"`
      if (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5)
        return [`${name} is out of the window: ${left} to ${right}, ${top} to ${bottom}`]
      // Rounded corners are not part of a control.
      const inset = Math.min(6, (right - left) / 3, (bottom - top) / 3)
      return [
        [(left + right) / 2, (top + bottom) / 2],
        [left + inset, (top + bottom) / 2],
        [right - inset, (top + bottom) / 2],
        [(left + right) / 2, top + inset],
        [(left + right) / 2, bottom - inset],
      ]
        .flatMap(([x = 0, y = 0]) => {
          const hit = document.elementFromPoint(x, y)
          // A layer the user opened may lie over the page, as a modal dialog does.
          const layer = hit?.closest(
            '.composer, [data-pane=folders] :is(.folder-pane, .folders-veil)',
          )
          // What a notice lies over for a moment can be scrolled from under it.
          const isUnderNotice =
            hit?.closest('.notices')?.isConnected === true &&
            element.closest('.grid, .folders, .message-content, .composer-body') !== null
          const isFree =
            hit !== null &&
            (element.contains(hit) ||
              isUnderNotice ||
              // What is in a row, or above the end of its button, is part of it.
              hit.closest('.row, .folder') === element.closest('.row, .folder, :not(*)') ||
              hit.closest('label')?.contains(element) === true ||
              layer?.contains(element) === false)
          return isFree
            ? []
            : [`${name} is covered at ${x}, ${y} by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`]
        })
        .slice(0, 1)
    }),
  )
}

/** Rows that run into each other, and controls whose words do not fit into them. */
async function tooTall(page: Page): Promise<readonly string[]> {
  return page
    .locator('.row, .folder-button, .button, .chip, .banner, .toast, .top-bar, .message-toolbar')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return []
        const box = element.getBoundingClientRect()
        const below = element.matches('.row') ? element.nextElementSibling : null
        const name = `${element.classList.value} "${element.textContent.trim().slice(0, 40)}"`
        const overlap = box.bottom - (below?.getBoundingClientRect().top ?? box.bottom)
        return [
          ...(overlap > 0.5 ? [`${name} overlaps the next row by ${overlap}`] : []),
          ...[...element.children].flatMap((child) => {
            if (!child.checkVisibility({ visibilityProperty: true })) return []
            if (child.matches('.row-acts') || getComputedStyle(child).position === 'absolute')
              return []
            const inner = child.getBoundingClientRect()
            const sticksOut = inner.top < box.top - 0.5 || inner.bottom > box.bottom + 0.5
            return sticksOut ? [`${name} is too low for ${child.className}`] : []
          }),
        ]
      }),
    )
}

/** Parts of the page that are wider than their place. */
async function scrolledSideways(page: Page): Promise<readonly string[]> {
  return page
    .locator(
      'html, body, .shell, .top-bar, .pane, .list-header, .message-toolbar, .message-content, .grid, .composer, .composer-files, .composer-foot, dialog, .toast, .banner',
    )
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return []
        const { scrollWidth, clientWidth } = element
        if (scrollWidth <= clientWidth + 1) return []
        return [
          `${element.tagName}.${element.classList.value} is ${scrollWidth - clientWidth} px wider than its place`,
        ]
      }),
    )
}
