import fc from 'fast-check'

/** A generated message: leaves of the kinds that mailers send, in multiparts of any nesting. */
export type Tree = Leaf | MultipartTree

export interface Leaf {
  readonly type: string
  readonly disposition: 'inline' | 'attachment' | undefined
  readonly filename: string | undefined
  readonly contentId: string | undefined
  readonly contentLocation: string | undefined
  /** What the sender wrote; of HTML without the images. */
  readonly text: string
  /** What an HTML leaf shows by name. */
  readonly images: readonly string[]
}

export interface MultipartTree {
  readonly subtype: 'mixed' | 'related' | 'alternative' | 'signed'
  readonly children: readonly Tree[]
}

const PICTURES = ['picture-1@x.test', 'picture-2@x.test', 'https://x.test/3.png', 'folder/4.png']

const LEAF_TYPES = [
  'text/plain',
  'text/html',
  'text/html',
  'text/calendar',
  'image/png',
  'image/png',
  'image/tiff',
  'application/pdf',
  'application/pgp-signature',
  'message/rfc822',
] as const

/** Any tree. Alternatives are a text and something else, as mailers send them. */
export const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; text: Leaf }>((tie) => {
  const subtype = fc.constantFrom('mixed', 'related', 'signed')
  const mixture = fc.record({
    subtype,
    children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  })
  const alternative = fc
    .tuple(tie('text'), tie('tree'), fc.option(leaf('text/calendar'), { nil: undefined }))
    .map(([text, other, calendar]) => ({
      subtype: 'alternative' as const,
      children: [text, other, ...(calendar === undefined ? [] : [calendar])],
    }))
  return {
    text: leaf('text/plain'),
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.oneof(...LEAF_TYPES.map((type) => leaf(type))),
      mixture,
      alternative,
    ),
  }
}).tree

function leaf(type: string): fc.Arbitrary<Leaf> {
  return fc.record({
    type: fc.constant(type),
    disposition: fc.constantFrom(undefined, undefined, 'inline', 'attachment'),
    filename: fc.constantFrom(undefined, undefined, 'file.dat'),
    contentId: type.startsWith('text/')
      ? fc.constant(undefined)
      : fc.constantFrom(undefined, ...PICTURES.slice(0, 2)),
    contentLocation: fc.constantFrom(undefined, undefined, ...PICTURES.slice(2)),
    text: fc.stringMatching(/^[a-z]{8,12}$/),
    images: type === 'text/html' ? fc.subarray(PICTURES) : fc.constant([]),
  })
}

/** The leaves in their order, each with its IMAP section. */
export function leavesOfTree(tree: Tree, id = ''): readonly (readonly [id: string, leaf: Leaf])[] {
  if (!('children' in tree)) return [[id === '' ? '1' : id, tree]]
  return tree.children.flatMap((child, index) =>
    leavesOfTree(child, id === '' ? `${index + 1}` : `${id}.${index + 1}`),
  )
}

/** As a server reports the tree in BODYSTRUCTURE. */
export function structureText(tree: Tree): string {
  if ('children' in tree) {
    return `(${tree.children.map(structureText).join('')} "${tree.subtype}" ("boundary" "b") NIL NIL NIL)`
  }
  const [major, minor] = tree.type.split('/')
  const lines = major === 'text' ? ' 1' : ''
  const message =
    tree.type === 'message/rfc822'
      ? ' (NIL "x" NIL NIL NIL NIL NIL NIL NIL NIL) ("text" "plain" NIL NIL NIL "7bit" 1 1) 1'
      : ''
  const parameters = tree.filename === undefined ? 'NIL' : `("name" "${tree.filename}")`
  const disposition = tree.disposition === undefined ? 'NIL' : `("${tree.disposition}" NIL)`
  const id = tree.contentId === undefined ? 'NIL' : `"<${tree.contentId}>"`
  const location = tree.contentLocation === undefined ? 'NIL' : `"${tree.contentLocation}"`
  return `("${major}" "${minor}" ${parameters} ${id} NIL "7bit" 10${message}${lines} NIL ${disposition} NIL ${location})`
}

/** The tree as a message (RFC 5322, RFC 2045). */
export function messageSource(tree: Tree): string {
  return ['Subject: tree', 'MIME-Version: 1.0', ...entity(tree, '0')].join('\r\n')
}

function entity(tree: Tree, path: string): readonly string[] {
  if ('children' in tree) {
    const boundary = `b${path}`
    const parts = tree.children.flatMap((child, index) => [
      `--${boundary}`,
      ...entity(child, `${path}-${index}`),
    ])
    return [
      `Content-Type: multipart/${tree.subtype}; boundary="${boundary}"`,
      '',
      ...parts,
      `--${boundary}--`,
      '',
    ]
  }
  const { type, disposition, filename, contentId, contentLocation } = tree
  const name = filename === undefined ? '' : `; name="${filename}"`
  const isBinary = type.startsWith('image/')
  return [
    `Content-Type: ${type}${name}`,
    ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    ...(contentLocation === undefined ? [] : [`Content-Location: ${contentLocation}`]),
    ...(isBinary ? ['Content-Transfer-Encoding: base64'] : []),
    '',
    isBinary ? Buffer.from(tree.text).toString('base64') : leafText(tree),
  ]
}

function leafText({ type, text, images }: Leaf): string {
  if (type === 'message/rfc822') return `Subject: inner\r\n\r\n${text}`
  if (type !== 'text/html') return text
  const shown = images.map((name) => `<img src="${sourceOf(name)}">`)
  return `<p>${text}</p>${shown.join('')}`
}

/** A relative address as another one writes it (RFC 2557 5). */
function sourceOf(name: string): string {
  if (name.includes('@')) return `cid:${name}`
  return name.includes(':') ? name : `./${name}`
}
