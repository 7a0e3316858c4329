import { createShade, type Ground, type Shade } from './shade.ts'

/** Colours of the page in the dark, as CSS writes them. */
export interface DarkColors {
  readonly paper: string
  readonly ink: string
}

/** Those of the page that this runs in (styles/tokens.css). */
export function pageColors(): DarkColors {
  const page = getComputedStyle(document.documentElement)
  return { paper: page.getPropertyValue('--paper'), ink: page.getPropertyValue('--ink') }
}

/** Marks an element with the number of its rule. */
const MARK = 'data-dark'

/** Text of a frame that says nothing else (plugin/http/assets/message-frame.ts). */
const LIGHT_INK = '#1f2328'

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const COLORED = ['color', 'background-color', 'background-image']

/** As a browser writes those of a gradient. */
const GRADIENT_COLOR = /rgba?\([^()]*\)/g

/** A picture is left as it is, with all that stands on it. */
const PICTURE = 'picture'

/**
 * Gives a filled frame dark colours, element by element: what is light becomes dark, and text is readable on it. What the
 * mail has for the dark itself, and pictures, are left. Mail that wants to be light alone (`color-scheme: only light`)
 * stays so; then this says false. On paper everything is as its sender wrote it.
 */
export function darken(window: Window & typeof globalThis, { paper, ink }: DarkColors): boolean {
  const { document } = window
  const { documentElement: root, body, head } = document
  if (window.getComputedStyle(root).colorScheme.includes('only')) return false
  const style = document.createElement('style')
  style.media = 'screen'
  style.textContent = `:root{color-scheme:dark;background:${paper}!important;color:${ink}}`
  head.append(style)

  const shade = createShade(paper)
  const rootInk = window.getComputedStyle(root).color
  const grounds = new Map<Element | null, Ground | typeof PICTURE>([[root, shade.paper]])
  const rules = new Map<string, number>()
  const marks = new Map<HTMLElement, number>()
  // All is read before anything is written: each change in between would cost a layout.
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    const behind = grounds.get(element.parentElement) ?? shade.paper
    const computed = window.getComputedStyle(element)
    // What says nothing of its text has the ink of white paper.
    const color = computed.color === rootInk ? LIGHT_INK : computed.color
    const { ground, rule } =
      behind === PICTURE
        ? { ground: behind, rule: '' }
        : computed.backgroundImage.includes('url(')
          ? ({ ground: PICTURE, rule: `color-scheme:light;color:${color}` } as const)
          : dress(computed, color, { behind, shade })
    grounds.set(element, ground)
    if (rule === '') continue
    const number = rules.get(rule) ?? rules.size
    rules.set(rule, number)
    marks.set(element, number)
  }
  for (const [element, number] of marks) {
    for (const name of COLORED) yieldPriority(element.style, name)
    element.setAttribute(MARK, String(number))
  }
  style.textContent += Array.from(rules, ([rule, number]) => `[${MARK}="${number}"]{${rule}}`).join(
    '',
  )
  return true
}

interface Place {
  readonly behind: Ground
  readonly shade: Shade
}

function dress(computed: CSSStyleDeclaration, color: string, { behind, shade }: Place) {
  const { backgroundColor, backgroundImage } = computed
  const ground = shade.groundOn(backgroundColor, behind)
  const declarations: [name: string, value: string][] = []
  if (ground !== undefined) {
    declarations.push(['background-color', shade.groundColor(backgroundColor)])
  }
  const [first] = backgroundImage.match(GRADIENT_COLOR) ?? []
  if (first !== undefined) {
    const image = backgroundImage.replaceAll(GRADIENT_COLOR, (stop) => shade.groundColor(stop))
    declarations.push(['background-image', image])
  }
  const onGradient = first === undefined ? undefined : shade.groundOn(first, ground ?? behind)
  const shown = onGradient ?? ground ?? behind
  declarations.push(['color', shade.textOn(color, shown)])
  for (const side of SIDES) {
    if (computed.getPropertyValue(`border-${side}-style`) === 'none') continue
    const name = `border-${side}-color`
    declarations.push([name, shade.groundColor(computed.getPropertyValue(name))])
  }
  const rule = declarations.map(([name, value]) => `${name}:${value}!important`).join(';')
  return { ground: shown, rule }
}

/** Of an element itself it would win over every rule (CSS Cascade 5, 6.1). */
function yieldPriority(style: CSSStyleDeclaration, name: string): void {
  if (style.getPropertyPriority(name) === '') return
  style.setProperty(name, style.getPropertyValue(name))
}
