const KEPT =
  'a,b,strong,i,em,u,s,br,p,div,span,ul,ol,li,blockquote,pre,code,h1,h2,h3,h4,h5,h6,hr,table,thead,tbody,tr,td,th'
const DROPPED =
  'script,style,template,iframe,object,embed,svg,math,form,input,button,select,textarea,meta,link,title,img'
const LINK = /^(https?:|mailto:|tel:)/i

/** `parser`: of the frame that is written in. Answers what was copied elsewhere, without its colours, sizes and pictures: words, lists, quotes, tables and links. */
export function cleanPaste(markup: string, parser: DOMParser): string {
  const { body } = parser.parseFromString(markup, 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  removeComments(body)
  for (const element of [...body.querySelectorAll('*')]) {
    const href = element.getAttribute('href') ?? ''
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
    if (!element.matches(KEPT)) element.replaceWith(...element.childNodes)
    else if (element.localName === 'a' && LINK.test(href)) element.setAttribute('href', href)
  }
  return body.innerHTML
}

/** Programs mark with them where what is copied begins and ends. */
function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode() !== null) comments.push(walker.currentNode)
  for (const comment of comments) (comment as Comment).remove()
}

/** True where markup has words: spreadsheets and word processors copy a picture of them as well. */
export function hasWords(markup: string, parser: DOMParser): boolean {
  const { body } = parser.parseFromString(markup, 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  return body.textContent.trim() !== ''
}
