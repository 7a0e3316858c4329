import { type DefaultTreeAdapterMap, html, parse } from 'parse5'
import { allowedElements, plainAttributes } from '../../../../proxy/mail/html/allowed-markup.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const namesOfDocument: ReadonlySet<string> = new Set(['html', 'head', 'body', 'meta', 'style'])
const attributesOfDocument = [
  ...['id', 'class', 'name', 'style', 'href', 'src', 'target', 'rel', 'background'],
  ...['text', 'link', 'vlink', 'charset', 'content'],
]
const attributeNames: ReadonlySet<string> = new Set([...plainAttributes, ...attributesOfDocument])

/** Everything that a browser reads in a document (HTML 13.2) and the filter has no business to leave. */
export function foreignMarkup(text: string): string[] {
  return elementsOf(parse(text)).flatMap((element) => {
    const { tagName, namespaceURI, attrs } = element
    const isKnown =
      allowedElements.has(tagName) || namesOfDocument.has(tagName) || tagName === 'tbody'
    return [
      ...(isKnown && namespaceURI === html.NS.HTML ? [] : [tagName]),
      ...attrs.flatMap(({ name, value }) => (isHarmless(name, value) ? [] : [`${name}=${value}`])),
      ...(tagName === 'style' && isForeignStyle(textOf(element)) ? [textOf(element)] : []),
    ]
  })
}

function isHarmless(name: string, value: string): boolean {
  if (!attributeNames.has(name)) return false
  if (name === 'style') return !isForeignStyle(value)
  if (name === 'href') return /^(?:https?:|mailto:|tel:|#mail-)/.test(value)
  if (name === 'src' || name === 'background') return /^(?:https?:|cid:|data:image\/)/.test(value)
  return true
}

/** What loads, runs or moves; the strings of a style say nothing. */
function isForeignStyle(css: string): boolean {
  const code = css
    .replace(/"[^"\n]*"|'[^'\n]*'/g, '')
    .replace(/url\(data:image\/\w+;base64,[\w+/=]*\)/g, '')
  return /url\(|image-set|expression|position:|var\(|@(?!media|layer)|[\\<]/i.test(code)
}

function elementsOf(root: Node): Element[] {
  const found: Element[] = []
  const nodes: Node[] = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) nodes.push(...node.childNodes)
    if ('content' in node) nodes.push(node.content)
  }
  return found
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
}
