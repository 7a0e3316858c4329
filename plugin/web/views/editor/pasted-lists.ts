/** How a word processor says that a paragraph is an item, and how deep: `mso-list:l0 level1 lfo1`. */
const ITEM = /mso-list:\s*\S+\s+level(\d)/i
/** What it draws before the words of an item. */
const MARK = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
const NUMBERED = /^[\p{L}\p{N}]+[.)]/u

/** Word processors copy the items of a list as paragraphs that begin with a mark: they become lists. */
export function makeLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const level = levelOf(paragraph)
    if (level === undefined) continue
    const mark = paragraph.querySelector(MARK)
    const kind = NUMBERED.test(mark?.textContent.trim() ?? '') ? 'ol' : 'ul'
    mark?.remove()
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    paragraph.replaceWith(item)
    putIntoList(item, level, kind)
  }
}

function levelOf(paragraph: Element): number | undefined {
  const level = ITEM.exec(paragraph.getAttribute('style') ?? '')?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Into the list that ends just before it, as deep as that goes; a list of its own where there is none. */
function putIntoList(item: Element, level: number, kind: 'ol' | 'ul'): void {
  const before = item.previousElementSibling
  const space = item.previousSibling
  if (before !== null && space !== before && space?.textContent?.trim() === '') space.remove()
  const isBehindList = before !== null && item.previousSibling === before && isList(before)
  const list = isBehindList ? listAt(before, level) : undefined
  if (list !== undefined && (list.localName === kind || level > 1)) {
    list.append(item)
    return
  }
  const fresh = item.ownerDocument.createElement(kind)
  const parent = isBehindList && level > 1 ? before.lastElementChild : null
  if (parent === null) item.replaceWith(fresh)
  else parent.append(fresh)
  fresh.append(item)
}

function isList(element: Element | null | undefined): element is Element {
  return element?.localName === 'ul' || element?.localName === 'ol'
}

/** The last list of a level within a list; undefined where it has none so deep. */
function listAt(list: Element, level: number): Element | undefined {
  if (level <= 1) return list
  const within = list.lastElementChild?.lastElementChild
  return isList(within) ? listAt(within, level - 1) : undefined
}
