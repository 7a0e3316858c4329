/** An emphasis as an element, and what a style says of it; first what the element says that has it. */
const emphases = [
  {
    ...{ name: 'b', elements: 'b,strong' },
    ...{ isOn: /font-weight:\s*(bold|[6-9]00)/i, isOff: /font-weight:\s*(normal|[1-5]00)/i },
  },
  {
    ...{ name: 'i', elements: 'i,em' },
    ...{ isOn: /font-style:\s*(italic|oblique)/i, isOff: /font-style:\s*normal/i },
  },
  {
    ...{ name: 'u', elements: 'u' },
    ...{
      isOn: /text-decoration[^;]*:[^;]*underline/i,
      isOff: /text-decoration[^;]*:\s*none/i,
    },
  },
] as const

/** Those that have words themselves: an emphasis around blocks would be one of everything. */
const WITH_WORDS = 'span,font,p,td,th,li'

/**
 * Programs that write documents say by styles what is emphasized, and wrap all of it into a `<b>` that is not bold: each
 * emphasis becomes an element of its own, and an element that is none goes.
 */
export function keepEmphasis(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? ''
    for (const { name, elements, isOn, isOff } of emphases) {
      if (element.matches(WITH_WORDS) && isOn.test(style)) emphasize(element, name)
      else if (element.matches(elements) && isOff.test(style)) {
        element.replaceWith(...element.childNodes)
      }
    }
  }
}

function emphasize(element: Element, name: string): void {
  if (element.textContent.trim() === '') return
  const emphasis = element.ownerDocument.createElement(name)
  emphasis.append(...element.childNodes)
  element.append(emphasis)
}
